// Where everything stands on the timeline: spans from request to response, marks of
// single frames, phases as bands. Start with Overview (kept up to date as rows come)
// and layOut, whose work is bounded by the width of the picture, not by the rows.

import { KIND, LANES, STDERR, STDIN, STDOUT, type RowStore } from './rows'

/** Rows of one bucket of the overview. */
const BUCKET = 256
/** So many rows in sight are laid out one by one; beyond it, by buckets. */
const SINGLY = 30_000
/** So many spans are drawn as spans; beyond it they are a density. */
const SPANS = 1500
/** Rows of overlapping spans that a lane shows. */
const LEVELS = 3

/** Facts of all rows in blocks, so that a million of them are drawn from four thousand. */
export class Overview {
  private t0 = new Float64Array(64)
  private t1 = new Float64Array(64)
  private lanes = new Uint8Array(64)
  private worst = new Uint8Array(64)
  private readonly stale = new Set<number>()
  /** Rows that buckets cover. */
  covered = 0
  /** Rows that are drawn by themselves: phases, deadlines, exits. */
  readonly events: number[] = []

  /** Takes in rows that have come. */
  extend(rows: RowStore): void {
    for (const bucket of this.stale) this.measure(rows, bucket)
    this.stale.clear()
    if (rows.length === this.covered) return
    const first = Math.floor(this.covered / BUCKET)
    for (let row = this.covered; row < rows.length; row++) if (rows.lane(row) > STDERR) this.events.push(row)
    this.covered = rows.length
    const last = Math.floor((rows.length - 1) / BUCKET)
    if (last >= this.t0.length) this.grow(last + 1)
    for (let bucket = first; bucket <= last; bucket++) this.measure(rows, bucket)
  }

  /** A row has changed: its bucket is measured again at the next extend. */
  touch(row: number): void {
    if (row < this.covered) this.stale.add(Math.floor(row / BUCKET))
  }

  each(from: number, to: number, take: (t0: number, t1: number, lanes: number, worst: number) => void): void {
    for (let bucket = Math.floor(from / BUCKET); bucket * BUCKET < to; bucket++) {
      take(this.t0[bucket] ?? 0, this.t1[bucket] ?? 0, this.lanes[bucket] ?? 0, this.worst[bucket] ?? 0)
    }
  }

  private measure(rows: RowStore, bucket: number): void {
    const end = Math.min(rows.length, (bucket + 1) * BUCKET)
    let t0 = Infinity
    let t1 = -Infinity
    let lanes = 0
    let worst = 0
    for (let row = bucket * BUCKET; row < end; row++) {
      const t = rows.time(row)
      if (t < t0) t0 = t
      if (t > t1) t1 = t
      lanes |= 1 << rows.lane(row)
      worst = Math.max(worst, rows.severity(row))
    }
    this.t0[bucket] = t0
    this.t1[bucket] = t1
    this.lanes[bucket] = lanes
    this.worst[bucket] = worst
  }

  private grow(need: number): void {
    const size = Math.max(need, this.t0.length * 2)
    const wide = (old: Float64Array) => {
      const grown = new Float64Array(size)
      grown.set(old)
      return grown
    }
    const narrow = (old: Uint8Array) => {
      const grown = new Uint8Array(size)
      grown.set(old)
      return grown
    }
    this.t0 = wide(this.t0)
    this.t1 = wide(this.t1)
    this.lanes = narrow(this.lanes)
    this.worst = narrow(this.worst)
  }
}

export interface Span {
  row: number
  /** Who asked. */
  lane: 0 | 1
  x0: number
  x1: number
  level: number
  /** Not answered: the span goes on to the end. */
  open: boolean
  /** Answered with an error, as a server may. */
  refused: boolean
  /** Carries a finding of severity error. */
  faulty: boolean
  /** No other span lies below it: there is room for its name. */
  alone: boolean
}

export interface Band {
  row: number
  x0: number
  x1: number
}

