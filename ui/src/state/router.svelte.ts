// Where the page is: the hash of its address, read and written.

import { formatRoute, parseRoute, type Route, type ViewState } from '../model/route'

export class Router {
  route: Route = $state.raw(parseRoute(location.hash))

  constructor() {
    addEventListener('hashchange', () => (this.route = parseRoute(location.hash)))
  }

  /** Goes to a route as a step that Back undoes. */
  go(route: Route): void {
    const hash = formatRoute(route)
    if (hash !== location.hash) location.hash = hash
    this.route = route
  }

  /** Changes what of a view is in the address, without a step of its own. */
  setView(change: Partial<ViewState>): void {
    if (this.route.kind !== 'run' && this.route.kind !== 'local') return
    this.route = { ...this.route, view: { ...this.route.view, ...change } }
    history.replaceState(history.state, '', formatRoute(this.route))
  }
}
