// Looking for texts in the bytes of all frames, straight in the transcript file. A
// row's summary holds its method or its first characters; what stands deeper is
// found here, piece by piece, without decoding what does not match.
//
// Start with searchPiece. A hit is a place in an event line; the frame at that
// place follows from the newlines before it and from the rows that end there.

import { decodeEvent } from './frame'
import { LANES, type RowStore } from './rows'
import { Needle } from './strings'

/** A text to look for, as it stands in a frame and as JSON writes it inside of an event. */
export interface DeepNeedle {
  plain: Needle
  escaped: Needle
}

export function deepNeedle(text: string): DeepNeedle {
  return { plain: new Needle(text), escaped: new Needle(JSON.stringify(text).slice(1, -1)) }
}

/** The ends of frames that are not over yet, by run and pipe: a text may be cut in two by what came as two pieces. */
export type Seams = Map<string, Uint8Array>

/** How far ahead the row of a frame may lie that goes on over many events. */
const AHEAD = 20_000

const NEWLINE = 0x0a
const BACKSLASH = 0x5c
const LETTER_N = 0x6e
const TEXT = new TextEncoder().encode('"text":"')
const BASE64 = new TextEncoder().encode('"b64":"')
const HEAD = 160

/**
 * Searches the whole lines of a piece of the transcript that begins at byte `at`.
 * Tells each row with a hit, by the number of the needle; a row may be told twice.
 * Returns how many bytes it has searched: up to the last newline. The pieces follow
 * each other, and seams goes from one to the next.
 */
export function searchPiece(
  piece: Uint8Array,
  at: number,
  rows: RowStore,
  needles: readonly DeepNeedle[],
  seams: Seams,
  hit: (needle: number, row: number) => void,
): number {
  const end = piece.lastIndexOf(NEWLINE) + 1
  needles.forEach((needle, number) =>
    searchText(piece.subarray(0, end), at, rows, needle.escaped, (row) => hit(number, row)),
  )
  searchBase64(piece.subarray(0, end), at, rows, needles, hit)
  searchSeams(piece.subarray(0, end), at, rows, needles, seams, hit)
  return end
}

/** Looks where the bytes of one event meet those of the next, when no newline ends the first. */
function searchSeams(
  piece: Uint8Array,
  at: number,
  rows: RowStore,
  needles: readonly DeepNeedle[],
  seams: Seams,
  hit: (needle: number, row: number) => void,
): void {
  const reach = Math.max(0, ...needles.map(({ plain }) => plain.length - 1))
  for (let line = 0, lineEnd; reach > 0 && line < piece.length; line = lineEnd) {
    lineEnd = piece.indexOf(NEWLINE, line) + 1
    if (seams.size === 0 && endsFrame(piece, lineEnd)) continue
    const event = decodeEvent(new TextDecoder().decode(piece.subarray(line, lineEnd)))
    const lane = LANES.findIndex((name) => name === event?.kind)
    if (event === undefined || lane < 0 || event.data.length === 0) continue
    const { data } = event
    const pipe = `${event.run} ${event.kind}`
    const before = seams.get(pipe) ?? new Uint8Array()
    const over = data.indexOf(NEWLINE)
    const joined = concat(before, data.subarray(0, Math.min(reach, over < 0 ? data.length : over)))
    needles.forEach(({ plain }, number) => {
      const found = before.length === 0 ? -1 : plain.find(joined, 0, joined.length)
      const row = found < 0 ? -1 : rowOf(rows, at + line, at + lineEnd, lane, 0)
      if (row >= 0) hit(number, row)
    })
    const rest = over < 0 ? concat(before, data) : data.subarray(data.lastIndexOf(NEWLINE) + 1)
    if (rest.length > 0) seams.set(pipe, rest.slice(-reach))
    else seams.delete(pipe)
  }
}

const FRAME_END = new TextEncoder().encode('\\n"}\n')

