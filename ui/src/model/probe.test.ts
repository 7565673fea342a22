import { expect, test } from 'vitest'
import { probeWords } from './probe'
import { decodeReport } from './report'
import { packed } from './testrows'

const report = (format: string, kind: string) =>
  decodeReport(JSON.stringify({ schemaVersion: 1, source: { format }, era: { kind } }))

const { rows, strings } = packed([
  { lane: 'stdin', kind: 'request', text: 'server/discover', id: '1', pair: 1 },
  { lane: 'stdout', kind: 'error', text: 'Method not found', id: '1', pair: 0 },
  { lane: 'stdin', kind: 'request', text: 'initialize', id: '2' },
  { lane: 'stderr', kind: 'stderr', text: 'server/discover' },
])

test('the probe and its answer are explained, and nothing else is', () => {
  const words = (row: number) => probeWords(rows, strings, row, report('launch', 'legacy'))
  expect(words(0)).toMatch(/^stdioscope asks first .* an error here is the expected answer of an older server\.$/)
  expect(words(1)).toBe(words(0))
  expect([words(2), words(3), words(-1)]).toEqual(['', '', ''])
})

test('of a modern server no error is expected, and of a recording the client asks', () => {
  expect(probeWords(rows, strings, 0, report('launch', 'modern'))).not.toContain('error')
  expect(probeWords(rows, strings, 0, report('record', 'legacy'))).toMatch(/^The client asks first/)
})
