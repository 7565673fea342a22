import { expect, test } from 'vitest'
import { changesBetween, engineOf } from './judged'

const report = (version: string, ...codes: string[]) =>
  new TextEncoder().encode(
    JSON.stringify({
      schemaVersion: 1,
      engine: { name: 'stdioscope', version },
      issues: codes.map((code) => ({ code, severity: 'error', address: 'stdout:1' })),
    }),
  )

test.each([
  { build: '1.0.0+0123456789ab', want: '1.0.0+0123456789ab' },
  { build: '1.0.0', want: '1.0.0' },
  { build: '', want: '1.0.0' },
  { build: '1.0.01+0123456789ab', want: '1.0.0' },
  { build: '2.0.0+0123456789ab', want: '1.0.0' },
])('a report of 1.0.0 with the build "$build" is judged by $want', ({ build, want }) => {
  expect(engineOf(report('1.0.0'), build)).toBe(want)
})

test('what is said differently is named, and what is not is not', () => {
  const changes = changesBetween(report('1.0.0', 'a', 'b'), report('1.0.0', 'b', 'c'))
  expect(changes.map((each) => [each.change, each.finding.code])).toEqual([
    ['only-a', 'a'],
    ['only-b', 'c'],
  ])
  expect(changesBetween(report('1.0.0', 'a'), report('1.0.0', 'a'))).toEqual([])
  expect(changesBetween(new Uint8Array(), report('1.0.0', 'a'))).toEqual([])
})
