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

/** The blocks of a file that is taken as it is. The browser reads ahead while one is used. */
export async function* plain(blob: Blob): AsyncGenerator<Block, void> {
  const reader = blob.stream().getReader()
  let at = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (let from = 0; from < value.length; from += blockSize) {
        const bytes = value.subarray(from, from + blockSize)
        yield { bytes, at: (at += bytes.length) }
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined) // it failed, or nobody wants the rest
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
  let at = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      at += chunk.length
      out.enqueue(chunk)
    },
  })
  yield* gathered(blob.stream().pipeThrough(counted).pipeThrough(new DecompressionStream('gzip')), () => at)
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
