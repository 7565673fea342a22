import { expect, test } from 'vitest'
import { Needle } from './strings'
import { packedStrings, stringRecords } from './testrows'

test('strings are numbered from 1 over all batches', () => {
  const table = packedStrings(['initialize', ''])
  table.append(stringRecords(['tools/list', 'größe']))
  expect([0, 1, 2, 3, 4, 5].map((number) => table.get(number))).toEqual([
    '',
    'initialize',
    '',
    'tools/list',
    'größe',
    '',
  ])
})

test.each([
  { text: 'server starting', needle: 'START', want: true },
  { text: 'server starting', needle: 'stopped', want: false },
  { text: 'aab', needle: 'ab', want: true },
  { text: 'Größe', needle: 'größe', want: true },
  { text: 'short', needle: 'longer than it', want: false },
  { text: '[x]{y}', needle: ']{', want: true },
  { text: '@', needle: '`', want: false },
])('"$needle" in "$text": $want', ({ text, needle, want }) => {
  expect(packedStrings([text]).includes(1, new Needle(needle))).toBe(want)
})

test('many strings grow the table', () => {
  const table = packedStrings(Array.from({ length: 5000 }, (_, i) => `string ${i}`))
  expect(table.get(5000)).toBe('string 4999')
})
