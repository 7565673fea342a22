// What the local server tells of runs, demo servers and configured servers, as
// types and their decoders.

import { count, fields, flag, list, optional, text, texts, type Fields } from './decode'
import { decodeFinding, decodeSummary, type Finding, type Summary } from './report'

export type RunState = 'running' | 'finished' | 'interrupted'

export interface RunInfo {
  id: string
  /** What a person calls it; "" = the command is its name. */
  name: string
  demo: string
  argv: string[]
  dir: string
  /** RFC 3339. */
  started: string
  state: RunState
  interactive: boolean
  /** What the server asks waits for a person. */
  byHand: boolean
  durationMs: number
  bytes: number
  /** The engine that made the report, version and build; "" when nobody knows. */
  engine: string
  summary: Summary | null
  firstViolation: Finding | null
}

export interface Demo {
  mode: string
  /** One line: what it does wrong. */
  title: string
  /** Code of its first violation; "" = a clean server. */
  code: string
  argv: string[]
}

/** A server that a client's configuration file names. */
export interface FoundServer {
  name: string
  /** "Claude Desktop", "Cursor", …; "" when only the shape of the file is known. */
  client: string
  path: string
  scope: string
  argv: string[]
  cwd: string
  envNames: string[]
  /** Values of a pasted configuration; empty for a file of this machine, whose values stay at the server. */
  env: Record<string, string>
  disabled: boolean
  wrapped: boolean
}

export interface ServerInfo {
  version: string
  engineVersion: string
  mode: string
  platform: string
  dir: string
  /** Of this user and machine: masked in what is shared. */
  names: string[]
}

/** A command as it would be executed, and what a shell would have done with it. */
export interface Argv {
  argv: string[]
  /** Leading NAME=VALUE words, which a shell takes as variables of the command. */
  env: Record<string, string>
  notes: string[]
}

/** What the server says when it refuses: what is wrong, where, what to do. */
export interface Problem {
  what: string
  where: string
  hint: string
}

export interface AskedRequest {
  method: string
  params?: unknown
}

export interface AskedTool {
  name: string
  arguments?: unknown
}

/** Everything that a new run is asked with. One of the first five says what to run; absent = the server's default. */
export interface RunRequest {
  command?: string
  argv?: string[]
  demo?: string
  client?: { path: string; scope: string; name: string }
  /** Id of a run to run again. */
  again?: string
  name?: string
  /** "temp" = an empty folder. */
  cwd?: string
  env?: Record<string, string>
  /** What the server inherits beside env: inherit, client, clean. */
  environment?: string
  profile?: string
  protocol?: string
  /** "both" = one launch an era. */
  eras?: string
  timeoutMs?: number
  startTimeoutMs?: number
  shutdownTimeoutMs?: number
  settleMs?: number
  probes?: boolean
  repeat?: number
  requests?: AskedRequest[]
  safeToolCalls?: AskedTool[]
  adversarialProbes?: string[]
  adversarialToolCalls?: AskedTool[]
  /** What the client declares that it can do: roots, sampling, elicitation. */
  capabilities?: string[]
  expectStderr?: string
  scan?: string
  /** What the scan finds are errors. */
  failOnStatic?: boolean
  /** Prove first that intentional faults are caught. */
  selftest?: boolean
  maxStdoutBytes?: number
  maxStdoutLineBytes?: number
  maxStderrBytes?: number
  interactive?: boolean
  byHand?: boolean
}

export function decodeRun(value: unknown): RunInfo {
  const from = fields(value)
  const state = text(from, 'state')
  return {
    id: text(from, 'id'),
    name: text(from, 'name'),
    demo: text(from, 'demo'),
    argv: texts(from, 'argv'),
    dir: text(from, 'dir'),
    started: text(from, 'started'),
    state: state === 'running' || state === 'interrupted' ? state : 'finished',
    interactive: flag(from, 'interactive'),
    byHand: flag(from, 'byHand'),
    durationMs: count(from, 'durationMs'),
    bytes: count(from, 'bytes'),
    engine: text(from, 'engine'),
    summary: optional(from, 'summary', decodeSummary),
    firstViolation: optional(from, 'firstViolation', decodeFinding),
  }
}

export function decodeRuns(value: unknown): RunInfo[] {
  return list(fields(value), 'runs', decodeRun)
}

export function decodeDemos(value: unknown): Demo[] {
  return list(fields(value), 'demos', (each) => {
    const from = fields(each)
    return { mode: text(from, 'mode'), title: text(from, 'title'), code: text(from, 'code'), argv: texts(from, 'argv') }
  })
}

export function decodeFoundServers(value: unknown): FoundServer[] {
  return list(fields(value), 'servers', (each) => {
    const from = fields(each)
    return {
      name: text(from, 'name'),
      client: text(from, 'client'),
      path: text(from, 'path'),
      scope: text(from, 'scope'),
      argv: [text(from, 'command'), ...texts(from, 'args')],
      cwd: text(from, 'cwd'),
      envNames: texts(from, 'envNames'),
      env: stringsOf(fields(from['env'])),
      disabled: flag(from, 'disabled'),
      wrapped: flag(from, 'wrapped'),
    }
  })
}

function stringsOf(from: Fields): Record<string, string> {
  return Object.fromEntries(Object.keys(from).map((name) => [name, text(from, name)]))
}

export function decodeInfo(value: unknown): ServerInfo {
  const from = fields(value)
  return {
    version: text(from, 'version'),
    engineVersion: text(from, 'engineVersion'),
    mode: text(from, 'mode'),
    platform: text(from, 'platform'),
    dir: text(from, 'dir'),
    names: texts(from, 'names'),
  }
}

export function decodeArgv(value: unknown): Argv {
  const from = fields(value)
  return {
    argv: texts(from, 'argv'),
    env: stringsOf(fields(from['env'])),
    notes: list(from, 'notes', (note) => text(fields(note), 'text')),
  }
}

export function decodeProblem(value: unknown, fallback: string): Problem {
  const from: Fields = fields(fields(value)['error'])
  return { what: text(from, 'what', fallback), where: text(from, 'where'), hint: text(from, 'hint') }
}

/** The demo servers worth a newcomer's first click: one of each of the most usual faults, then a clean one. */
export function pickDemos(demos: readonly Demo[], most: number): Demo[] {
  const picked: Demo[] = []
  for (const code of USUAL) {
    const demo = demos.find((each) => each.code === code)
    if (demo && picked.length < most - 1) picked.push(demo)
  }
  const rest = demos.filter((demo) => demo.code !== '' && !picked.includes(demo))
  const clean = demos.find((demo) => demo.code === '')
  picked.push(...rest.slice(0, Math.max(0, most - 1 - picked.length)))
  return clean ? [...picked, clean] : picked
}

const USUAL = [
  'stdout-non-json',
  'stdout-split-message',
  'stdout-empty-line',
  'stdout-invalid-utf8',
  'response-id-mismatch',
  'initialize-timeout',
  'server-crashed',
]

/** What a list calls a run. */
export function runTitle(run: Pick<RunInfo, 'name' | 'demo' | 'argv'>): string {
  if (run.name !== '') return run.name
  if (run.demo !== '') return `demo: ${run.demo}`
  return run.argv.map(quoteWord).join(' ')
}

/** A word of a command line as a shell would want it written. */
function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`
}
