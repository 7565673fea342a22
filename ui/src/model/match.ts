// A filter made into a question about one row, answered from packed columns and
// packed strings alone. Start with compile; the answer to a text term is kept by
// string number, so that equal strings are searched once.

import { kindSet, type Filter, type Range, type Term } from './filter'
import { FLAG, KIND, LANES, NO_LATENCY, SEVERITIES, type RowStore } from './rows'
import { Needle, Pattern, type StringTable } from './strings'

export interface Facts {
  rows: RowStore
  strings: StringTable
  /** Rows that carry a finding of a code; codes as the report has them. */
  codes: ReadonlyMap<string, ReadonlySet<number>>
  /** The tool that a tools/call request names; "" for other rows or as long as it is not known. */
  toolOf: (row: number) => string
  /** Whether a row's bytes are known to hold a text that its summary does not. */
  holds: (text: string, row: number) => boolean
}

export type Test = (row: number) => boolean

/** The filter as one test. Terms that do not parse take no part. */
export function compile(filter: Filter, facts: Facts): Test {
  const tests = filter.terms.map((term) => testOf(term, facts))
  const [first, second] = tests
  if (first === undefined) return () => true
  if (second === undefined) return first
  return (row) => {
    for (const test of tests) if (!test(row)) return false
    return true
  }
}

function testOf(term: Term, facts: Facts): Test {
  const test = positive(term, facts)
  return term.negated ? (row) => !test(row) : test
}

function positive(term: Term, facts: Facts): Test {
  switch (term.kind) {
    case 'text':
      return textTest(term.text, facts)
    case 'ranges':
      return rangesTest(term.field, term.ranges, facts)
    case 'words':
      return wordsTest(term.field, term.words, facts)
  }
}

function textTest(text: string, { rows, strings, holds }: Facts): Test {
  const needle = new Needle(text)
  const known = new Answers((number) => strings.includes(number, needle))
  return (row) => known.of(rows.text(row)) || known.of(rows.id(row)) || holds(text, row)
}

function rangesTest(field: string, ranges: readonly Range[], { rows }: Facts): Test {
  const value = numberOf(field, rows)
  const [only] = ranges
  if (ranges.length === 1 && only !== undefined) return (row) => within(value(row), only)
  return (row) => {
    const v = value(row)
    return ranges.some((range) => within(v, range))
  }
}

function within(value: number, range: Range): boolean {
  if (Number.isNaN(value)) return false
  const above = range.minOpen ? value > range.min : value >= range.min
  return above && (range.maxOpen ? value < range.max : value <= range.max)
}

function numberOf(field: string, rows: RowStore): (row: number) => number {
  switch (field) {
    case 'layer':
      return (row) => rows.failed(row)
    case 'reached':
      return (row) => (rows.no(row) === 0 ? NaN : rows.layer(row))
    case 'size':
      return (row) => (rows.no(row) === 0 ? NaN : rows.size(row))
    case 'dur':
      return (row) => {
        const latency = rows.latency(row)
        return latency === NO_LATENCY ? NaN : latency
      }
    case 't':
      return (row) => rows.time(row)
    case 'no':
      return (row) => rows.no(row)
    default:
      return (row) => rows.run(row)
  }
}

function wordsTest(field: string, words: readonly string[], facts: Facts): Test {
  const { rows, strings } = facts
  switch (field) {
    case 'stream': {
      const lanes = new Uint8Array(256)
      LANES.forEach((lane, i) => (lanes[i] = words.includes(lane) ? 1 : 0))
      return (row) => lanes[rows.lane(row)] === 1
    }
    case 'kind': {
      const kinds = kindSet(words)
      return (row) => kinds[rows.kind(row)] === 1
    }
    case 'severity': {
      const wanted = new Uint8Array(256)
      SEVERITIES.forEach((severity, i) => (wanted[i] = words.includes(severity) ? 1 : 0))
      return (row) => wanted[rows.severity(row)] === 1
    }
    case 'status':
      return (row) => words.includes(statusOf(rows, row))
    case 'is':
      return (row) => words.some((word) => isIt(word, rows, row))
    case 'method': {
      const patterns = words.map((word) => new Pattern(word))
      const known = new Answers((number) => strings.matches(number, patterns))
      return (row) => isMessage(rows.kind(row)) && known.of(methodString(rows, row))
    }
    case 'id': {
      const patterns = words.map((word) => new Pattern(word))
      return (row) => strings.matches(rows.id(row), patterns)
    }
    case 'code': {
      const pattern = patternOf(words)
      const sets = [...facts.codes].filter(([code]) => pattern(code)).map(([, set]) => set)
      return (row) => sets.some((set) => set.has(row))
    }
    default: {
      const pattern = patternOf(words)
      return (row) => {
        const kind = rows.kind(row)
        const request = kind === KIND.request ? row : kind === KIND.result || kind === KIND.error ? rows.pair(row) : -1
        return request >= 0 && pattern(facts.toolOf(request))
      }
    }
  }
}

function isMessage(kind: number): boolean {
  return kind >= KIND.request && kind <= KIND.batch
}

/** String number of a message's method: a response's is that of its request. */
export function methodString(rows: RowStore, row: number): number {
  const kind = rows.kind(row)
  if (kind === KIND.request || kind === KIND.notification) return rows.text(row)
  const pair = kind === KIND.result || kind === KIND.error ? rows.pair(row) : -1
  return pair >= 0 && pair < rows.length ? rows.text(pair) : 0
}

/** How a request ended, told at the request and at its answer. */
export function statusOf(rows: RowStore, row: number): 'ok' | 'error' | 'open' | '' {
  switch (rows.kind(row)) {
    case KIND.result:
      return 'ok'
    case KIND.error:
      return 'error'
    case KIND.request: {
      const pair = rows.pair(row)
      if (pair < 0 || pair >= rows.length) return 'open'
      return rows.kind(pair) === KIND.error ? 'error' : 'ok'
    }
    default:
      return ''
  }
}

function isIt(word: string, rows: RowStore, row: number): boolean {
  switch (word) {
    case 'first':
      return (rows.flags(row) & FLAG.first) !== 0
    case 'after':
      return (rows.flags(row) & FLAG.afterFirst) !== 0
    case 'finding':
      return rows.severity(row) > 0
    default:
      return rows.pair(row) >= 0
  }
}

function patternOf(words: readonly string[]): (text: string) => boolean {
  const exact = new Set(words.filter((word) => !word.endsWith('*')))
  const prefixes = words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1))
  return (text) => text !== '' && (exact.has(text) || prefixes.some((prefix) => text.startsWith(prefix)))
}

/** Answers to a question about strings, each asked once. */
class Answers {
  private known = new Uint8Array(1024)
  constructor(private readonly ask: (number: number) => boolean) {}

  of(number: number): boolean {
    if (number === 0) return false
    if (number >= this.known.length) {
      const grown = new Uint8Array(Math.max(number + 1, this.known.length * 2))
      grown.set(this.known)
      this.known = grown
    }
    const known = this.known[number] ?? 0
    if (known !== 0) return known === 2
    const answer = this.ask(number)
    this.known[number] = answer ? 2 : 1
    return answer
  }
}
