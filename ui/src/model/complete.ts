// Completion of a filter as it is typed: names of fields first, then the words
// that a field takes, then what this recording holds (methods, tools, codes).

import { FIELDS, tokens } from './filter'

export interface Suggestion {
  /** What replaces source[start, end). */
  insert: string
  label: string
  help: string
  start: number
  end: number
}

/** What a recording offers as values, by field. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>

/** What may stand at the cursor, best first, at most `limit`. */
export function complete(source: string, cursor: number, vocabulary: Vocabulary, limit = 8): Suggestion[] {
  const token = tokens(source.slice(0, cursor)).at(-1)
  const started = token?.end === cursor ? token : undefined
  if (!started) return fieldSuggestions('', cursor, cursor, false).slice(0, limit)
  if (started.field === undefined) {
    const typed = started.values[0]
    if (typed === undefined || typed.quoted) return []
    return fieldSuggestions(typed.text, typed.start, cursor, started.negated).slice(0, limit)
  }
  const field = FIELDS.find((f) => f.name === started.field)
  const typed = started.values.at(-1)
  if (!field || !typed || typed.quoted) return []
  const words = field.words.length > 0 ? field.words : (vocabulary[field.name] ?? [])
  const matching = words.filter(
    (word) => word.toLowerCase().startsWith(typed.text.toLowerCase()) && word !== typed.text,
  )
  if (matching.length === 0 && words.length === 0 && typed.text === '') {
    const example = field.example.slice(field.name.length + 1)
    return [{ insert: example, label: field.example, help: field.help, start: typed.start, end: cursor }]
  }
  return matching.slice(0, limit).map((word) => ({
    insert: quoteIfNeeded(word),
    label: word,
    help: '',
    start: typed.start,
    end: cursor,
  }))
}

function fieldSuggestions(typed: string, start: number, end: number, negated: boolean): Suggestion[] {
  return FIELDS.filter((f) => f.name.startsWith(typed.toLowerCase())).map((f) => ({
    insert: `${f.name}:`,
    label: `${negated ? '!' : ''}${f.name}:`,
    help: f.help,
    start,
    end,
  }))
}

/** A value as it must be written in a filter. */
export function quoteIfNeeded(word: string): string {
  return /[\s,"]/.test(word) ? `"${word.replace(/["\\]/g, '\\$&')}"` : word
}
