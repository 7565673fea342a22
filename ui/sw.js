// The service worker: it keeps the page working when its server is stopped. The build puts `build` and `files` before this
// text. It answers for the page itself alone, never for what a server knows: /api and shared recordings pass by.

/* global build, files */
// eslint-disable-next-line @typescript-eslint/ban-ts-comment -- see below
// @ts-nocheck: the types of service workers and of pages exclude each other.

const kept = `stdioscope ${build}`
const root = new URL('./', self.location.href)

self.addEventListener('install', (event) => {
  const requests = files.map(
    (name) => new Request(new URL(name, root), name.startsWith('assets/') ? {} : { cache: 'no-cache' }),
  )
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(requests)))
})

self.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('stdioscope ') && name !== kept) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(forget())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || !url.href.startsWith(root.href)) return
  const name = url.pathname.slice(root.pathname.length)
  if (request.mode === 'navigate') {
    // The printed address carries the token: only the server can take it.
    if ((name === '' || name === 'index.html') && url.search === '') event.respondWith(shell(request))
  } else if (name.startsWith('assets/')) {
    event.respondWith(asset(request))
  } else if (/^(icon\.svg|single\.html|rules\.json|examples\/.*)$/.test(name)) {
    event.respondWith(fresh(request))
  }
})

/** The server's shell, which names the assets of its build; this build's when there is no server. */
async function shell(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const ours = await caches.match(root.href, { cacheName: kept })
    if (ours === undefined) throw error
    return ours
  }
}

/** An asset's name carries a digest of its content: what is kept is what the server has. */
async function asset(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request)
}

/** A file that may change under its name: from the server, else as it was seen last. */
async function fresh(request) {
  try {
    const response = await fetch(request)
    if (response.ok) {
      const cache = await caches.open(kept)
      await cache.put(request, response.clone())
    }
    return response
  } catch (error) {
    const seen = await caches.match(request, { cacheName: kept })
    if (seen === undefined) throw error
    return seen
  }
}
