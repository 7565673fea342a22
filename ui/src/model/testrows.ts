// Rows and strings for tests, written as plain objects and packed as the engine
// packs them.

import { KIND, LANES, NO_LATENCY, ROW_BYTES, RowStore, SEVERITIES, type KindName, type Lane } from './rows'
import { StringTable } from './strings'

export interface PlainRow {
  no?: number
  run?: number
  lane?: Lane
  kind?: KindName
  layer?: number
  failed?: number
  severity?: (typeof SEVERITIES)[number]
  flags?: number
  size?: number
  t?: number
  offset?: number
  fileStart?: number
  fileEnd?: number
  /** Row number of the other half, from 0. */
  pair?: number
  text?: string
  id?: string
  latency?: number
  skip?: number
  logLine?: number
}

/** Packs rows, as they come from the engine, and says which strings they point to. */
export function packedBytes(plain: readonly PlainRow[]): { rows: Uint8Array<ArrayBuffer>; strings: string[] } {
  const texts: string[] = []
  const number = (text: string | undefined) => {
    if (text === undefined) return 0
    const at = texts.indexOf(text)
    return at >= 0 ? at + 1 : texts.push(text)
  }
  const bytes = new Uint8Array(plain.length * ROW_BYTES)
  const view = new DataView(bytes.buffer)
  plain.forEach((row, i) => {
    const at = i * ROW_BYTES
    const wide = (offset: number, value: number) => view.setBigInt64(at + offset, BigInt(value), true)
    view.setUint32(at, row.no ?? i + 1, true)
    view.setUint16(at + 4, row.run ?? 1, true)
    view.setUint8(at + 6, LANES.indexOf(row.lane ?? 'stdout'))
    view.setUint8(at + 7, KIND[row.kind ?? 'notification'])
    view.setUint8(at + 8, row.layer ?? 5)
    view.setUint8(at + 9, row.failed ?? 0)
    view.setUint8(at + 10, SEVERITIES.indexOf(row.severity ?? 'none'))
    view.setUint8(at + 11, row.flags ?? 0)
    view.setUint32(at + 12, row.size ?? 0, true)
    wide(16, row.t ?? 0)
    wide(24, row.offset ?? 0)
    wide(32, row.fileStart ?? 0)
    wide(40, row.fileEnd ?? 0)
    view.setUint32(at + 48, (row.pair ?? -1) + 1, true)
    view.setUint32(at + 52, number(row.text), true)
    view.setUint32(at + 56, number(row.id), true)
    view.setUint32(at + 60, row.latency ?? NO_LATENCY, true)
    view.setUint32(at + 64, row.skip ?? 0, true)
    view.setUint32(at + 68, row.logLine ?? 0, true)
  })
  return { rows: bytes, strings: texts }
}

/** Packs rows and their strings, and takes them in. */
export function packed(plain: readonly PlainRow[]): { rows: RowStore; strings: StringTable } {
  const { rows: bytes, strings } = packedBytes(plain)
  const rows = new RowStore()
  rows.append(bytes)
  return { rows, strings: packedStrings(strings) }
}

/** Packs strings. */
export function packedStrings(texts: readonly string[]): StringTable {
  const table = new StringTable()
  table.append(stringRecords(texts))
  return table
}

export function stringRecords(texts: readonly string[]): Uint8Array {
  const encoded = texts.map((text) => new TextEncoder().encode(text))
  const bytes = new Uint8Array(encoded.reduce((sum, each) => sum + 4 + each.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const each of encoded) {
    view.setUint32(at, each.length, true)
    bytes.set(each, at + 4)
    at += 4 + each.length
  }
  return bytes
}
