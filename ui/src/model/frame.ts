// The bytes of one frame, cut out of the transcript. A row says which event lines
// hold the frame, how many bytes of the first of them come before it and how long
// it is; frameBytes reads the lines and cuts. Start with sliceOf and frameBytes.

import type { Lane } from './rows'

/** What one event line of a transcript says, as far as views show it. */
export interface TranscriptEvent {
  t: number
  run: number
  kind: string
  /** The bytes of a pipe chunk, exact; empty for other kinds. */
  data: Uint8Array
  /** The line as parsed JSON, for events that are shown as they stand. */
  raw: Readonly<Record<string, unknown>>
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Reads one event line; undefined when it is none. */
export function decodeEvent(line: string): TranscriptEvent | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const raw = value as Record<string, unknown>
  const kind = raw['k']
  if (typeof kind !== 'string') return undefined
  return {
    t: typeof raw['t'] === 'number' ? raw['t'] : 0,
    run: typeof raw['run'] === 'number' ? raw['run'] : 1,
    kind,
    data: dataOf(raw),
    raw,
  }
}

function dataOf(raw: Record<string, unknown>): Uint8Array {
  if (typeof raw['text'] === 'string') return encoder.encode(raw['text'])
  if (typeof raw['b64'] === 'string') return fromBase64(raw['b64'])
  return new Uint8Array()
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/** The event lines in a piece of a transcript. */
export function* eventLines(piece: Uint8Array): Generator<TranscriptEvent> {
  let from = 0
  while (from < piece.length) {
    let to = piece.indexOf(0x0a, from)
    if (to < 0) to = piece.length
    const event = decodeEvent(decoder.decode(piece.subarray(from, to)))
    if (event) yield event
    from = to + 1
  }
}

/** Where a frame stands: the fields of its row that matter here. */
export interface FramePlace {
  run: number
  lane: Lane
  skip: number
  size: number
}

/** The frame's bytes, from the piece of the transcript that its row names. */
export function frameBytes(piece: Uint8Array, place: FramePlace): Uint8Array {
  const out = new Uint8Array(place.size)
  let skip = place.skip
  let filled = 0
  for (const event of eventLines(piece)) {
    if (event.kind !== place.lane || event.run !== place.run) continue
    const part = event.data.subarray(skip, skip + place.size - filled)
    out.set(part, filled)
    filled += part.length
    skip = Math.max(0, skip - event.data.length)
    if (filled === place.size) break
  }
  return out.subarray(0, filled)
}
