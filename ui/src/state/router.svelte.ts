// Where the page is: the hash of its address, read and written.

import { rootOf, shareOf } from '../model/place'
import { formatRoute, parseRoute, type Route, type ViewState } from '../model/route'

export class Router {
  route: Route = $state.raw({ kind: 'home' })

  /** `embedded`: the page holds a recording itself, which its bare address shows. */
  constructor(private readonly embedded: boolean) {
    this.read()
    addEventListener('hashchange', () => this.read())
    addEventListener('popstate', () => this.read())
  }

  /** Goes to a route as a step that Back undoes. */
  go(route: Route): void {
    const hash = formatRoute(route)
    if (this.shared !== undefined && route.kind !== 'shared') history.pushState(null, '', outside(hash))
    else if (hash !== location.hash) location.hash = hash
    this.route = route
  }

  /** Changes what of a view is in the address, without a step of its own. */
  setView(change: Partial<ViewState>): void {
    const { route } = this
    if (!('view' in route)) return
    this.route = { ...route, view: { ...route.view, ...change } }
    history.replaceState(history.state, '', formatRoute(this.route))
  }

  /** The share whose page this is, '' when it lies in the page. */
  private get shared(): string | undefined {
    return this.embedded ? '' : shareOf(location.href)
  }

  private read(): void {
    // A link of ours leads away from a share's page: nothing but the share lives at its address.
    if (!this.embedded && this.shared !== undefined && location.hash.startsWith('#/'))
      history.replaceState(null, '', outside(location.hash))
    this.route = parseRoute(location.hash, this.shared)
  }
}

function outside(hash: string): string {
  return shareOf(location.href) === undefined ? hash : `${rootOf(location.href)}${hash}`
}
