// A file's bytes, block by block: as they are, or out of a gzip file or a zip archive with one file in it. The engine
// unpacks nothing.

import { blockSize } from './guest'

/** The next bytes, and how much of the file they and those before them are. */
export interface Block {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly at: number
}

/** More than this is no log any more. */
const mostUnpacked = 8 * 2 ** 30

export async function* blocksOf(blob: Blob): AsyncGenerator<Block, void> {
  const [a, b, c, d] = new Uint8Array(await blob.slice(0, 4).arrayBuffer())
  if (a === 0x1f && b === 0x8b) yield* gunzipped(blob)
  else if (a === 0x50 && b === 0x4b && c === 3 && d === 4) yield* unzipped(blob)
  else yield* plain(blob)
}

/** The blocks of a file that is taken as it is. The browser reads ahead while one is used; the next takes its memory. */
export async function* plain(blob: Blob): AsyncGenerator<Block, void> {
  const reader = byteReader(blob.stream())
  if (reader === undefined) {
    const { stream, at } = counted(blob)
    yield* gathered(stream, at)
    return
  }
  let at = 0
  let memory = new ArrayBuffer(blockSize)
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(memory), { min: blockSize })
      if (value !== undefined && value.length > 0) yield { bytes: value, at: (at += value.length) }
      if (done) return
      memory = value.buffer
    }
  } finally {
    void reader.cancel().catch(() => undefined) // it failed, or nobody wants the rest
  }
}

/** A reader that fills memory of ours, without which every block is new; not every browser has it for a file. */
function byteReader(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStreamBYOBReader | undefined {
  try {
    return stream.getReader({ mode: 'byob' })
  } catch {
    return undefined
  }
}

/** Whether a file begins as a transcript does, in so many words. */
export async function isTranscript(blob: Blob): Promise<boolean> {
  const [first = ''] = (await blob.slice(0, 1 << 16).text()).split('\n', 1)
  if (!first.startsWith('{"stdioscope":') || first.includes('\ufffd')) return false
  try {
    JSON.parse(first)
    return true
  } catch {
    return false
  }
}

async function* gunzipped(blob: Blob): AsyncGenerator<Block, void> {
  const { stream, at } = counted(blob)
  yield* gathered(stream.pipeThrough(new DecompressionStream('gzip')), at)
}

/** A file's stream, and how much of it has been read. */
function counted(blob: Blob): { stream: ReadableStream<Uint8Array<ArrayBuffer>>; at: () => number } {
  let at = 0
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      at += chunk.length
      out.enqueue(chunk)
    },
  })
  return { stream: blob.stream().pipeThrough(count), at: () => at }
}

/** What a stream brings in small pieces, in blocks. */
async function* gathered(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  at: () => number,
): AsyncGenerator<Block, void> {
  const reader = stream.getReader()
  let loose: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let total = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new Error('it is damaged: it cannot be unpacked to its end', { cause })
      })
      if (value !== undefined) {
        loose.push(value)
        size += value.length
        total += value.length
      }
      if (total > mostUnpacked) throw new Error('it unpacks to more than 8 GiB: unpack it first')
      if (size >= blockSize || (done && size > 0)) {
        yield { bytes: new Uint8Array(await new Blob(loose).arrayBuffer()), at: at() }
        loose = []
        size = 0
      }
      if (done) return
    }
  } finally {
    void reader.cancel().catch(() => undefined) // it failed, or nobody wants the rest
  }
}

/** What reads archives is fetched with the first one. */
async function* unzipped(archive: Blob): AsyncGenerator<Block, void> {
  const { onlyFile } = await import('./unzip')
  const { stream, at } = await onlyFile(archive)
  yield* gathered(stream, at)
}