export interface Picture {
  /** One entry a pixel and lane: 0 nothing, else 1 + the worst severity of what stands there. */
  marks: readonly [stdin: Uint8Array, stdout: Uint8Array, stderr: Uint8Array]
  spans: Span[]
  /** Phases, in order. */
  bands: Band[]
  /** Deadlines, limits, signals and exits: row and place. */
  lines: { row: number; x: number; kind: number }[]
  /** Place of the first violation, -1 when it is not in sight. */
  first: number
  /** Whether requests are too many to be drawn as spans. */
  dense: boolean
}

/** The range of time that is looked at, microseconds since start. */
export interface TimeRange {
  from: number
  to: number
}

/** The whole range of a recording, never empty. */
export function wholeRange(rows: RowStore): TimeRange {
  if (rows.length === 0) return { from: 0, to: 1000 }
  const from = Math.min(0, rows.time(0))
  return { from, to: Math.max(from + 1000, rows.time(rows.length - 1)) }
}

/** Lays out what is seen of a range on so many pixels. */
export function layOut(rows: RowStore, overview: Overview, range: TimeRange, width: number, firstRow = -1): Picture {
  const scale = width / Math.max(1, range.to - range.from)
  const x = (t: number) => (t - range.from) * scale
  const marks = [new Uint8Array(width), new Uint8Array(width), new Uint8Array(width)] as const
  const from = firstAtOrAfter(rows, range.from)
  const to = firstAtOrAfter(rows, range.to + 1)
  const mark = (lane: number, at: number, severity: number) => {
    const column = marks[lane]
    const pixel = Math.max(0, Math.min(width - 1, Math.floor(at)))
    if (column && (column[pixel] ?? 0) < 1 + severity) column[pixel] = 1 + severity
  }
  const singly = to - from <= SINGLY
  const spans: Span[] = []
  const first = firstRow >= 0 && firstRow < rows.length ? x(rows.time(firstRow)) : -1
  let dense = !singly
  if (singly) {
    for (let row = from; row < to; row++) {
      const lane = rows.lane(row)
      if (lane > STDERR) continue
      mark(lane, x(rows.time(row)), rows.severity(row))
      if (spans.length <= SPANS) addSpan(rows, row, from, x, width, spans)
    }
    dense = spans.length > SPANS
  } else {
    overview.each(from, to, (t0, t1, lanes, worst) => {
      const end = Math.min(width - 1, Math.floor(x(t1)))
      for (let lane = STDIN; lane <= STDERR; lane++) {
        if ((lanes & (1 << lane)) === 0) continue
        for (let pixel = Math.max(0, Math.floor(x(t0))); pixel <= end; pixel++)
          mark(lane, pixel, lane === STDOUT ? worst : 0)
      }
    })
  }
  const kept = dense ? [] : stacked(spans)
  return { marks, spans: kept, ...eventsOf(rows, overview, x, width), first, dense }
}

/** Adds the span of an exchange once: at its request, or at its answer when the request lies before the range. */
function addSpan(
  rows: RowStore,
  row: number,
  from: number,
  x: (t: number) => number,
  width: number,
  spans: Span[],
): void {
  const kind = rows.kind(row)
  const isAnswer = kind === KIND.result || kind === KIND.error
  const pair = rows.pair(row)
  if (kind !== KIND.request && !(isAnswer && pair >= 0 && pair < from)) return
  const request = isAnswer ? pair : row
  const answer = isAnswer ? row : pair < rows.length ? pair : -1
  spans.push({
    row: request,
    lane: rows.lane(request) === STDIN ? 0 : 1,
    x0: x(rows.time(request)),
    x1: answer < 0 ? width : x(rows.time(answer)),
    level: 0,
    open: answer < 0,
    refused: answer >= 0 && rows.kind(answer) === KIND.error,
    faulty: answer >= 0 && rows.severity(answer) === 3,
    alone: true,
  })
}

