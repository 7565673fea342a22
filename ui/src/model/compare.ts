// What differs between two recordings: facts of their reports, findings, tools and
// their schemas, latencies, and their frames laid beside each other. Start with
// compareReports, compareTools and alignFrames; nothing here judges.

import { fields, isFields, list, parse, text } from './decode'
import { kindLabel } from './cells'
import { methodString } from './match'
import type { Finding, Report } from './report'
import { EVENT, KIND, kindName, LANES, NO_LATENCY, type RowStore } from './rows'
import type { StringTable } from './strings'
import { formatDuration } from './units'
import { endOf, verdictOf } from './verdict'

export interface Fact {
  name: string
  /** One for each report, in their order. */
  values: string[]
  differs: boolean
}

const FACTS: readonly [name: string, of: (report: Report) => string][] = [
  ['Verdict', (report) => verdictOf(report, false).word],
  ['First violation', (report) => report.firstViolation?.message ?? 'none'],
  ['Protocol', (report) => report.era.revision],
  ['Frames on stdout', (report) => String(report.frames.stdout)],
  ['Lines on stderr', (report) => String(report.frames.stderrLines)],
  ['Tools', (report) => (report.tools.checked ? String(report.tools.count) : 'not listed')],
  ['Errors', (report) => String(report.summary.errors)],
  ['Warnings', (report) => String(report.summary.warnings)],
  ['Duration', (report) => formatDuration(report.durationMs * 1000)],
  ['End', endOf],
]

/** The facts of several reports, one beside the other. */
export function compareReports(reports: readonly Report[]): Fact[] {
  return FACTS.map(([name, of]) => {
    const values = reports.map(of)
    return { name, values, differs: new Set(values).size > 1 }
  })
}

export interface FindingChange {
  change: 'only-a' | 'only-b' | 'both'
  finding: Finding
}

/** Findings by what they say and not by where: a line more before them is no change of theirs. */
export function compareFindings(a: readonly Finding[], b: readonly Finding[]): FindingChange[] {
  const rest = [...b]
  const changes: FindingChange[] = a.map((finding) => {
    const at = rest.findIndex((other) => keyOfFinding(other) === keyOfFinding(finding))
    if (at < 0) return { change: 'only-a', finding }
    rest.splice(at, 1)
    return { change: 'both', finding }
  })
  return [...changes, ...rest.map((finding): FindingChange => ({ change: 'only-b', finding }))]
}

function keyOfFinding(finding: Finding): string {
  return [
    finding.code,
    finding.severity,
    finding.detailCode,
    finding.path,
    finding.method,
    plain(finding.message),
  ].join('|')
}

/** Text without its numbers: times, ids and sizes differ in every run. */
function plain(source: string): string {
  return source.replace(/\d+/g, '#')
}

export interface Tool {
  name: string
  value: unknown
}

/** The tools of a tools/list result, given the bytes of the whole message. */
export function toolsOf(message: Uint8Array): Tool[] {
  const result = fields(fields(parse(new TextDecoder().decode(message)))['result'])
  return list(result, 'tools', (value) => ({ name: text(fields(value), 'name'), value }))
}

export interface ToolChange {
  name: string
  change: 'added' | 'removed' | 'changed' | 'same'
  /** For a changed tool: what changed, by JSON pointer. */
  values: ValueChange[]
}

/** Tools by name; their order is no change. */
export function compareTools(a: readonly Tool[], b: readonly Tool[]): ToolChange[] {
  const names = [...new Set([...a, ...b].map((tool) => tool.name))].sort()
  return names.map((name) => {
    const before = a.find((tool) => tool.name === name)
    const after = b.find((tool) => tool.name === name)
    if (!before) return { name, change: 'added', values: [] }
    if (!after) return { name, change: 'removed', values: [] }
    const values = compareValues(before.value, after.value)
    return { name, change: values.length === 0 ? 'same' : 'changed', values }
  })
}

export interface ValueChange {
  path: string
  a: string
  b: string
}

const MOST_CHANGES = 200

/** What differs between two JSON values, by JSON pointer; "" where a side has nothing. */
export function compareValues(a: unknown, b: unknown, path = '', out: ValueChange[] = []): ValueChange[] {
  if (out.length >= MOST_CHANGES) return out
  if (isFields(a) && isFields(b)) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      compareValues(a[name], b[name], `${path}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`, out)
    }
  } else if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.max(a.length, b.length); i++) compareValues(a[i], b[i], `${path}/${i}`, out)
  } else if (written(a) !== written(b)) {
    out.push({ path, a: written(a), b: written(b) })
  }
  return out
}

function written(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value)
}

export interface LatencyRow {
  method: string
  a: { count: number; median: number } | null
  b: { count: number; median: number } | null
}

