// Where the page is served: the folder that everything it fetches is named from,
// and the share that an address of the form …/r/ID shows.

const SHARE = /\/r\/([A-Za-z0-9_-]{1,64})$/

/** The id of the share that an address shows; undefined for any other. */
export function shareOf(href: string): string | undefined {
  return SHARE.exec(new URL(href).pathname)?.[1]
}

/** The folder of the page's shell, absolute, with a slash at its end. A share's page is served one folder below. */
export function rootOf(href: string): string {
  const url = new URL(shareOf(href) === undefined ? '.' : '..', href)
  url.search = ''
  url.hash = ''
  return url.href
}