/** Whether an event's line ends as one does whose bytes end with a newline. */
function endsFrame(piece: Uint8Array, lineEnd: number): boolean {
  const from = lineEnd - FRAME_END.length
  return piece[from - 1] !== BACKSLASH && FRAME_END.every((byte, i) => piece[from + i] === byte)
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function searchText(piece: Uint8Array, at: number, rows: RowStore, needle: Needle, hit: (row: number) => void): void {
  let line = -1
  let lineEnd = -1
  let counted = 0
  let newlines = 0
  let lane = -1
  let text = 0
  for (
    let found = needle.find(piece, 0, piece.length);
    found >= 0;
    found = needle.find(piece, found + 1, piece.length)
  ) {
    if (found >= lineEnd) {
      line = piece.lastIndexOf(NEWLINE, found) + 1
      lineEnd = piece.indexOf(NEWLINE, found) + 1
      counted = textStart(piece, line, lineEnd)
      lane = counted < 0 ? -1 : laneOf(piece, line, counted)
      text = counted
      newlines = 0
      if (counted < 0) {
        found = lineEnd - 1 // no pipe event: nothing of it is a frame
        continue
      }
    }
    if (found < text || insideEscape(piece, text, found)) continue // in the event's own members, or no character of the frame
    newlines += escapedNewlines(piece, counted, found)
    counted = found
    const row = rowOf(rows, at + line, at + lineEnd, lane, newlines)
    if (row >= 0) hit(row)
  }
}

/** Whether a byte is the rest of an escape: the n of \\n is no letter n. */
function insideEscape(piece: Uint8Array, text: number, at: number): boolean {
  let backslashes = 0
  while (at - 1 - backslashes >= text && piece[at - 1 - backslashes] === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

/** Where the value of "text" begins in a line; -1 when the line has none near its beginning. */
function textStart(piece: Uint8Array, line: number, lineEnd: number): number {
  const found = indexOf(piece, TEXT, line, Math.min(lineEnd, line + HEAD))
  return found < 0 ? -1 : found + TEXT.length
}

/** How many newlines the JSON string text in piece[from, to) stands for. */
function escapedNewlines(piece: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let i = piece.indexOf(BACKSLASH, from); i >= 0 && i < to; i = piece.indexOf(BACKSLASH, i + 2)) {
    if (piece[i + 1] === LETTER_N) count++
  }
  return count
}

function searchBase64(
  piece: Uint8Array,
  at: number,
  rows: RowStore,
  needles: readonly DeepNeedle[],
  hit: (needle: number, row: number) => void,
): void {
  for (let found = indexOf(piece, BASE64, 0, piece.length); found >= 0;) {
    const line = piece.lastIndexOf(NEWLINE, found) + 1
    const lineEnd = piece.indexOf(NEWLINE, found) + 1
    const event = found - line < HEAD ? decodeEvent(new TextDecoder().decode(piece.subarray(line, lineEnd))) : undefined
    const lane = LANES.findIndex((name) => name === event?.kind)
    if (event && lane >= 0) {
      needles.forEach((needle, number) => {
        const { data } = event
        for (let i = needle.plain.find(data, 0, data.length); i >= 0; i = needle.plain.find(data, i + 1, data.length)) {
          const row = rowOf(rows, at + line, at + lineEnd, lane, countOf(data, NEWLINE, i))
          if (row >= 0) hit(number, row)
        }
      })
    }
    found = indexOf(piece, BASE64, lineEnd, piece.length)
  }
}

function countOf(data: Uint8Array, byte: number, to: number): number {
  let count = 0
  for (let i = data.indexOf(byte); i >= 0 && i < to; i = data.indexOf(byte, i + 1)) count++
  return count
}

/** The pipe of an event line, told by its "k", which stands before its bytes; -1 for another event. */
function laneOf(piece: Uint8Array, line: number, text: number): number {
  const head = new TextDecoder('latin1').decode(piece.subarray(line, text))
  return LANES.findIndex((name) => head.includes(`"k":"${name}"`))
}

/** The row of the frame after so many newlines in an event line; -1 when there is none (yet). */
function rowOf(rows: RowStore, line: number, lineEnd: number, lane: number, newlines: number): number {
  let passed = 0
  let row = firstEndingAt(rows, lineEnd)
  for (const last = Math.min(rows.length, row + AHEAD); row < last; row++) {
    if (rows.lane(row) !== lane) continue
    if (rows.fileEnd(row) === lineEnd && passed++ === newlines) return row
    // Not finished in this line: the frame that goes on after it.
    if (rows.fileEnd(row) > lineEnd) return rows.fileStart(row) <= line ? row : -1
  }
  return -1
}

/** The first row whose last byte stands in the line that ends there, or later. Rows stand in the order of their ends. */
function firstEndingAt(rows: RowStore, lineEnd: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (rows.fileEnd(middle) < lineEnd) low = middle + 1
    else high = middle
  }
  return low
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number, to: number): number {
  const [first = 0] = wanted
  for (let i = bytes.indexOf(first, from); i >= 0 && i + wanted.length <= to; i = bytes.indexOf(first, i + 1)) {
    let k = 1
    while (k < wanted.length && bytes[i + k] === wanted[k]) k++
    if (k === wanted.length) return i
  }
  return -1
}

/** A set of rows that grows as rows come. */
export class RowSet {
  private bits = new Uint8Array(1024)

  has(row: number): boolean {
    return this.bits[row] === 1
  }

  /** Adds a row; false when it was in it already. */
  add(row: number): boolean {
    if (this.bits[row] === 1) return false
    if (row >= this.bits.length) {
      const grown = new Uint8Array(Math.max(row + 1, this.bits.length * 2))
      grown.set(this.bits)
      this.bits = grown
    }
    this.bits[row] = 1
    return true
  }
}
