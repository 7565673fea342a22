// Looks for a text inside of anything that could hold it: as it stands, in percent, hex and base64 form, in gzip and
// deflate, one inside of the other. It also reads a SQLite file, whose pages cut long contents apart.

import { constants, inflateRawSync } from 'node:zlib'

const deepest = 5

/** How the text is hidden in content, step by step; undefined when it is not in there. */
export function findHidden(content: Buffer, text: string, depth = 0): string | undefined {
  if (content.includes(text) || content.includes(Buffer.from(text, 'utf16le'))) return 'plain'
  if (depth === deepest) return undefined
  for (const [how, inner] of insides(content)) {
    const found = findHidden(inner, text, depth + 1)
    if (found !== undefined) return `${how} > ${found}`
  }
  return undefined
}

/** Everything that content may be a coding of. */
function* insides(content: Buffer): Generator<[string, Buffer]> {
  for (let at = content.indexOf(magic); at >= 0; at = content.indexOf(magic, at + 1)) {
    yield* unpacked('gzip', () => gunzip(content.subarray(at)))
    if (isDatabase(content)) yield* unpacked('gzip over pages', () => gunzip(overPages(content, at)))
  }
  const text = content.toString('latin1')
  if (text.includes('%')) {
    const plain = text.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    if (plain !== text) yield ['percent', Buffer.from(plain, 'latin1')]
  }
  for (const [run] of text.matchAll(/(?:[0-9a-f]{2}){8,}/gi)) yield ['hex', Buffer.from(run, 'hex')]
  for (const [run] of text.matchAll(/(?:[0-9a-f]{2}[ :]){7,}[0-9a-f]{2}/gi)) {
    yield ['hex', Buffer.from(run.replace(/[ :]/g, ''), 'hex')]
  }
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{12,}/g)) {
    const bytes = Buffer.from(run.replace(/-/g, '+').replace(/_/g, '/'), 'base64')
    yield ['base64', bytes]
    yield* unpacked('deflate', () => inflateRawSync(bytes, lenient))
  }
}

/** The beginning of a gzip stream without a name or comment in its head, which is what our own writers make. */
const magic = Buffer.from([0x1f, 0x8b, 8, 0])
const head = 10
/** Node's gunzip refuses what has something else behind it. */
const gunzip = (bytes: Buffer) => inflateRawSync(bytes.subarray(head), lenient)
/** What is there of a stream that was cut is looked at, too. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH }

function* unpacked(how: string, task: () => Buffer): Generator<[string, Buffer]> {
  try {
    const bytes = task()
    if (bytes.length > 0) yield [how, bytes]
  } catch {
    // It is no such stream.
  }
}

const isDatabase = (content: Buffer) => content.subarray(0, 15).toString('latin1') === 'SQLite format 3'

/** A content that begins at an offset of a SQLite file and goes on in the pages behind: each begins with a pointer. */
function overPages(file: Buffer, at: number): Buffer {
  const size = file.readUInt16BE(16) === 1 ? 65536 : file.readUInt16BE(16)
  const end = Math.ceil((at + 1) / size) * size
  const parts = [file.subarray(at, end - 4)]
  for (let page = end; page < file.length && parts.length < 100; page += size) {
    parts.push(file.subarray(page + 4, page + size))
  }
  return Buffer.concat(parts)
}
