// One row of the frame list as the words that stand in its cells. Made for the few
// rows in sight, from packed columns.

import { formatDuration, formatSize, formatTime } from './units'
import { methodString } from './match'
import {
  EVENT,
  FLAG,
  KIND,
  LANES,
  NO_LATENCY,
  SEVERITIES,
  STDERR,
  kindName,
  type KindName,
  type RowStore,
} from './rows'
import type { StringTable } from './strings'
import { visible } from './visible'

export interface Cells {
  row: number
  no: string
  time: string
  delta: string
  lane: (typeof LANES)[number]
  kind: string
  kindName: KindName
  what: string
  /** The text is what a server wrote, not a method. */
  verbatim: boolean
  id: string
  size: string
  latency: string
  layer: string
  layerTitle: string
  severity: (typeof SEVERITIES)[number]
  first: boolean
}

const KIND_LABEL: Readonly<Record<KindName, string>> = {
  request: 'req',
  notification: 'ntf',
  result: 'res',
  error: 'err',
  batch: 'batch',
  text: 'text',
  stderr: 'log',
  spawn: 'spawn',
  eof: 'eof',
  phase: 'phase',
  deadline: 'timeout',
  limit: 'limit',
  signal: 'signal',
  exit: 'exit',
  reap: 'clean-up',
  end: 'end',
  evidence: 'error',
  opaque: 'cut',
  partial: 'partial',
  other: 'event',
}

/** The short word for a kind of row. */
export function kindLabel(kind: KindName): string {
  return KIND_LABEL[kind]
}

/** What was not done in time, where it is no answer. */
const LATE: Readonly<Record<string, string>> = {
  shutdown: 'no exit in time after stdin was closed',
  terminate: 'no exit in time after SIGTERM',
}

/** What an event says, in words, from the one word that the engine gives for it. */
function eventWords(kind: KindName, said: string): string {
  switch (kind) {
    case 'spawn':
      return said === '' ? 'the server was started' : said
    case 'eof':
      return `${said} closed`
    case 'deadline':
      return LATE[said] ?? `no answer in time: ${said}`
    case 'exit':
      return /^-?\d+$/.test(said) ? `exit code ${said}` : said === '' ? 'the server ended' : `ended by ${said}`
    case 'reap':
      return said === '' ? 'nothing was left behind' : said
    case 'limit':
      return `limit met: ${said}`
    default:
      return said === 'fingerprint' ? 'facts of the machine and the program' : said
  }
}

/** The cells of a row; `before` is the row shown above it, -1 for none. */
export function cellsOf(rows: RowStore, strings: StringTable, row: number, before: number): Cells {
  const kind = rows.kind(row)
  const name = kindName(kind)
  const lane = LANES[rows.lane(row)] ?? 'event'
  const isEvent = rows.lane(row) === EVENT
  const latency = rows.latency(row)
  const failed = rows.failed(row)
  const reached = rows.layer(row)
  const number = methodString(rows, row)
  const own = visible(strings.get(number === 0 ? rows.text(row) : number))
  return {
    row,
    no: isEvent || rows.no(row) === 0 ? '' : String(rows.no(row)),
    time: formatTime(rows.time(row)),
    delta: before < 0 ? '' : formatDuration(Math.max(0, rows.time(row) - rows.time(before))),
    lane,
    kind: KIND_LABEL[name],
    kindName: name,
    what: isEvent ? eventWords(name, own) : own,
    verbatim: kind === KIND.text || kind === KIND.stderr || kind === KIND.partial,
    id: visible(strings.get(rows.id(row))),
    size: isEvent ? '' : formatSize(rows.size(row)),
    latency: latency === NO_LATENCY || kind === KIND.request ? '' : formatDuration(latency),
    layer: failed > 0 ? String(failed) : isEvent || rows.lane(row) === STDERR ? '' : String(reached),
    layerTitle: failed > 0 ? `failed at layer ${failed}` : `reached layer ${reached}`,
    severity: SEVERITIES[rows.severity(row)] ?? 'none',
    first: (rows.flags(row) & FLAG.first) !== 0,
  }
}
