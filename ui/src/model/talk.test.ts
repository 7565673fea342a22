import { expect, test } from 'vitest'
import { fieldsOf, fillFrom, valueOf } from './schemaform'
import { entriesOf, promptSchema, rawBytes, requestOf } from './talk'

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

const SCHEMA = {
  type: 'object',
  properties: {
    q: { type: 'string', description: 'what to look for', minLength: 2 },
    limit: { type: 'integer', minimum: 1, maximum: 10, default: 5 },
    exact: { type: 'boolean' },
    sort: { enum: ['new', 'old'] },
    unit: { oneOf: [{ const: 'c', title: 'Celsius' }] },
    filter: { type: 'object' },
    maybe: { type: ['string', 'null'] },
  },
  required: ['q', 'exact'],
}

test('a schema becomes a form', () => {
  expect(fieldsOf(SCHEMA).map((field) => [field.name, field.kind, field.required, field.initial])).toEqual([
    ['q', 'string', true, ''],
    ['limit', 'integer', false, '5'],
    ['exact', 'boolean', true, ''],
    ['sort', 'choice', false, ''],
    ['unit', 'choice', false, ''],
    ['filter', 'json', false, ''],
    ['maybe', 'string', false, ''],
  ])
  expect(fieldsOf(SCHEMA)[4]?.choices).toEqual([{ value: '"c"', label: 'Celsius' }])
  expect(fieldsOf(undefined)).toEqual([])
})

test('a filled form becomes an object', () => {
  const filled = { q: 'rain', limit: '3', exact: 'true', sort: '"old"', filter: '{"a":[1]}' }
  expect(valueOf(fieldsOf(SCHEMA), filled)).toEqual({
    value: { q: 'rain', limit: 3, exact: true, sort: 'old', filter: { a: [1] } },
    faults: {},
  })
  expect(fillFrom(fieldsOf(SCHEMA), { q: 'rain', limit: 3, sort: 'old', other: 1 })).toEqual({
    q: 'rain',
    limit: '3',
    sort: '"old"',
  })
})

test.each([
  { filled: {}, want: { q: 'is required', exact: 'is required' } },
  { filled: { q: 'x', exact: 'false' }, want: { q: 'needs at least 2 characters' } },
  { filled: { q: 'xx', exact: 'true', limit: '1.5' }, want: { limit: 'is not a whole number' } },
  { filled: { q: 'xx', exact: 'true', limit: '11' }, want: { limit: 'is more than 10' } },
  { filled: { q: 'xx', exact: 'true', limit: 'many' }, want: { limit: 'is not a number' } },
  { filled: { q: 'xx', exact: 'true', filter: '{' }, want: { filter: 'is not JSON' } },
])('says what is wrong with $filled', ({ filled, want }) => {
  expect(valueOf(fieldsOf(SCHEMA), filled).faults).toEqual(want)
})

test.each([
  { source: 'plain', want: [0x70, 0x6c, 0x61, 0x69, 0x6e] },
  { source: 'a\\n', want: [0x61, 0x0a] },
  { source: '\\xff\\x00\\\\', want: [0xff, 0x00, 0x5c] },
  { source: '\\u{e9}é', want: [0xc3, 0xa9, 0xc3, 0xa9] },
  { source: '', want: [] },
])('bytes of "$source"', ({ source, want }) => {
  expect(rawBytes(source)).toEqual({ bytes: Uint8Array.from(want) })
})

test.each(['\\q', 'x\\', '\\xg1', '\\u{110000}'])('"%s" is refused', (source) => {
  expect(rawBytes(source)).toHaveProperty('fault')
})

test('a request of the stateless era carries its metadata, one of the other era none', () => {
  expect(requestOf(7, 'ping', undefined, '')).toEqual({ jsonrpc: '2.0', id: 7, method: 'ping' })
  const modern = requestOf(7, 'tools/list', { cursor: 'x', _meta: { mine: 1 } }, '2026-07-28')
  expect(modern['params']).toMatchObject({
    cursor: 'x',
    _meta: { mine: 1, 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
  })
})

test('lists are read, and a prompt is filled like a tool', () => {
  const message = encode({
    result: { prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }, { name: 'how' }] }] },
  })
  const [prompt] = entriesOf(message, 'prompts')
  expect(fieldsOf(promptSchema(prompt?.value)).map((field) => [field.name, field.required])).toEqual([
    ['who', true],
    ['how', false],
  ])
})
