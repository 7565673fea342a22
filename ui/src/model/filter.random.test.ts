// @vitest-environment node
// Filters and rows that chance makes, always the same ones. What this side makes of
// them stands in filter.random.json, and engine/filter is held to that: two
// implementations of one language, compared where nobody thought of a case.
//
//   UPDATE_FILTER=1 npx vitest run src/model/filter.random.test.ts     writes it anew

import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FIELDS, parseFilter } from './filter'
import { compile } from './match'
import { FLAG, KIND, LANES, SEVERITIES, type KindName } from './rows'
import { packed, type PlainRow } from './testrows'

const file = new URL('filter.random.json', import.meta.url)
const ROWS = 40
const FILTERS = 400

let state = 20251125
/** A whole number below n (mulberry32). */
function below(n: number): number {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) % n
}
function one<T>(of: readonly T[]): T {
  return of[below(of.length)] as T
}
/** The first characters of a text, none of them cut in two. */
const begin = (text: string, n: number) => Array.from(text).slice(0, n).join('')
const chance = (percent: number) => below(100) < percent

const METHODS = ['initialize', 'tools/list', 'tools/call', 'ping', 'notifications/progress', 'größe/🙂']
const TEXTS = ['Server ready', 'a "quoted" one', 'back\\slash', 'Ünïcode 🙂 line', '{"jsonrpc', '', 'x,y', 'eof']
const TOOLS = ['search', 'Search two', 'sum,of', 'naïve']
const CODES = ['stdout-non-json', 'stdout-empty-line', 'operation-error']

type Row = PlainRow & { tool?: string }

function randomRow(i: number): Row {
  const lane = one(LANES)
  const kind: KindName =
    lane === 'event'
      ? one(['spawn', 'eof', 'exit', 'deadline', 'opaque', 'evidence', 'reap', 'other'] as const)
      : lane === 'stderr'
        ? 'stderr'
        : one(['request', 'request', 'notification', 'result', 'result', 'error', 'batch', 'text', 'partial'] as const)
  const message = KIND[kind] <= KIND.error
  const row: Row = {
    no: lane === 'event' ? 0 : 1 + below(9),
    run: 1 + below(2),
    lane,
    kind,
    layer: below(6),
    failed: chance(60) ? 0 : below(6),
    severity: one(SEVERITIES),
    flags: one([0, 0, FLAG.first, FLAG.afterFirst, FLAG.open, FLAG.client]),
    size: one([0, 1, 17, 64_000, 65_536, 1_000_000]),
    t: i * one([0, 250_000, 1_000_000]),
    text: message ? one(METHODS) : one(TEXTS),
  }
  if (message && chance(80)) row.id = one(['1', '7', '"7"', '"a b"', '1.5'])
  if (message && chance(60)) row.pair = below(ROWS)
  if (chance(40)) row.latency = one([0, 1, 500_000, 499_999, 60_000_000])
  if (kind === 'request' && row.text === 'tools/call') row.tool = one(TOOLS)
  return row
}

/** Noise that a filter is interspersed with: what the grammar gives a meaning, and what it does not. */
const NOISE = ['"', '\\', ',', ':', '!', '-', '*', '..', '>', '<=', '=', ' ', '\u00a0', '\u0085', 'ß', '🙂', 'K', '\t']

function randomValue(field: (typeof FIELDS)[number]): string {
  switch (field.type) {
    case 'word':
      return chance(85) ? one(field.words) : one(field.words).slice(below(3)) + one(['', 'x', 'S', 'ı'])
    case 'pattern': {
      const word = one([...METHODS, ...TOOLS, ...CODES, '1', '7', '"7"', 'a b'])
      return begin(word, 1 + below(word.length)) + one(['', '', '*'])
    }
    case 'number':
      return one(['0', '1', '2', '5', '07', '1.5', '-1', 'x', '999999999999999'])
    case 'size':
      return one(['0', '17', '64k', '64KiB', '1M', '0.001g', '1mb', '2 kb', '64q', '1.', '.5k'])
    case 'duration':
      return one(['0us', '500ms', '0.5s', '1m', '1min', '1 h', '499999µs', '499999μs', '500', '1e3ms', 'Ms'])
  }
}

function quoted(text: string): string {
  return chance(70) && !/[\s,"]/.test(text) ? text : `"${text.replace(/["\\]/g, chance(95) ? '\\$&' : '$&')}"`
}

function randomTerm(): string {
  const not = one(['', '', '', '!', '-'])
  if (chance(20)) return not + quoted(begin(one([...METHODS, ...TEXTS, ...TOOLS]), 1 + below(12)))
  const field = one(FIELDS)
  const name = chance(92) ? field.name : field.name.slice(1) + one(['', 'x', field.name[0] ?? ''])
  const values = Array.from({ length: 1 + below(10) / 8 }, () => {
    const value = randomValue(field)
    if (field.type === 'word' || field.type === 'pattern') return chance(80) ? quoted(value) : value
    return one([value, `${one(['>', '>=', '<', '<=', '=', '=>'])}${value}`, `${value}..${randomValue(field)}`])
  })
  return `${not}${chance(90) ? name : name.toUpperCase()}:${values.join(',')}`
}

function randomFilter(): string {
  const terms = Array.from({ length: 1 + below(3) }, randomTerm)
  const characters = Array.from(terms.join(one([' ', ' ', '  ', '\u3000'])))
  for (let n = below(10); n > 7; n--) characters.splice(below(characters.length + 1), 0, one(NOISE))
  return characters.join('')
}

test('what chance asks for is answered as before', () => {
  const rows = Array.from({ length: ROWS }, (_, i) => randomRow(i))
  const codes = Object.fromEntries(CODES.map((code) => [code, rows.flatMap((_, i) => (chance(20) ? [i] : []))]))
  const sets = new Map(Object.entries(codes).map(([code, of]) => [code, new Set(of)]))
  const facts = { ...packed(rows), codes: sets, toolOf: (row: number) => rows[row]?.tool ?? '', holds: () => false }
  const cases = Array.from({ length: FILTERS }, () => {
    const filter = randomFilter()
    const parsed = parseFilter(filter)
    const passing = rows.flatMap((_, i) => i).filter(compile(parsed, facts))
    return parsed.errors.length === 0 ? { filter, rows: passing } : { filter, rows: passing, errors: parsed.errors }
  })
  const made = `{"rows":[\n${lines(rows)}\n],"codes":${JSON.stringify(codes)},"cases":[\n${lines(cases)}\n]}\n`
  if (process.env['UPDATE_FILTER'] !== undefined) writeFileSync(file, made)
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { rows: unknown; codes: unknown; cases: unknown[] }
  expect(kept).toEqual(JSON.parse(made))
  // Chance must have asked for something.
  expect(cases.filter((each) => each.rows.length > 0 && each.rows.length < ROWS).length).toBeGreaterThan(FILTERS / 4)
  expect(cases.filter((each) => each.errors).length).toBeGreaterThan(FILTERS / 10)
})

function lines(of: readonly object[]): string {
  return of.map((each) => JSON.stringify(each)).join(',\n')
}
