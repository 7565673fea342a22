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
  if (a === 0x1f && b === 0x8b) yield* inflated(blob, 'gzip')
  else if (a === 0x50 && b === 0x4b && c === 3 && d === 4) yield* unzipped(blob)
  else yield* plain(blob)
}

/** The blocks of a file that is taken as it is. While one is used, the next one is read. */
export async function* plain(blob: Blob): AsyncGenerator<Block, void> {
  const read = (at: number) => {
    const block = blob.slice(at, at + blockSize).arrayBuffer()
    block.catch(() => undefined) // whoever waits for it hears of it; nobody may
    return block
  }
  let next = read(0)
  for (let at = 0; at < blob.size; at += blockSize) {
    const bytes = new Uint8Array(await next)
    next = read(at + blockSize)
    yield { bytes, at: at + bytes.length }
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

async function* inflated(blob: Blob, format: CompressionFormat): AsyncGenerator<Block, void> {
  let at = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      at += chunk.length
      out.enqueue(chunk)
    },
  })
  const reader = blob.stream().pipeThrough(counted).pipeThrough(new DecompressionStream(format)).getReader()
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
        yield { bytes: new Uint8Array(await new Blob(loose).arrayBuffer()), at }
        loose = []
        size = 0
      }
      if (done) return
    }
  } finally {
    void reader.cancel().catch(() => undefined) // it failed, or nobody wants the rest
  }
}

/** What an archive's directory says of a file in it. */
interface Entry {
  readonly name: string
  readonly method: number
  readonly size: number
  /** Of its own header in the archive. */
  readonly offset: number
}

async function* unzipped(archive: Blob): AsyncGenerator<Block, void> {
  const entries = (await directory(archive)).filter(({ name }) => !isBeside(name))
  const [entry, another] = entries
  if (entry === undefined) throw new Error('there is no file in the archive')
  if (another !== undefined) {
    throw new Error(`the archive holds ${entries.length} files: unpack it, and open the one that is meant`)
  }
  const header = new DataView(await archive.slice(entry.offset, entry.offset + 30).arrayBuffer())
  if (header.byteLength < 30) throw damaged()
  const start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const packed = archive.slice(start, start + entry.size)
  const blocks = entry.method === 0 ? plain(packed) : inflated(packed, 'deflate-raw')
  for await (const { bytes, at } of blocks) yield { bytes, at: start + at }
}

/** The files of an archive, from its end, where the directory is. */
async function directory(archive: Blob): Promise<Entry[]> {
  const from = Math.max(0, archive.size - 22 - 0xffff)
  const tail = new DataView(await archive.slice(from).arrayBuffer())
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0) throw damaged()
  const [size, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  if (start === 0xffffffff || size > 16 << 20) throw new Error('the archive is too big: unpack it first')
  const list = new DataView(await archive.slice(start, start + size).arrayBuffer())
  const entries: Entry[] = []
  for (let at = 0; at + 46 <= list.byteLength;) {
    const name = new Uint8Array(
      list.buffer,
      at + 46,
      Math.min(list.getUint16(at + 28, true), list.byteLength - at - 46),
    )
    const method = list.getUint16(at + 10, true)
    if (list.getUint32(at, true) !== 0x02014b50) throw damaged()
    if ((list.getUint16(at + 8, true) & 1) !== 0) throw new Error('the archive is encrypted: unpack it first')
    if (method !== 0 && method !== 8) throw new Error('the archive is packed in an unusual way: unpack it first')
    entries.push({
      name: new TextDecoder().decode(name),
      method,
      size: list.getUint32(at + 20, true),
      offset: list.getUint32(at + 42, true),
    })
    at += 46 + list.getUint16(at + 28, true) + list.getUint16(at + 30, true) + list.getUint16(at + 32, true)
  }
  return entries
}

/** What archivers add of their own. */
function isBeside(name: string): boolean {
  return name.endsWith('/') || name.startsWith('__MACOSX/') || (name.split('/').at(-1) ?? '').startsWith('.')
}

const damaged = () => new Error('the archive is damaged')
