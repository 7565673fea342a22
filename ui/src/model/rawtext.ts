// A frame's bytes as lines of readable text that keep their byte offsets: control
// and invisible characters become signs, bytes that are no UTF-8 become their hex.
// Start with rawLines for where lines break and rawPieces for one of them.

import { nameOf, stand, visible } from './visible'

export interface RawPiece {
  text: string
  /** Byte range in the frame. */
  start: number
  end: number
  /** A stand-in, not the character itself. */
  sign: boolean
  name: string
}

/** Byte offsets at which lines of at most `width` bytes begin; never inside a character. */
export function rawLines(bytes: Uint8Array, width: number): Uint32Array {
  const starts = new Uint32Array(Math.ceil(bytes.length / Math.max(1, width - 3)) + 1)
  let count = 0
  for (let at = 0; at < bytes.length;) {
    starts[count++] = at
    let next = at + width
    while (next < bytes.length && next > Math.max(at + 1, at + width - 3) && isContinuation(bytes[next] ?? 0)) next--
    // A run of continuation bytes is no character: it may be cut anywhere.
    if (next < bytes.length && isContinuation(bytes[next] ?? 0)) next = at + width
    at = next
  }
  return starts.subarray(0, Math.max(1, count))
}

/** The readable pieces of bytes[from, to). */
export function rawPieces(bytes: Uint8Array, from: number, to: number): RawPiece[] {
  const pieces: RawPiece[] = []
  const decoder = new TextDecoder()
  let plainFrom = from
  const flush = (end: number) => {
    if (end > plainFrom) {
      const text = decoder.decode(bytes.subarray(plainFrom, end))
      pieces.push({ text, start: plainFrom, end, sign: false, name: '' })
    }
  }
  for (let at = from; at < to;) {
    const { length, code } = characterAt(bytes, at, to)
    if (code < 0) {
      flush(at)
      const hex = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
      pieces.push({ text: `⟨${hex}⟩`, start: at, end: at + 1, sign: true, name: `byte ${hex}, not UTF-8` })
      plainFrom = at + 1
    } else if (isHidden(code)) {
      flush(at)
      const name = `${nameOf(code)}, U+${code.toString(16).toUpperCase().padStart(4, '0')}`
      pieces.push({ text: stand(code), start: at, end: at + length, sign: true, name })
      plainFrom = at + length
    }
    at += length
  }
  flush(to)
  return pieces
}

function isHidden(code: number): boolean {
  if (code >= 0x20 && code < 0x7f) return false
  const character = String.fromCodePoint(code)
  return visible(character) !== character
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** The character at a byte; code -1 and length 1 where the bytes are no UTF-8. */
function characterAt(bytes: Uint8Array, at: number, to: number): { length: number; code: number } {
  const first = bytes[at] ?? 0
  if (first < 0x80) return { length: 1, code: first }
  const length =
    first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0
  if (length === 0 || at + length > to) return { length: 1, code: -1 }
  let code = first & (0xff >> (length + 1))
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i] ?? 0
    if (!isContinuation(byte)) return { length: 1, code: -1 }
    code = (code << 6) | (byte & 0x3f)
  }
  const tooLong = (length === 3 && code < 0x800) || (length === 4 && code < 0x10000)
  if (tooLong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return { length: 1, code: -1 }
  return { length, code }
}
