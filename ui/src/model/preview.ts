// A masked transcript as a person looks it through before it leaves: its pipes,
// a chunk a line, in the order in which they came.

import { fields, isFields, parse, text } from './decode'
import { fromBase64 } from './pack'

export interface PreviewLine {
  /** "in", "out", "err", or "" for the header and events. */
  pipe: 'in' | 'out' | 'err' | ''
  text: string
}

/** So many lines are looked through at once. */
export const PREVIEWED = 2000
/** So many characters of a line. */
const LONGEST = 4000

const PIPES: Record<string, PreviewLine['pipe']> = { stdin: 'in', stdout: 'out', stderr: 'err' }

/** The first lines of a transcript, and whether there are more. */
export function previewOf(transcript: string): { lines: PreviewLine[]; more: boolean } {
  const lines: PreviewLine[] = []
  let at = 0
  while (at < transcript.length && lines.length < PREVIEWED) {
    const end = transcript.indexOf('\n', at)
    const line = transcript.slice(at, end < 0 ? undefined : end)
    at = end < 0 ? transcript.length : end + 1
    const event = parse(line)
    const pipe = isFields(event) ? PIPES[text(event, 'k')] : undefined
    if (pipe === undefined) lines.push({ pipe: '', text: shortened(line) })
    else
      for (const part of pipeText(event).split(/(?<=\n)/))
        lines.push({ pipe, text: shortened(part.replace(/\n$/, '')) })
  }
  return { lines: lines.slice(0, PREVIEWED), more: at < transcript.length || lines.length > PREVIEWED }
}

function shortened(line: string): string {
  const rest = line.length - LONGEST
  return rest <= 0 ? line : `${line.slice(0, LONGEST)}… and ${rest} characters more`
}

function pipeText(event: unknown): string {
  const from = fields(event)
  const b64 = text(from, 'b64')
  if (b64 === '') return text(from, 'text')
  try {
    return new TextDecoder().decode(fromBase64(b64))
  } catch {
    return b64
  }
}
