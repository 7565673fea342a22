import { expect, test } from 'vitest'
import {
  alignFrames,
  compareFindings,
  compareLatencies,
  compareReports,
  compareTools,
  compareValues,
  toolsOf,
} from './compare'
import { decodeFinding, decodeReport } from './report'
import { packed, type PlainRow } from './testrows'

const call = (id: string): PlainRow[] => [
  { lane: 'stdin', kind: 'request', text: 'tools/call', id },
  { lane: 'stdout', kind: 'notification', text: 'notifications/progress' },
]

function aligned(a: PlainRow[], b: PlainRow[]) {
  const found = alignFrames(packed(a), packed(b))
  return [...found.a].map((row, i) => [row, found.b[i]])
}

test('equal recordings lie side by side', () => {
  expect(aligned(call('1'), call('2'))).toEqual([
    [0, 0],
    [1, 1],
  ])
})

test('a line more on one side leaves a gap on the other', () => {
  const banner: PlainRow = { lane: 'stdout', kind: 'text', text: 'Weather server 2.1 at 12:00:01' }
  expect(aligned(call('1'), [banner, ...call('1')])).toEqual([
    [-1, 0],
    [0, 1],
    [1, 2],
  ])
  expect(
    aligned([banner, ...call('1')], [{ ...banner, text: 'Weather server 2.1 at 12:09:59' }, ...call('1')])[0],
  ).toEqual([0, 0])
})

test('events of the process take no part', () => {
  expect(aligned([{ lane: 'event', kind: 'spawn', no: 0 }, ...call('1')], call('1'))).toEqual([
    [1, 0],
    [2, 1],
  ])
})

test('long recordings that differ are laid out too, with every frame once', () => {
  const row = (i: number): PlainRow => ({ lane: 'stdout', kind: 'notification', text: `m${'abcdefg'[i % 7] ?? ''}` })
  const a = Array.from({ length: 3000 }, (_, i) => row(i))
  const b = [row(3), ...a.slice(0, 1500), row(2), row(2), ...a.slice(1500), row(5)]
  const found = aligned(a, b)
  expect(found.filter(([x]) => x !== -1).length).toBe(a.length)
  expect(found.filter(([, y]) => y !== -1).length).toBe(b.length)
})

test('findings are matched by what they say, not by where', () => {
  const finding = (code: string, message: string) => decodeFinding({ code, message, severity: 'error' })
  const changes = compareFindings(
    [finding('x', 'line 3 is bad'), finding('y', 'gone')],
    [finding('x', 'line 14 is bad'), finding('z', 'new')],
  )
  expect(changes.map((each) => [each.change, each.finding.code])).toEqual([
    ['both', 'x'],
    ['only-a', 'y'],
    ['only-b', 'z'],
  ])
})

test('tools are compared by name, and changed ones member by member', () => {
  const tools = (json: string) =>
    toolsOf(new TextEncoder().encode(`{"jsonrpc":"2.0","id":1,"result":{"tools":${json}}}`))
  expect(
    compareTools(
      tools('[{"name":"a","inputSchema":{"type":"object"}},{"name":"b"},{"name":"c"}]'),
      tools('[{"name":"d"},{"name":"c"},{"name":"a","inputSchema":{"type":"object","required":["q"]}}]'),
    ),
  ).toEqual([
    { name: 'a', change: 'changed', values: [{ path: '/inputSchema/required', a: '', b: '["q"]' }] },
    { name: 'b', change: 'removed', values: [] },
    { name: 'c', change: 'same', values: [] },
    { name: 'd', change: 'added', values: [] },
  ])
  expect(toolsOf(new TextEncoder().encode('not json'))).toEqual([])
})

test('values are compared to their depth', () => {
  expect(compareValues({ a: [1, { 'b/c': 2 }] }, { a: [1, { 'b/c': 3 }, 4] })).toEqual([
    { path: '/a/1/b~1c', a: '2', b: '3' },
    { path: '/a/2', a: '', b: '4' },
  ])
})

test('latencies are medians by method', () => {
  const answers = (...us: number[]): PlainRow[] => [
    { lane: 'stdin', kind: 'request', text: 'tools/call', id: '1' },
    ...us.map((latency): PlainRow => ({ lane: 'stdout', kind: 'result', pair: 0, latency })),
  ]
  expect(compareLatencies(packed(answers(10, 30, 20)), packed([]))).toEqual([
    { method: 'tools/call', a: { count: 3, median: 20 }, b: null },
  ])
})

test('reports are told fact by fact', () => {
  const report = (value: object) => decodeReport(JSON.stringify({ schemaVersion: 1, ...value }))
  const a = report({ summary: { status: 'pass' }, era: { revision: '2025-11-25' } })
  const b = report({ summary: { status: 'fail' }, era: { revision: '2025-11-25' } })
  if (!a || !b) throw new Error('no report')
  const facts = compareReports([a, b])
  expect(facts.find((fact) => fact.name === 'Verdict')).toEqual({
    name: 'Verdict',
    values: ['PASS', 'FAIL'],
    differs: true,
  })
  expect(facts.find((fact) => fact.name === 'Protocol')).toMatchObject({
    values: ['2025-11-25', '2025-11-25'],
    differs: false,
  })
})
