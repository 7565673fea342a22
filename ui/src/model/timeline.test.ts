import { expect, test } from 'vitest'
import { firstAtOrAfter, layOut, nearestRow, Overview, pan, ticks, wholeRange, zoom } from './timeline'
import { packed, type PlainRow } from './testrows'

function lay(plain: PlainRow[], range?: { from: number; to: number }, width = 100) {
  const { rows } = packed(plain)
  const overview = new Overview()
  overview.extend(rows)
  return layOut(rows, overview, range ?? wholeRange(rows), width, 2)
}

const RUN: PlainRow[] = [
  { lane: 'event', kind: 'spawn', no: 0, t: 0 },
  { lane: 'event', kind: 'phase', no: 0, t: 1000 },
  { lane: 'stdout', kind: 'text', t: 2000, severity: 'error', flags: 1 },
  { lane: 'stdin', kind: 'request', t: 3000, pair: 5 },
  { lane: 'stdin', kind: 'request', t: 4000, pair: 6 },
  { lane: 'stdout', kind: 'result', t: 6000, pair: 3 },
  { lane: 'stdout', kind: 'error', t: 7000, pair: 4 },
  { lane: 'event', kind: 'phase', no: 0, t: 7500 },
  { lane: 'stdin', kind: 'request', t: 8000 },
  { lane: 'stderr', kind: 'stderr', t: 9000 },
  { lane: 'event', kind: 'exit', no: 0, t: 10000 },
]

test('exchanges are spans, overlapping ones on levels of their own', () => {
  expect(lay(RUN).spans).toEqual([
    { row: 3, lane: 0, x0: 30, x1: 60, level: 0, open: false, refused: false, faulty: false, alone: false },
    { row: 4, lane: 0, x0: 40, x1: 70, level: 1, open: false, refused: true, faulty: false, alone: true },
    { row: 8, lane: 0, x0: 80, x1: 100, level: 0, open: true, refused: false, faulty: false, alone: true },
  ])
})

test('frames are marks with their severity, the first violation stands apart', () => {
  const picture = lay(RUN)
  expect(picture.first).toBe(20)
  expect(picture.marks[1][20]).toBe(4)
  expect(picture.marks[2][90]).toBe(1)
  expect(picture.marks[0].filter((mark) => mark > 0).length).toBe(3)
})

test('phases are bands, and what ends things are lines', () => {
  const picture = lay(RUN)
  expect(picture.bands).toEqual([
    { row: 1, x0: 10, x1: 75 },
    { row: 7, x0: 75, x1: 100 },
  ])
  expect(picture.lines.map((line) => line.row)).toEqual([0, 10])
})

test('a span that began before the range is drawn from its answer', () => {
  expect(lay(RUN, { from: 5000, to: 7000 }).spans.map((span) => [span.row, span.x0, span.x1])).toEqual([
    [3, -100, 50],
    [4, -50, 100],
  ])
})

test('a million rows are laid out by buckets, and an error among them is still seen', () => {
  const plain: PlainRow[] = Array.from({ length: 70_000 }, (_, i) => ({ lane: 'stdout', t: i }))
  plain[35_000] = { lane: 'stdout', t: 35_000, severity: 'error' }
  const picture = lay(plain, undefined, 100)
  expect(picture.dense).toBe(true)
  expect([...picture.marks[1]].filter((mark) => mark === 0)).toEqual([])
  expect(Math.max(...picture.marks[1].subarray(48, 52))).toBe(4)
})

test('a patched row is seen after it was touched', () => {
  const { rows } = packed(Array.from({ length: 10 }, (_, i): PlainRow => ({ t: i })))
  const overview = new Overview()
  overview.extend(rows)
  let worst = -1
  const look = () => overview.each(0, 10, (_t0, _t1, _lanes, each) => (worst = each))
  look()
  expect(worst).toBe(0)
  const patch = new Uint8Array(16).fill(255)
  patch.set([3, 0, 0, 0], 0)
  patch[14] = 3
  rows.patch(patch, (row) => overview.touch(row))
  overview.extend(rows)
  look()
  expect(worst).toBe(3)
})

test('finds rows by time', () => {
  const { rows } = packed(RUN)
  expect([firstAtOrAfter(rows, 0), firstAtOrAfter(rows, 2500), firstAtOrAfter(rows, 99_999)]).toEqual([0, 3, 11])
  expect([nearestRow(rows, 5900, 500), nearestRow(rows, 100_000, 500), nearestRow(rows, 2600, 700)]).toEqual([5, -1, 2])
  expect(nearestRow(rows, 5900, 3000, 2)).toBe(-1)
})

test('ticks are round and apart', () => {
  expect(ticks({ from: 0, to: 1_000_000 }, 500, 88)).toEqual([0, 200_000, 400_000, 600_000, 800_000, 1_000_000])
})

test('zoom keeps the time under the pointer, and nothing leaves the whole', () => {
  const whole = { from: 0, to: 1000 }
  expect(zoom(whole, whole, 0.5, 200)).toEqual({ from: 100, to: 600 })
  expect(zoom({ from: 100, to: 600 }, whole, 10, 200)).toEqual(whole)
  expect(pan({ from: 100, to: 600 }, whole, -500)).toEqual({ from: 0, to: 500 })
})

test('an empty recording has a range', () => {
  const { rows } = packed([])
  expect(wholeRange(rows)).toEqual({ from: 0, to: 1000 })
})
