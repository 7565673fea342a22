import { expect, test } from 'vitest'
import { compareFindings, compareReports } from './compare'
import { decodeFinding, decodeReport } from './report'

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
