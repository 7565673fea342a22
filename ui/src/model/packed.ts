// A link that holds a recording itself, in its fragment, which a browser sends
// to nobody: the masked transcript, deflated, with the engine that judged it and
// the digest of the report that it gave.

import { digestOf, fromBase64url, pack, toBase64url, unpack } from './pack'

/** The longest fragment that is offered, in characters: chat tools and mail programs cut what is longer. */
export const LONGEST_LINK = 32_768

/** The most that a fragment may unpack to. */
const LARGEST = 64 << 20

export interface Packed {
  /** The transcript, deflated, in base64url. */
  z: string
  /** The engine that judged it, version and build; "" = the link does not say. */
  engine: string
  /** Digest of the report; "" = the link does not say. */
  digest: string
}

export async function packRecording(
  transcript: Uint8Array<ArrayBuffer>,
  report: Uint8Array<ArrayBuffer>,
  engine: string,
): Promise<Packed> {
  return { z: toBase64url(await pack(transcript, 'deflate-raw')), engine, digest: await digestOf(report) }
}

/** The transcript of a link. Throws, in words for a person, when the link is damaged. */
export async function unpackRecording(packed: Packed): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await unpack(fromBase64url(packed.z), 'deflate-raw', LARGEST)
  } catch (cause) {
    throw new Error('The link is damaged: what it holds cannot be unpacked. Was it cut when it was passed on?', {
      cause,
    })
  }
}
