import { expect, test } from 'vitest'
import { decodeRules, findRules, holdsIn, prose } from './rules'

const RULES = decodeRules({
  rules: [
    { code: 'spawn-failed', title: 'The command could not be started', layer: 0, severity: 'error' },
    {
      code: 'stdout-bom',
      title: 'A byte order mark on stdout',
      layer: 1,
      severity: 'error',
      details: ['bom-at-start'],
    },
    {
      code: 'tool-name-charset',
      title: 'A tool name',
      layer: 4,
      severity: 'warning',
      before: 'note',
      since: '2025-11-25',
    },
  ],
})

test.each([
  { search: '', want: ['spawn-failed', 'stdout-bom', 'tool-name-charset'] },
  { search: 'byte mark', want: ['stdout-bom'] },
  { search: 'BOM-AT', want: ['stdout-bom'] },
  { search: 'nothing like it', want: [] },
])('"$search" finds $want', ({ search, want }) => {
  expect(findRules(RULES, search).flatMap((group) => group.rules.map((each) => each.code))).toEqual(want)
})

test('rules stand by layer', () => {
  expect(findRules(RULES, '').map((group) => group.name)).toEqual([
    'Outside the layers',
    '1 · Bytes and framing',
    '4 · MCP meaning',
  ])
})

test('a list alone is a catalogue too, and nothing is none', () => {
  expect(decodeRules([{ code: 'x' }]).length).toBe(1)
  expect(decodeRules(null)).toEqual([])
})

test('says in which revisions a rule holds', () => {
  expect(RULES.map(holdsIn)).toEqual(['', '', 'from 2025-11-25 on (before that a note)'])
})

test('prose becomes blocks of plain text', () => {
  expect(prose('Say `x` and **mean** it.\nOn.\n\n- one\n- two `y`\n\n```js\na()\n```\n<b>text</b>')).toEqual([
    {
      kind: 'paragraph',
      inlines: [
        { kind: 'text', text: 'Say ' },
        { kind: 'code', text: 'x' },
        { kind: 'text', text: ' and ' },
        { kind: 'strong', text: 'mean' },
        { kind: 'text', text: ' it. On.' },
      ],
    },
    {
      kind: 'list',
      items: [
        [{ kind: 'text', text: 'one' }],
        [
          { kind: 'text', text: 'two ' },
          { kind: 'code', text: 'y' },
        ],
      ],
    },
    { kind: 'code', text: 'a()' },
    { kind: 'paragraph', inlines: [{ kind: 'text', text: '<b>text</b>' }] },
  ])
})
