// The page that is one file: a viewer built beside this page, with a place for a
// recording. server/render fills the same place with the same parts.

import { fromBase64, pack, toBase64, unpack } from './pack'

/** Where the recording goes in the viewer. */
const PLACE = '<!--recording-->'

/** The parts, each an element of its own with the part's name as its id: gzip in base64, which no parser reads. */
const PARTS = ['transcript', 'report', 'rules', 'facts'] as const
type Part = (typeof PARTS)[number]

/** The most that a part may unpack to. */
const LARGEST = 256 << 20

export type SingleParts = Record<Part, Uint8Array<ArrayBuffer>>

/** Puts a recording into the viewer. Throws when the viewer has no place for one. */
export async function fillViewer(viewer: string, parts: SingleParts): Promise<string> {
  const [before, after, ...more] = viewer.split(PLACE)
  if (before === undefined || after === undefined || more.length > 0) throw new Error('this is no viewer')
  const elements: string[] = []
  for (const part of PARTS) {
    const text = toBase64(await pack(parts[part], 'gzip'))
    elements.push(`<script type="application/gzip" id="${part}">${text}</script>\n`)
  }
  return before + elements.join('') + after
}

/** What a page that is one file holds; undefined when it holds no recording. */
export async function readParts(page: Pick<Document, 'getElementById'>): Promise<SingleParts | undefined> {
  const texts = PARTS.map((part) => page.getElementById(part)?.textContent)
  if (texts.some((text) => text === undefined)) return undefined
  const [transcript, report, rules, facts] = await Promise.all(
    texts.map((text) => unpack(fromBase64(text ?? ''), 'gzip', LARGEST)),
  )
  if (!transcript || !report || !rules || !facts) return undefined
  return { transcript, report, rules, facts }
}
