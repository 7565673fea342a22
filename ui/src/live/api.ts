// The local server's API. Every call gives a decoded value or throws ApiError,
// whose words are the server's own: what is wrong, where, what to do.

import { decodeChanges, type Changes } from '../model/changes'
import {
  decodeArgv,
  decodeDemos,
  decodeFoundServers,
  decodeInfo,
  decodeProblem,
  decodeRun,
  decodeRuns,
  type Argv,
  type Demo,
  type FoundServer,
  type Problem,
  type RunInfo,
  type RunRequest,
  type ServerInfo,
} from '../model/runs'
import { rootOf } from '../model/place'
import { decodeRules, type Rule } from '../model/rules'

/** The server refused, or cannot be reached (status 0). */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.what)
  }

  /** No server answered: the page works offline, but starts nothing. */
  get unreachable(): boolean {
    return this.status === 0
  }

  /** The server does not know this page: it was not opened from the printed address. */
  get unknownPage(): boolean {
    return this.status === 401 || this.status === 403
  }
}

/** Where the API is. Relative to the page, so that it follows the page's own address. */
export function apiURL(path: string): string {
  return `${rootOf(location.href)}api/${path}`
}

/** What the page says is behind it: '' = a server; 'none' = a folder of files, 'file' = nothing at all. */
const behind = document.querySelector('meta[name="stdioscope-server"]')?.getAttribute('content') ?? ''

/** Whether the page says that there is no server. Then none is asked for. */
export const alone = behind !== ''
/** Whether the page is one file, beside which nothing lies that it could fetch. */
export const oneFile = behind === 'file'

export const api = {
  info: async (): Promise<ServerInfo> => decodeInfo(await json('GET', 'info')),
  demos: async (): Promise<Demo[]> => decodeDemos(await json('GET', 'demos')),
  clients: async (): Promise<FoundServer[]> => decodeFoundServers(await json('GET', 'clients')),
  pasted: async (text: string): Promise<FoundServer[]> =>
    decodeFoundServers(await json('POST', 'clients', { text, toml: !text.trimStart().startsWith('{') })),
  argv: async (command: string, signal?: AbortSignal): Promise<Argv> =>
    decodeArgv(await json('POST', 'argv', { command }, signal)),
  runs: async (): Promise<RunInfo[]> => decodeRuns(await json('GET', 'runs')),
  run: async (id: string): Promise<RunInfo> => decodeRun(await json('GET', `runs/${encodeURIComponent(id)}`)),
  start: async (request: RunRequest): Promise<RunInfo> => decodeRun(await json('POST', 'runs', request)),
  stop: async (id: string): Promise<void> => {
    await json('POST', `runs/${encodeURIComponent(id)}/stop`)
  },
  rename: async (id: string, name: string): Promise<RunInfo> =>
    decodeRun(await json('PATCH', `runs/${encodeURIComponent(id)}`, { name })),
  answerByHand: async (id: string, byHand: boolean): Promise<RunInfo> =>
    decodeRun(await json('PATCH', `runs/${encodeURIComponent(id)}`, { byHand })),
  remove: async (id: string): Promise<void> => {
    await json('DELETE', `runs/${encodeURIComponent(id)}`)
  },
  sendMessage: async (id: string, message: unknown): Promise<void> => {
    await json('POST', `runs/${encodeURIComponent(id)}/send`, { message })
  },
  sendBytes: async (id: string, bytes: Uint8Array): Promise<void> => {
    await json('POST', `runs/${encodeURIComponent(id)}/send`, { b64: base64(bytes) })
  },
  report: async (id: string): Promise<Uint8Array<ArrayBuffer>> => {
    const response = await call('GET', `runs/${encodeURIComponent(id)}/report`)
    return new Uint8Array(await response.arrayBuffer())
  },
  /** What changed from one run to another; both have ended. */
  changes: async (before: string, after: string): Promise<Changes> =>
    decodeChanges(await json('GET', `runs/${encodeURIComponent(before)}/changes/${encodeURIComponent(after)}`)),
  /** The catalogue: the server's, or that of a folder of files without one. */
  rules: async (): Promise<Rule[]> => {
    try {
      return decodeRules(await json('GET', 'rules'))
    } catch {
      return decodeRules(await (await get('rules.json')).json())
    }
  },
  /** The recorded example of a rule. */
  example: async (code: string): Promise<Blob> => {
    const name = encodeURIComponent(code)
    try {
      return await (await call('GET', `rules/${name}/example`)).blob()
    } catch {
      return await (await get(`examples/${name}.stdioscope.jsonl`)).blob()
    }
  },
}

/** A file that lies beside the page. */
async function get(path: string): Promise<Response> {
  const response = oneFile ? undefined : await fetch(`${rootOf(location.href)}${path}`)
  if (response?.ok === true) return response
  throw new ApiError(response?.status ?? 0, { what: `There is no ${path} beside this page.`, where: '', hint: '' })
}

async function json(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
  const response = await call(method, path, body, signal)
  if (response.status === 204) return undefined
  return response.json()
}

async function call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method }
  if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { 'Content-Type': 'application/json' }
  }
  if (signal) init.signal = signal
  return ask(path, init)
}

/** Calls the API. Throws ApiError unless it says yes. */
export async function ask(path: string, init: RequestInit): Promise<Response> {
  const unreachable = new ApiError(0, {
    what: 'The local server does not answer.',
    where: '',
    hint: 'Start it with: stdioscope serve',
  })
  if (alone) throw unreachable
  let response: Response
  try {
    response = await fetch(apiURL(path), { credentials: 'same-origin', cache: 'no-store', ...init })
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause
    throw unreachable
  }
  if (response.ok) return response
  const value: unknown = await response.json().catch(() => undefined)
  throw new ApiError(response.status, decodeProblem(value, `The server answered ${response.status}.`))
}

function base64(bytes: Uint8Array): string {
  let binary = ''
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(binary)
}
