// The filter language: terms that must all hold, parted by spaces.
//
//   layer:2 stream:stdout kind:request,result method:tools/* id:7 tool:search
//   status:error size:>64k dur:>500ms t:1s..2.5s "text" !text !kind:stderr
//
// Start with parseFilter. A comma means or, an exclamation mark (or a minus) means
// not, a star at the end of a word means any rest. What cannot be understood is an
// error with its place and a sentence; the other terms are kept.
//
// The command line has the same language in engine/filter; filter.cases.json holds
// both to it.

import { KIND, LANES, type KindName } from './rows'
import { parseDuration, parseSize } from './units'

export type FieldType = 'word' | 'pattern' | 'number' | 'size' | 'duration'

export interface Field {
  name: string
  type: FieldType
  /** What it compares, for the help and for completion. */
  help: string
  example: string
  /** The words that it takes; [] for any. */
  words: readonly string[]
}

/** Kinds as people ask for them; one word may stand for several. */
const KIND_WORDS: Readonly<Record<string, readonly KindName[]>> = {
  request: ['request'],
  notification: ['notification'],
  response: ['result', 'error'],
  result: ['result'],
  error: ['error'],
  batch: ['batch'],
  message: ['request', 'notification', 'result', 'error', 'batch'],
  text: ['text', 'partial'],
  stderr: ['stderr'],
  partial: ['partial'],
  opaque: ['opaque'],
  event: ['spawn', 'eof', 'phase', 'deadline', 'limit', 'signal', 'exit', 'reap', 'end', 'evidence', 'other'],
  spawn: ['spawn'],
  eof: ['eof'],
  phase: ['phase'],
  deadline: ['deadline'],
  limit: ['limit'],
  signal: ['signal'],
  exit: ['exit'],
}

export const FIELDS: readonly Field[] = [
  {
    name: 'stream',
    type: 'word',
    help: 'the pipe: stdin, stdout, stderr, or event for what happened to the process',
    example: 'stream:stdout',
    words: LANES,
  },
  {
    name: 'kind',
    type: 'word',
    help: 'what the frame is; response is result or error, text is no message at all',
    example: 'kind:request,response',
    words: Object.keys(KIND_WORDS),
  },
  {
    name: 'method',
    type: 'pattern',
    help: 'the method, of a response too; a star stands for any rest',
    example: 'method:tools/*',
    words: [],
  },
  { name: 'tool', type: 'pattern', help: 'the tool that tools/call names', example: 'tool:search', words: [] },
  {
    name: 'id',
    type: 'pattern',
    help: 'the request id as written: 7, or "7" for a string',
    example: 'id:7',
    words: [],
  },
  { name: 'layer', type: 'number', help: 'the layer at which the frame failed', example: 'layer:2', words: [] },
  {
    name: 'reached',
    type: 'number',
    help: 'the highest layer that the frame reached',
    example: 'reached:<4',
    words: [],
  },
  {
    name: 'severity',
    type: 'word',
    help: 'the worst finding on the frame',
    example: 'severity:error,warning',
    words: ['error', 'warning', 'note', 'none'],
  },
  {
    name: 'code',
    type: 'pattern',
    help: 'the code of a finding on the frame',
    example: 'code:stdout-non-json',
    words: [],
  },
  {
    name: 'status',
    type: 'word',
    help: 'of a request and its answer: ok, error, or open while unanswered',
    example: 'status:error',
    words: ['ok', 'error', 'open'],
  },
  {
    name: 'is',
    type: 'word',
    help: 'the first violation, any finding, after the first violation, or paired with another frame',
    example: 'is:first',
    words: ['first', 'finding', 'after', 'paired'],
  },
  { name: 'size', type: 'size', help: 'bytes of the frame', example: 'size:>64k', words: [] },
  { name: 'dur', type: 'duration', help: 'time from request to response', example: 'dur:>500ms', words: [] },
  { name: 't', type: 'duration', help: 'time since start', example: 't:1s..2.5s', words: [] },
  { name: 'no', type: 'number', help: 'the number of the frame in its stream', example: 'no:12', words: [] },
  { name: 'run', type: 'number', help: 'the run, when a recording holds several', example: 'run:2', words: [] },
]

/** A range of numbers; the ends belong to it unless they are said not to. */
export interface Range {
  min: number
  max: number
  minOpen: boolean
  maxOpen: boolean
}

export type Term = { negated: boolean; start: number; end: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'words'; field: string; words: string[] }
  | { kind: 'ranges'; field: string; ranges: Range[] }
)

export interface FilterError {
  /** Place in the filter's text. */
  start: number
  end: number
  message: string
}

export interface Filter {
  terms: Term[]
  errors: FilterError[]
}

/** Reads a filter. Never throws; an empty text is a filter that all frames pass. */
export function parseFilter(source: string): Filter {
  const filter: Filter = { terms: [], errors: [] }
  for (const token of tokens(source)) readToken(token, filter)
  return filter
}

interface Token {
  start: number
  end: number
  negated: boolean
  /** Field name before the colon; undefined for plain text. */
  field: string | undefined
  /** The rest, cut at commas outside quotes; quotes taken off. */
  values: { text: string; quoted: boolean; start: number; end: number }[]
  unclosed: boolean
}

const FIELD_NAME = /^[a-z]+(?=:)/i

/** Cuts a filter's text into its terms. */
export function tokens(source: string): Token[] {
  const found: Token[] = []
  let at = 0
  while (at < source.length) {
    if (/\s/.test(source.charAt(at))) {
      at++
      continue
    }
    const start = at
    const negated = /^[!-]\S/.test(source.slice(at))
    if (negated) at++
    const name = FIELD_NAME.exec(source.slice(at))?.[0]
    if (name !== undefined) at += name.length + 1
    const token: Token = { start, end: at, negated, field: name?.toLowerCase(), values: [], unclosed: false }
    at = readValues(source, at, token)
    token.end = at
    found.push(token)
  }
  return found
}

