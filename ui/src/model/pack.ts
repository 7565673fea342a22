// Bytes as text and back: deflated or gzipped, in base64 for a page that is one
// file and base64url for a link.

import { sha256 } from '@noble/hashes/sha2.js'

/** Packs bytes. */
export async function pack(
  bytes: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  return collect(new Blob([bytes]).stream().pipeThrough(new CompressionStream(format)), Infinity)
}

/** Unpacks bytes. Throws when they are not packed so, or become more than `most`: a bomb ends here. */
export async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return collect(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)), most)
}

async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > most) {
      await reader.cancel()
      throw new Error(`it unpacks to more than ${most} bytes`)
    }
    parts.push(value)
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(binary)
}

/** Throws for a text that is no base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

export function toBase64url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Throws for a text that is no base64url. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new Error('the text is no base64url')
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
}

/** The SHA-256 of bytes in base64url; a library's where the browser keeps its own from pages that came over plain HTTP. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = (crypto as { subtle?: SubtleCrypto }).subtle
  return toBase64url(subtle === undefined ? sha256(bytes) : new Uint8Array(await subtle.digest('SHA-256', bytes)))
}
