// The one file of a zip archive. Apart from unpack.ts, so that only who opens an archive fetches what reads them.

import { BlobReader, configure, ZipReader, type Entry, type FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js'

configure({ useWebWorkers: false }) // this runs in one

/** A file as it is unpacked, and how much of the archive was read for it so far. */
interface Unpacked {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly at: () => number
}

export async function onlyFile(archive: Blob): Promise<Unpacked> {
  const entries = await new ZipReader(new BlobReader(archive)).getEntries().catch((cause: unknown) => {
    throw new Error('the archive is damaged', { cause })
  })
  const files = entries.filter(isFile)
  const [file, another] = files
  if (file === undefined) throw new Error('there is no file in the archive')
  if (another !== undefined) {
    throw new Error(`the archive holds ${files.length} files: unpack it, and open the one that is meant`)
  }
  if (file.encrypted) throw new Error('the archive is encrypted: unpack it first')
  const stored = 0
  const deflated = 8
  if (file.compressionMethod !== stored && file.compressionMethod !== deflated) {
    throw new Error('the archive is packed in an unusual way: unpack it first')
  }
  let at = 0
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
  // It breaks the stream when it fails, which is heard of there.
  file
    .getData(writable, {
      checkSignature: true,
      onprogress: (done: number, all: number) => {
        at = (archive.size * done) / Math.max(all, 1)
        return undefined
      },
    })
    .catch((cause: unknown) => writable.abort(cause).catch(() => undefined))
  return { stream: readable, at: () => at }
}

/** Not a folder, and not what archivers add of their own. */
function isFile(entry: Entry): entry is FileEntry {
  const { directory, filename } = entry
  return !directory && !filename.startsWith('__MACOSX/') && !(filename.split('/').at(-1) ?? '').startsWith('.')
}