function readValues(source: string, from: number, token: Token): number {
  let at = from
  for (;;) {
    const start = at
    let text = ''
    let quoted = false
    if (source.charAt(at) === '"') {
      quoted = true
      at++
      while (at < source.length && source.charAt(at) !== '"') {
        if (source.charAt(at) === '\\' && at + 1 < source.length) at++
        text += source.charAt(at++)
      }
      if (at >= source.length) token.unclosed = true
      else at++
    } else {
      const stop = token.field === undefined ? /[\s]/ : /[\s,]/
      while (at < source.length && !stop.test(source.charAt(at))) text += source.charAt(at++)
    }
    token.values.push({ text, quoted, start, end: at })
    if (token.field === undefined || source.charAt(at) !== ',') return at
    at++
  }
}

function readToken(token: Token, filter: Filter): void {
  const { start, end, negated } = token
  const fail = (message: string, from = start, to = end) => filter.errors.push({ start: from, end: to, message })
  if (token.unclosed) {
    fail('This quotation mark is never closed.')
    return
  }
  if (token.field === undefined) {
    const text = token.values[0]?.text ?? ''
    if (text === '') fail('An empty text matches every frame; write something between the quotation marks.')
    else filter.terms.push({ kind: 'text', text, negated, start, end })
    return
  }
  const field = FIELDS.find((f) => f.name === token.field)
  if (!field) {
    fail(unknownField(token.field), start, start + token.field.length + (negated ? 2 : 1))
    return
  }
  if (token.values.every((value) => value.text === '')) {
    fail(`${field.name}: needs a value, for example ${field.example}.`)
    return
  }
  if (field.type === 'word' || field.type === 'pattern') {
    const words: string[] = []
    for (const value of token.values) {
      const word =
        field.type === 'word'
          ? value.text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
          : value.quoted && field.name === 'id'
            ? `"${value.text}"`
            : value.text
      if (field.words.length > 0 && !field.words.includes(word)) {
        fail(unknownWord(field, word), value.start, value.end)
        return
      }
      words.push(word)
    }
    filter.terms.push({ kind: 'words', field: field.name, words, negated, start, end })
    return
  }
  const ranges: Range[] = []
  for (const value of token.values) {
    const range = parseRange(value.text, field.type)
    if (!range) {
      fail(badRange(field, value.text), value.start, value.end)
      return
    }
    if (range.max < range.min) {
      fail(`${field.name}: ${value.text} ends before it begins.`, value.start, value.end)
      return
    }
    ranges.push(range)
  }
  filter.terms.push({ kind: 'ranges', field: field.name, ranges, negated, start, end })
}

function parseRange(source: string, type: 'number' | 'size' | 'duration'): Range | undefined {
  const read = (s: string) => (type === 'size' ? parseSize(s) : type === 'duration' ? parseDuration(s) : parseNumber(s))
  const between = /^(.+)\.\.(.+)$/.exec(source)
  if (between) {
    const min = read(between[1] ?? '')
    const max = read(between[2] ?? '')
    return min === undefined || max === undefined ? undefined : { min, max, minOpen: false, maxOpen: false }
  }
  const compared = /^(>=|<=|>|<|=)?(.+)$/.exec(source)
  const value = read(compared?.[2] ?? '')
  if (value === undefined) return undefined
  switch (compared?.[1]) {
    case '>':
      return { min: value, max: Infinity, minOpen: true, maxOpen: false }
    case '>=':
      return { min: value, max: Infinity, minOpen: false, maxOpen: false }
    case '<':
      return { min: -Infinity, max: value, minOpen: false, maxOpen: true }
    case '<=':
      return { min: -Infinity, max: value, minOpen: false, maxOpen: false }
    default:
      return { min: value, max: value, minOpen: false, maxOpen: false }
  }
}

function parseNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function unknownField(name: string): string {
  const near = nearest(
    name,
    FIELDS.map((f) => f.name),
  )
  const hint = near === undefined ? `Put the text in quotation marks to look for it.` : `Did you mean ${near}:?`
  return `There is no filter named ${name}:. ${hint}`
}

function unknownWord(field: Field, word: string): string {
  const near = nearest(word, field.words)
  return near === undefined
    ? `${field.name}: takes ${field.words.join(', ')}.`
    : `${field.name}: does not know ${word}. Did you mean ${near}?`
}

function badRange(field: Field, value: string): string {
  const unit = { number: 'a whole number', size: 'a size such as 64k', duration: 'a time with its unit, such as 500ms' }
  const wants = unit[field.type as 'number' | 'size' | 'duration']
  return `${field.name}: needs ${wants}, not ${value === '' ? 'nothing' : value}. Write ${field.example}, or a range a..b.`
}

/** The word at most two edits away, the nearest first. */
function nearest(word: string, words: readonly string[]): string | undefined {
  let best: string | undefined
  let bestDistance = 3
  for (const candidate of words) {
    const d = distance(word, candidate)
    if (d < bestDistance && d < candidate.length) {
      best = candidate
      bestDistance = d
    }
  }
  return best
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The kinds that a list of kind words stands for, as a lookup by number. */
export function kindSet(words: readonly string[]): Uint8Array {
  const set = new Uint8Array(256)
  for (const word of words) for (const name of KIND_WORDS[word] ?? []) set[KIND[name]] = 1
  return set
}
