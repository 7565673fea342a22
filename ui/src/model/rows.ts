// The packed frame index: one fixed-size record a frame or event, as the engine
// writes it. Start with RowStore: append and patch records, read columns by row
// number. No object is made per row, so a million rows stay cheap.

export const ROW_BYTES = 72
export const PATCH_BYTES = 16
const CHUNK_SHIFT = 15
const CHUNK_ROWS = 1 << CHUNK_SHIFT
const CHUNK_MASK = CHUNK_ROWS - 1
const UNCHANGED_WORD = 0xffffffff
const UNCHANGED_BYTE = 255
const SEVERITY_AT = 10

export const LANES = ['stdin', 'stdout', 'stderr', 'event'] as const
export type Lane = (typeof LANES)[number]
export const STDIN = 0
export const STDOUT = 1
export const STDERR = 2
export const EVENT = 3

export const KIND = {
  request: 1,
  notification: 2,
  result: 3,
  error: 4,
  batch: 5,
  text: 6,
  stderr: 7,
  spawn: 8,
  eof: 9,
  phase: 10,
  deadline: 11,
  limit: 12,
  signal: 13,
  exit: 14,
  reap: 15,
  end: 16,
  evidence: 17,
  opaque: 18,
  partial: 19,
  other: 20,
} as const
export type KindName = keyof typeof KIND

const KIND_NAMES: readonly KindName[] = (() => {
  const names: KindName[] = []
  for (const [name, number] of Object.entries(KIND)) names[number] = name as KindName
  return names
})()

/** The name of a kind number; a number that this page does not know is "other". */
export function kindName(kind: number): KindName {
  return KIND_NAMES[kind] ?? 'other'
}

/** Bits of a row's flags. */
export const FLAG = { first: 1, client: 2, afterFirst: 4, open: 8 } as const

export const SEVERITIES = ['none', 'note', 'warning', 'error'] as const
export type SeverityName = (typeof SEVERITIES)[number]

/** Latency of a row that answers nothing. */
export const NO_LATENCY = 0xffffffff

/** All rows of one transcript, in the order of their first bytes. */
export class RowStore {
  length = 0
  /** Rows that carry a finding, in the order in which that became known. */
  readonly marked: number[] = []
  /** Grows by one with every patch that changed a row: what was derived from rows may be stale. */
  patches = 0
  private readonly chunks: Uint8Array[] = []
  private readonly views: DataView[] = []

  /** Appends whole records. The bytes are copied. */
  append(records: Uint8Array): void {
    let at = 0
    while (at + ROW_BYTES <= records.length) {
      const slot = this.length & CHUNK_MASK
      if (slot === 0) this.addChunk()
      const rows = Math.min(CHUNK_ROWS - slot, Math.floor((records.length - at) / ROW_BYTES))
      this.chunks[this.length >>> CHUNK_SHIFT]?.set(records.subarray(at, at + rows * ROW_BYTES), slot * ROW_BYTES)
      for (let i = 0; i < rows; i++) {
        if (records[at + i * ROW_BYTES + SEVERITY_AT] !== 0) this.marked.push(this.length + i)
      }
      at += rows * ROW_BYTES
      this.length += rows
    }
  }

  /** Applies changes to rows that exist and tells each row that it touched. */
  patch(records: Uint8Array, touched: (row: number) => void = () => undefined): void {
    const from = new DataView(records.buffer, records.byteOffset, records.byteLength)
    for (let at = 0; at + PATCH_BYTES <= records.length; at += PATCH_BYTES) {
      const row = from.getUint32(at, true)
      if (row >= this.length) continue
      const to = this.view(row)
      const base = (row & CHUNK_MASK) * ROW_BYTES
      const pair = from.getUint32(at + 4, true)
      const latency = from.getUint32(at + 8, true)
      if (pair !== UNCHANGED_WORD) to.setUint32(base + 48, pair, true)
      if (latency !== UNCHANGED_WORD) to.setUint32(base + 60, latency, true)
      const wasClean = to.getUint8(base + SEVERITY_AT) === 0
      for (let i = 0; i < 4; i++) {
        const value = from.getUint8(at + 12 + i)
        if (value !== UNCHANGED_BYTE) to.setUint8(base + 8 + i, value)
      }
      if (wasClean && to.getUint8(base + SEVERITY_AT) !== 0) this.marked.push(row)
      this.patches++
      touched(row)
    }
  }

  /** Frame number, from 1 in each stream and run; 0 for an event. */
  no(row: number): number {
    return this.word(row, 0)
  }
  run(row: number): number {
    return this.view(row).getUint16((row & CHUNK_MASK) * ROW_BYTES + 4, true)
  }
  lane(row: number): number {
    return this.byte(row, 6)
  }
  kind(row: number): number {
    return this.byte(row, 7)
  }
  /** Highest layer that the frame reached, 0 to 5. */
  layer(row: number): number {
    return this.byte(row, 8)
  }
  /** Layer at which the frame failed; 0 = none. */
  failed(row: number): number {
    return this.byte(row, 9)
  }
  /** 0 none, 1 note, 2 warning, 3 error. */
  severity(row: number): number {
    return this.byte(row, 10)
  }
  flags(row: number): number {
    return this.byte(row, 11)
  }
  /** Bytes of the frame without its newline. */
  size(row: number): number {
    return this.word(row, 12)
  }
  /** Microseconds since start. */
  time(row: number): number {
    return this.word(row, 16) + this.view(row).getInt32((row & CHUNK_MASK) * ROW_BYTES + 20, true) * 4294967296
  }
  /** Byte offset of the frame in its stream, from 0. */
  offset(row: number): number {
    return this.wide(row, 24)
  }
  /** Where in the transcript file the event line stands that holds the first byte. */
  fileStart(row: number): number {
    return this.wide(row, 32)
  }
  /** End (exclusive) of the event line that holds the last byte. */
  fileEnd(row: number): number {
    return this.wide(row, 40)
  }
  /** Row of the paired request or response, -1 when there is none. */
  pair(row: number): number {
    return this.word(row, 48) - 1
  }
  /** String number of the method or of the first characters. */
  text(row: number): number {
    return this.word(row, 52)
  }
  /** String number of the id as written; 0 = none. */
  id(row: number): number {
    return this.word(row, 56)
  }
  /** Microseconds from request to response, or NO_LATENCY. */
  latency(row: number): number {
    return this.word(row, 60)
  }
  /** Bytes of the first event's data that stand before the frame. */
  skip(row: number): number {
    return this.word(row, 64)
  }
  /** 1-based line of the pasted log; 0 = recorded. */
  logLine(row: number): number {
    return this.word(row, 68)
  }

  private byte(row: number, at: number): number {
    return this.view(row).getUint8((row & CHUNK_MASK) * ROW_BYTES + at)
  }
  private word(row: number, at: number): number {
    return this.view(row).getUint32((row & CHUNK_MASK) * ROW_BYTES + at, true)
  }
  private wide(row: number, at: number): number {
    return this.word(row, at) + this.word(row, at + 4) * 4294967296
  }
  private view(row: number): DataView {
    const view = this.views[row >>> CHUNK_SHIFT]
    if (view === undefined) throw new RangeError(`row ${row} of ${this.length}`)
    return view
  }
  private addChunk(): void {
    const buffer = new ArrayBuffer(CHUNK_ROWS * ROW_BYTES)
    this.chunks.push(new Uint8Array(buffer))
    this.views.push(new DataView(buffer))
  }
}
