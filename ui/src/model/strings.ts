// The strings that rows point to, kept packed as they came: a u32 length and its
// UTF-8 bytes, numbered from 1. Start with StringTable.get; a string is decoded
// only when it is shown, and searched without being decoded.

const decoder = new TextDecoder()
const CACHE_LIMIT = 4096

export class StringTable {
  /** How many strings there are; the highest number. */
  count = 0
  private readonly blocks: Uint8Array[] = []
  private block = new Uint32Array(1024)
  private start = new Uint32Array(1024)
  private readonly cache = new Map<number, string>()

  /** Takes whole records; keeps the buffer. */
  append(records: Uint8Array): void {
    if (records.length === 0) return
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
    this.blocks.push(records)
    let at = 0
    while (at + 4 <= records.length) {
      this.count++
      if (this.count >= this.block.length) {
        this.block = doubled(this.block)
        this.start = doubled(this.start)
      }
      this.block[this.count] = this.blocks.length - 1
      this.start[this.count] = at
      at += 4 + view.getUint32(at, true)
    }
  }

  /** The string of a number; "" for 0 and for numbers that have not come yet. */
  get(number: number): string {
    if (number === 0 || number > this.count) return ''
    const known = this.cache.get(number)
    if (known !== undefined) return known
    const [bytes, from, to] = this.place(number)
    const text = decoder.decode(bytes.subarray(from, to))
    if (this.cache.size >= CACHE_LIMIT) this.cache.clear()
    this.cache.set(number, text)
    return text
  }

  /** Whether the string holds the needle, ASCII letters compared without case. */
  includes(number: number, needle: Needle): boolean {
    if (number === 0 || number > this.count) return false
    const [bytes, from, to] = this.place(number)
    return needle.find(bytes, from, to) >= 0
  }

  /** Whether the string is one of the patterns. */
  matches(number: number, patterns: readonly Pattern[]): boolean {
    if (number === 0 || number > this.count) return false
    const [bytes, from, to] = this.place(number)
    return patterns.some((pattern) => pattern.matches(bytes, from, to))
  }

  private place(number: number): [bytes: Uint8Array, from: number, to: number] {
    const bytes = this.blocks[this.block[number] ?? 0] ?? EMPTY
    const at = this.start[number] ?? 0
    const size =
      (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)
    return [bytes, at + 4, at + 4 + size]
  }
}

const EMPTY = new Uint8Array()

/** A text that a whole string must be, or with a star at its end must begin with. */
export class Pattern {
  private readonly bytes: Uint8Array
  private readonly open: boolean

  constructor(text: string) {
    this.open = text.endsWith('*')
    this.bytes = new TextEncoder().encode(this.open ? text.slice(0, -1) : text)
  }

  /** Whether bytes[from, to) is it. */
  matches(bytes: Uint8Array, from: number, to: number): boolean {
    const wanted = this.bytes
    const length = to - from
    if (this.open ? length < wanted.length : length !== wanted.length) return false
    for (let i = 0; i < wanted.length; i++) if (bytes[from + i] !== wanted[i]) return false
    return true
  }
}

/** A text to look for in bytes, ASCII letters without case. */
export class Needle {
  private readonly lower: Uint8Array
  private readonly upper: Uint8Array

  constructor(text: string) {
    const bytes = new TextEncoder().encode(text)
    this.lower = bytes.map(lowerCase)
    this.upper = bytes.map(upperCase)
  }

  /** In bytes. */
  get length(): number {
    return this.lower.length
  }

  /** Where the text first stands in bytes[from, to), or -1. */
  find(bytes: Uint8Array, from: number, to: number): number {
    const { lower, upper } = this
    const length = lower.length
    if (length === 0) return from
    const last = to - length
    const first = lower[0]
    const firstUpper = upper[0]
    for (let i = from; i <= last; i++) {
      const c = bytes[i]
      if (c !== first && c !== firstUpper) continue
      let k = 1
      while (k < length && (bytes[i + k] === lower[k] || bytes[i + k] === upper[k])) k++
      if (k === length) return i
    }
    return -1
  }
}

function lowerCase(c: number): number {
  return c >= 0x41 && c <= 0x5a ? c + 32 : c
}

function upperCase(c: number): number {
  return c >= 0x61 && c <= 0x7a ? c - 32 : c
}

function doubled(old: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(old.length * 2)
  grown.set(old)
  return grown
}