/** Gives overlapping spans of a lane levels of their own, as far as there are any. */
function stacked(spans: Span[]): Span[] {
  spans.sort((a, b) => a.x0 - b.x0)
  const lanes = [0, 1].map(() => ({
    ends: new Float64Array(LEVELS).fill(-Infinity),
    top: undefined as Span | undefined,
  }))
  for (const span of spans) {
    const lane = lanes[span.lane]
    if (!lane) continue
    const free = lane.ends.findIndex((end) => end <= span.x0)
    span.level = free < 0 ? LEVELS - 1 : free
    lane.ends[span.level] = Math.max(lane.ends[span.level] ?? 0, span.x1)
    if (span.level > 0) {
      if (lane.top) lane.top.alone = false
    } else {
      lane.top = span
      span.alone = lane.ends.every((end, level) => level === 0 || end <= span.x0)
    }
  }
  return spans
}

function eventsOf(
  rows: RowStore,
  overview: Overview,
  x: (t: number) => number,
  width: number,
): Pick<Picture, 'bands' | 'lines'> {
  const bands: Band[] = []
  const lines: Picture['lines'] = []
  for (const row of overview.events) {
    const at = x(rows.time(row))
    const kind = rows.kind(row)
    if (kind === KIND.phase) {
      const last = bands.at(-1)
      if (last) last.x1 = at
      bands.push({ row, x0: at, x1: width })
    } else if (isLine(kind) && at >= 0 && at <= width) {
      lines.push({ row, x: at, kind })
    }
  }
  return { bands: bands.filter((band) => band.x1 > 0 && band.x0 < width), lines }
}

function isLine(kind: number): boolean {
  return (
    kind === KIND.deadline || kind === KIND.limit || kind === KIND.signal || kind === KIND.exit || kind === KIND.spawn
  )
}

/** The first row at or after a time; rows stand in the order of time. */
export function firstAtOrAfter(rows: RowStore, t: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (rows.time(middle) < t) low = middle + 1
    else high = middle
  }
  return low
}

/** The row nearest to a time, in a lane when one is given; -1 when none is within `reach`. */
export function nearestRow(rows: RowStore, t: number, reach: number, lane?: number): number {
  const from = firstAtOrAfter(rows, t - reach)
  let best = -1
  let distance = Infinity
  for (let row = from, seen = 0; row < rows.length && seen < 5000; row++, seen++) {
    const d = Math.abs(rows.time(row) - t)
    if (rows.time(row) - t > reach) break
    const matches = lane === undefined ? rows.lane(row) < LANES.length - 1 : rows.lane(row) === lane
    // An error wins over its neighbours: it is what a person aims at.
    const weight = d - (rows.severity(row) === 3 ? reach : 0)
    if (matches && weight < distance) {
      best = row
      distance = weight
    }
  }
  return best
}

/** Times at which the axis has its ticks: round numbers, at least `apart` pixels from each other. */
export function ticks(range: TimeRange, width: number, apart = 88): number[] {
  const span = range.to - range.from
  const step = niceStep((span * apart) / Math.max(1, width))
  const found: number[] = []
  for (let t = Math.ceil(range.from / step) * step; t <= range.to; t += step) found.push(t)
  return found
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  for (const factor of [1, 2, 5, 10]) if (factor * power >= least) return factor * power
  return 10 * power
}

/** A range zoomed by a factor about a time, inside of the whole. */
export function zoom(range: TimeRange, whole: TimeRange, factor: number, about: number): TimeRange {
  const span = Math.min(whole.to - whole.from, Math.max(50, (range.to - range.from) * factor))
  const share = (about - range.from) / Math.max(1, range.to - range.from)
  return clamp({ from: about - share * span, to: about + (1 - share) * span }, whole)
}

/** A range moved inside of the whole. */
export function pan(range: TimeRange, whole: TimeRange, by: number): TimeRange {
  return clamp({ from: range.from + by, to: range.to + by }, whole)
}

function clamp(range: TimeRange, whole: TimeRange): TimeRange {
  const span = Math.min(range.to - range.from, whole.to - whole.from)
  const from = Math.max(whole.from, Math.min(whole.to - span, range.from))
  return { from, to: from + span }
}
