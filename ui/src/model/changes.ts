// What changed from one recording to another, as engine/diff says it and the server
// passes it on. The page draws it and judges nothing. Start with decodeChanges.

import { count, fields, flag, list, optional, text, texts, type Fields } from './decode'

export interface Changes {
  /** Nothing changed but latencies and frames. */
  same: boolean
  findings: FindingCount[]
  /** Findings that neither side has more of. */
  inBoth: number
  capabilities: { added: string[]; removed: string[] }
  tools: ToolChange[]
  toolsSame: number
  results: ResultChange[]
  latencies: LatencyPair[]
  /** Rows laid beside each other; -1 where a side has nothing of the kind. */
  frames: { a: Int32Array; b: Int32Array }
}

export interface FindingCount {
  code: string
  severity: string
  /** "" when there are more than are kept: they are counted alone. */
  message: string
  before: number
  after: number
}

/** One place at which two JSON values differ; "" where a side has nothing. */
export interface PathChange {
  path: string
  before: string
  after: string
}

export interface ToolChange {
  name: string
  change: string
  values: PathChange[]
}

export interface ResultChange {
  method: string
  asked: string
  change: string
  paths: PathChange[]
}

/** Median of the answers to a method, microseconds; null when none was answered. */
export interface LatencyPair {
  method: string
  before: { count: number; median: number } | null
  after: { count: number; median: number } | null
}

/** Reads what the server says of two runs. */
export function decodeChanges(value: unknown): Changes {
  const from = fields(value)
  const capabilities = fields(from['capabilities'])
  return {
    same: flag(from, 'same'),
    findings: list(from, 'findings', (each) => {
      const of = fields(each)
      return { ...words(of, 'code', 'severity', 'message'), before: count(of, 'before'), after: count(of, 'after') }
    }),
    inBoth: count(from, 'inBoth'),
    capabilities: { added: texts(capabilities, 'added'), removed: texts(capabilities, 'removed') },
    tools: list(from, 'tools', (each) => {
      const of = fields(each)
      return { ...words(of, 'name', 'change'), values: list(of, 'values', path) }
    }),
    toolsSame: count(from, 'toolsSame'),
    results: list(from, 'results', (each) => {
      const of = fields(each)
      return { ...words(of, 'method', 'asked', 'change'), paths: list(of, 'paths', path) }
    }),
    latencies: list(from, 'latencies', (each) => {
      const of = fields(each)
      return { method: text(of, 'method'), before: latency(of, 'before'), after: latency(of, 'after') }
    }),
    frames: pairs(from['rows']),
  }
}

function words<N extends string>(of: Fields, ...names: readonly N[]): Record<N, string> {
  return Object.fromEntries(names.map((name) => [name, text(of, name)])) as Record<N, string>
}

function path(value: unknown): PathChange {
  return words(fields(value), 'path', 'before', 'after')
}

function latency(of: Fields, name: string): { count: number; median: number } | null {
  return optional(of, name, (from) => ({ count: count(from, 'count'), median: count(from, 'median') }))
}

function pairs(rows: unknown): { a: Int32Array; b: Int32Array } {
  const numbers = Array.isArray(rows) ? rows.map((row) => (typeof row === 'number' ? row : -1)) : []
  const side = (of: number) => Int32Array.from({ length: numbers.length >> 1 }, (_, i) => numbers[2 * i + of] ?? -1)
  return { a: side(0), b: side(1) }
}
