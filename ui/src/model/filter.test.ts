// The cases stand in filter.cases.json, so that the same language in engine/filter is
// held to them too.

import { expect, test } from 'vitest'
import { complete, quoteIfNeeded } from './complete'
import cases from './filter.cases.json'
import { FIELDS, parseFilter } from './filter'
import { compile, type Facts } from './match'
import { packed, type PlainRow } from './testrows'

const plain = cases.rows as (PlainRow & { tool?: string })[]
const held: Readonly<Record<string, readonly number[]>> = cases.holds
const facts: Facts = {
  ...packed(plain),
  codes: new Map(Object.entries(cases.codes).map(([code, rows]) => [code, new Set(rows)])),
  toolOf: (row) => plain[row]?.tool ?? '',
  holds: (text, row) => held[text]?.includes(row) ?? false,
}

test.each(cases.cases)('$filter', ({ filter, rows, errors }) => {
  const parsed = parseFilter(filter)
  expect(parsed.errors).toEqual(errors ?? [])
  const passes = compile(parsed, facts)
  expect(plain.map((_, row) => row).filter(passes)).toEqual(rows)
})

test('the fields are those of the command line', () => {
  expect(FIELDS.map(({ name, help, example, words }) => ({ name, help, example, words }))).toEqual(cases.fields)
})

test.each(FIELDS)('the example of $name: parses', ({ example }) => {
  expect(parseFilter(example).errors).toEqual([])
})

test.each([
  { source: '', want: ['stream:', 'kind:', 'method:'] },
  { source: 'st', want: ['stream:', 'status:'] },
  { source: '!st', want: ['!stream:', '!status:'] },
  { source: 'kind:re', want: ['request', 'response', 'result'] },
  { source: 'kind:request,re', want: ['request', 'response', 'result'] },
  { source: 'method:t', want: ['tools/call', 'tools/list'] },
  { source: 'size:', want: ['size:>64k'] },
  { source: '"st', want: [] },
  { source: 'layer:2 ', want: ['stream:', 'kind:', 'method:'] },
])('completes "$source"', ({ source, want }) => {
  const found = complete(source, source.length, { method: ['initialize', 'tools/call', 'tools/list'] }, 3)
  expect(found.map((each) => each.label)).toEqual(want)
})

test('a completion replaces what was typed of the word', () => {
  const [first] = complete('!stream:std layer:2', 11, {})
  expect(first).toMatchObject({ insert: 'stdin', start: 8, end: 11 })
})

test('a value with a space is quoted', () => {
  expect([quoteIfNeeded('a b'), quoteIfNeeded('tools/list'), quoteIfNeeded('"7"')]).toEqual([
    '"a b"',
    'tools/list',
    '"\\"7\\""',
  ])
})
