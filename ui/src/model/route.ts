// The page's addresses, all in the hash so that any server and any folder can
// serve it: #/runs, #/runs/ID?frame=stdout:12&filter=…, #/open, #/local, #/rules/CODE.
// A share's page needs no route: there, and in the page that is one file, the hash
// is the view alone, #frame=stdout:12. #/open?z=… is a recording itself.

import type { Packed } from './packed'

export type Route =
  | { kind: 'home' }
  | { kind: 'open' }
  | { kind: 'local'; view: ViewState }
  | { kind: 'run'; id: string; view: ViewState }
  | { kind: 'shared'; id: string; view: ViewState }
  | { kind: 'packed'; packed: Packed; view: ViewState }
  | { kind: 'compare'; a: string; b: string }
  | { kind: 'rules'; code: string }
  | { kind: 'unknown'; path: string }

/** What of a run's view is in the address. */
export interface ViewState {
  /** Address of the selected frame, "" = none. */
  frame: string
  filter: string
  tab: Tab
  /** Number of the selected finding in the report's list, from 1; 0 = none. */
  finding: number
  /** Bytes selected in the frame, from and to, the end exclusive: "12-40"; "" = none. */
  bytes: string
}

export const TABS = ['json', 'raw', 'hex', 'pair', 'findings', 'runs', 'talk'] as const
export type Tab = (typeof TABS)[number]

export const NO_VIEW: ViewState = { frame: '', filter: '', tab: 'json', finding: 0, bytes: '' }

/**
 * Reads the hash of the page's address, with or without its '#'. `shared` is the share that the page itself shows, ''
 * when it lies in the page.
 */
export function parseRoute(hash: string, shared?: string): Route {
  const text = hash.replace(/^#/, '')
  if (shared !== undefined && !text.startsWith('/'))
    return { kind: 'shared', id: shared, view: viewOf(new URLSearchParams(text)) }
  const [path, search] = split(text, '?')
  const params = new URLSearchParams(search)
  const [first = '', second = '', ...rest] = path.replace(/^\//, '').split('/').map(decode)
  if (rest.length > 0) return { kind: 'unknown', path }
  switch (first) {
    case '':
      return { kind: 'home' }
    case 'runs':
      return second === '' ? { kind: 'home' } : { kind: 'run', id: second, view: viewOf(params) }
    case 'open': {
      const z = params.get('z') ?? ''
      if (z === '') return { kind: 'open' }
      const packed = { z, engine: params.get('e') ?? '', digest: params.get('s') ?? '' }
      return { kind: 'packed', packed, view: viewOf(params) }
    }
    case 'local':
      return { kind: 'local', view: viewOf(params) }
    case 'compare':
      return { kind: 'compare', a: params.get('a') ?? '', b: params.get('b') ?? '' }
    case 'rules':
      return { kind: 'rules', code: second }
    default:
      return { kind: 'unknown', path }
  }
}

/** Writes the hash of a route, with its '#'. Only what differs from the default is written. */
export function formatRoute(route: Route): string {
  switch (route.kind) {
    case 'home':
      return '#/runs'
    case 'open':
      return '#/open'
    case 'local':
      return `#/local${searchOf(route.view)}`
    case 'run':
      return `#/runs/${encodeURIComponent(route.id)}${searchOf(route.view)}`
    case 'shared':
      return `#${searchOf(route.view).slice(1)}`
    case 'packed': {
      const { z, engine, digest } = route.packed
      const rest = searchOf(route.view).replace('?', '&')
      return `#/open?z=${z}&e=${encodeURIComponent(engine)}&s=${digest}${rest}`
    }
    case 'compare':
      return `#/compare?a=${encodeURIComponent(route.a)}&b=${encodeURIComponent(route.b)}`
    case 'rules':
      return route.code === '' ? '#/rules' : `#/rules/${encodeURIComponent(route.code)}`
    case 'unknown':
      return `#${route.path}`
  }
}

function viewOf(params: URLSearchParams): ViewState {
  const tab = params.get('tab')
  const finding = Number(params.get('finding') ?? '0')
  return {
    frame: params.get('frame') ?? '',
    filter: params.get('filter') ?? '',
    tab: TABS.find((t) => t === tab) ?? 'json',
    finding: Number.isInteger(finding) && finding > 0 ? finding : 0,
    bytes: parseBytes(params.get('bytes') ?? '') ? (params.get('bytes') ?? '') : '',
  }
}

/** Reads the bytes that an address selects in a frame; undefined when it says none. */
export function parseBytes(text: string): { start: number; end: number } | undefined {
  const [, start, end] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? []
  return start !== undefined && Number(start) < Number(end) ? { start: Number(start), end: Number(end) } : undefined
}

function searchOf(view: ViewState): string {
  const parts: string[] = []
  // ':' and '/' stay readable: 2/stdout:12 is the address that people quote.
  const add = (name: string, value: string) =>
    parts.push(`${name}=${encodeURIComponent(value).replace(/%3A/g, ':').replace(/%2F/g, '/')}`)
  if (view.frame !== '') add('frame', view.frame)
  if (view.bytes !== '') add('bytes', view.bytes)
  if (view.finding > 0) add('finding', String(view.finding))
  if (view.filter !== '') add('filter', view.filter)
  if (view.tab !== 'json') add('tab', view.tab)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function split(text: string, at: string): [string, string] {
  const i = text.indexOf(at)
  return i < 0 ? [text, ''] : [text.slice(0, i), text.slice(i + 1)]
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