/** Median latency of each method, microseconds. */
export function compareLatencies(a: Table, b: Table): LatencyRow[] {
  const left = latencies(a)
  const right = latencies(b)
  return [...new Set([...left.keys(), ...right.keys()])].sort().map((method) => ({
    method,
    a: medianOf(left.get(method)),
    b: medianOf(right.get(method)),
  }))
}

export interface Table {
  rows: RowStore
  strings: StringTable
}

function latencies({ rows, strings }: Table): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (let row = 0; row < rows.length; row++) {
    const kind = rows.kind(row)
    const latency = rows.latency(row)
    if ((kind !== KIND.result && kind !== KIND.error) || latency === NO_LATENCY) continue
    const method = strings.get(methodString(rows, row))
    const known = found.get(method)
    if (known) known.push(latency)
    else found.set(method, [latency])
  }
  return found
}

function medianOf(values: number[] | undefined): { count: number; median: number } | null {
  if (!values || values.length === 0) return null
  const sorted = [...values].sort((x, y) => x - y)
  const middle = sorted.length >> 1
  const median =
    sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
  return { count: values.length, median }
}

/** Rows laid beside each other; -1 where a side has nothing of the kind. */
export interface Aligned {
  a: Int32Array
  b: Int32Array
}

/** So many differing frames on a side are laid out exactly; beyond it, nearby ones alone. */
const EXACT = 2000
const NEARBY = 64

/** Lays the frames of two recordings beside each other by what they are, not by when they came. */
export function alignFrames(a: Table, b: Table): Aligned {
  const left = keysOf(a)
  const right = keysOf(b)
  let start = 0
  while (start < left.length && start < right.length && left[start]?.key === right[start]?.key) start++
  let end = 0
  while (end < left.length - start && end < right.length - start && left.at(-1 - end)?.key === right.at(-1 - end)?.key)
    end++
  const midLeft = left.slice(start, left.length - end)
  const midRight = right.slice(start, right.length - end)
  const pairs: [number, number][] = []
  const both = (x: Keyed | undefined, y: Keyed | undefined) => pairs.push([x?.row ?? -1, y?.row ?? -1])
  for (let i = 0; i < start; i++) both(left[i], right[i])
  const middle = midLeft.length <= EXACT && midRight.length <= EXACT ? exact : nearby
  middle(midLeft, midRight, both)
  for (let i = end; i > 0; i--) both(left.at(-i), right.at(-i))
  return { a: Int32Array.from(pairs, (pair) => pair[0]), b: Int32Array.from(pairs, (pair) => pair[1]) }
}

interface Keyed {
  row: number
  key: string
}
type Both = (a: Keyed | undefined, b: Keyed | undefined) => void

/** What a frame is, for comparing: events of the process take no part. */
function keysOf({ rows, strings }: Table): Keyed[] {
  const keys: Keyed[] = []
  for (let row = 0; row < rows.length; row++) {
    if (rows.lane(row) === EVENT) continue
    const number = methodString(rows, row)
    const said = number > 0 ? strings.get(number) : plain(strings.get(rows.text(row)))
    keys.push({ row, key: `${LANES[rows.lane(row)]} ${kindLabel(kindName(rows.kind(row)))} ${said}` })
  }
  return keys
}

/** The longest common subsequence, by the table of its lengths. */
function exact(a: readonly Keyed[], b: readonly Keyed[], both: Both): void {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const same = a[i]?.key === b[j]?.key
      lengths[i * width + j] = same
        ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
    }
  }
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    if (a[i]?.key === b[j]?.key) both(a[i++], b[j++])
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) both(a[i++], undefined)
    else both(undefined, b[j++])
  }
  while (i < a.length) both(a[i++], undefined)
  while (j < b.length) both(undefined, b[j++])
}

/** Step by step, looking a little ahead on both sides: linear, for long recordings. */
function nearby(a: readonly Keyed[], b: readonly Keyed[], both: Both): void {
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    if (a[i]?.key === b[j]?.key) {
      both(a[i++], b[j++])
      continue
    }
    let skipA = -1
    let skipB = -1
    for (let ahead = 1; ahead <= NEARBY && skipA < 0 && skipB < 0; ahead++) {
      if (a[i + ahead]?.key === b[j]?.key) skipA = ahead
      else if (a[i]?.key === b[j + ahead]?.key) skipB = ahead
    }
    if (skipA > 0) for (let n = 0; n < skipA; n++) both(a[i++], undefined)
    else if (skipB > 0) for (let n = 0; n < skipB; n++) both(undefined, b[j++])
    else {
      both(a[i++], undefined)
      both(undefined, b[j++])
    }
  }
  while (i < a.length) both(a[i++], undefined)
  while (j < b.length) both(undefined, b[j++])
}
