// The address of a frame as text, URLs and reports write it: `stdout:12`, with
// the run before it from the second run on: `2/stdout:12`. An event has none of
// these and is addressed by its row: `row:7`.

import { LANES } from './rows'

export type Address =
  { kind: 'frame'; run: number; stream: 'stdin' | 'stdout' | 'stderr'; frame: number } | { kind: 'row'; row: number }

const FRAME = /^(?:([1-9]\d{0,4})\/)?(stdin|stdout|stderr):([1-9]\d{0,9})$/
const ROW = /^row:(\d{1,10})$/

/** Reads an address; undefined when the text is none. */
export function parseAddress(text: string): Address | undefined {
  const frame = FRAME.exec(text)
  if (frame) {
    return {
      kind: 'frame',
      run: frame[1] ? Number(frame[1]) : 1,
      stream: frame[2] as 'stdin' | 'stdout' | 'stderr',
      frame: Number(frame[3]),
    }
  }
  const row = ROW.exec(text)
  return row ? { kind: 'row', row: Number(row[1]) } : undefined
}

/** Writes an address. */
export function formatAddress(address: Address): string {
  if (address.kind === 'row') return `row:${address.row}`
  const run = address.run > 1 ? `${address.run}/` : ''
  return `${run}${address.stream}:${address.frame}`
}

/** What a row store answers about a row, as far as addresses need it. */
interface Numbered {
  length: number
  no(row: number): number
  run(row: number): number
  lane(row: number): number
}

/** The address of a row. */
export function addressOf(rows: Numbered, row: number): Address {
  const frame = rows.no(row)
  const lane = LANES[rows.lane(row)] ?? 'event'
  if (frame === 0 || lane === 'event') return { kind: 'row', row }
  return { kind: 'frame', run: rows.run(row), stream: lane, frame }
}

/** The row at an address, looked for from a row on; -1 when there is none (yet). */
export function rowAt(rows: Numbered, address: Address, from = 0): number {
  if (address.kind === 'row') return address.row < rows.length ? address.row : -1
  const lane = LANES.indexOf(address.stream)
  for (let row = from; row < rows.length; row++) {
    if (rows.no(row) === address.frame && rows.lane(row) === lane && rows.run(row) === address.run) return row
  }
  return -1
}
