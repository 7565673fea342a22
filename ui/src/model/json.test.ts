import { expect, test } from 'vitest'
import { decodeString, findNodes, keyOf, NODE, nodeAtByte, parseJson, pointerOf, shownNodes } from './json'

const encode = (text: string) => new TextEncoder().encode(text)

const SAMPLE = '{"jsonrpc":"2.0","id":7,"params":{"name":"größe","list":[1,true,null,{"a/b":"~"}]}}'
const bytes = encode(SAMPLE)
const tree = parseJson(bytes)

test('reads every node with its byte range', () => {
  const texts = Array.from({ length: tree.count }, (_, n) =>
    new TextDecoder().decode(bytes.subarray(tree.start[n], tree.end[n])),
  )
  expect(texts).toEqual([
    SAMPLE,
    '"2.0"',
    '7',
    '{"name":"größe","list":[1,true,null,{"a/b":"~"}]}',
    '"größe"',
    '[1,true,null,{"a/b":"~"}]',
    '1',
    'true',
    'null',
    '{"a/b":"~"}',
    '"~"',
  ])
  expect(tree.errorAt).toBe(-1)
  expect([...tree.depth]).toEqual([0, 1, 1, 1, 2, 2, 3, 3, 3, 3, 4])
  expect([tree.size[0], tree.size[3], tree.size[5]]).toEqual([3, 2, 4])
})

test('names a node by its JSON pointer', () => {
  expect([0, 2, 4, 8, 10].map((n) => pointerOf(tree, bytes, n))).toEqual([
    '',
    '/id',
    '/params/name',
    '/params/list/2',
    '/params/list/3/a~1b',
  ])
})

test.each([
  { at: 0, want: '' },
  { at: SAMPLE.indexOf('"id"'), want: '/id' },
  { at: SAMPLE.indexOf(':7') + 1, want: '/id' },
  { at: SAMPLE.indexOf('größe') + 1, want: '/params/name' },
  { at: encode(SAMPLE.slice(0, SAMPLE.indexOf('true'))).length + 1, want: '/params/list/1' },
  { at: bytes.length - 1, want: '' },
])('finds the node at byte $at', ({ at, want }) => {
  expect(pointerOf(tree, bytes, nodeAtByte(tree, at))).toBe(want)
})

test.each([
  { text: 'server starting', at: 0 },
  { text: '', at: 0 },
  { text: '{"a":1', at: 6 },
  { text: '{"a":01}', at: 5 },
  { text: '{"a":1,}', at: 7 },
  { text: '[1 2]', at: 3 },
  { text: '{"a":"b\n"}', at: 7 },
  { text: 'nul', at: 3 },
  { text: '{} x', at: 3 },
  { text: '{"a" 1}', at: 5 },
  { text: '-', at: 0 },
])('"$text" stops being JSON at byte $at', ({ text, at }) => {
  expect(parseJson(encode(text)).errorAt).toBe(at)
})

test.each(['0', '-1.5e+10', '"\\u0041"', ' [ ] ', '{}', 'true', '[[[]]]'])('"%s" is JSON', (text) => {
  expect(parseJson(encode(text)).errorAt).toBe(-1)
})

test('what was read before a fault is kept', () => {
  const broken = encode('{"a":{"b":1},"c":oops}')
  const read = parseJson(broken)
  expect(keyOf(read, broken, 1)).toBe('a')
  expect(read.count).toBe(3)
  expect(read.kind[0]).toBe(NODE.object)
})

test('depth without end stops and does not crash', () => {
  const deep = parseJson(encode('['.repeat(100_000)))
  expect(deep.errorAt).toBeGreaterThan(500)
})

test('shows what is open', () => {
  const closed = shownNodes(tree, () => false)
  expect([...closed]).toEqual([0])
  const two = shownNodes(tree, (n) => (tree.depth[n] ?? 0) < 1)
  expect([...two]).toEqual([0, 1, 2, 3])
  expect(shownNodes(tree, () => true).length).toBe(tree.count)
})

test('finds names and values without case', () => {
  expect(findNodes(tree, bytes, 'NAME').map((n) => pointerOf(tree, bytes, n))).toEqual(['/params/name'])
  expect(findNodes(tree, bytes, 'GRÖSSE')).toEqual([])
  expect(findNodes(tree, bytes, 'Größe').map((n) => pointerOf(tree, bytes, n))).toEqual(['/params/name'])
})

test('a string that is cut or wrong is shown as written', () => {
  const text = encode('"a\\qb"')
  expect(decodeString(text, 0, text.length)).toBe('a\\qb')
})
