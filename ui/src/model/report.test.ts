import { expect, test } from 'vitest'
import { firstNumber, placeFindings } from './findings'
import { decodeReport } from './report'
import { packed } from './testrows'
import { clientsByOutcome, endOf, verdictOf } from './verdict'

const FINDING = {
  code: 'stdout-non-json',
  class: 'stdioTransport',
  layer: 2,
  severity: 'error',
  message: 'text where a message belongs: "server starting…"',
  party: 'server',
  run: 1,
  stream: 'stdout',
  frame: 1,
  address: 'stdout:1',
  column: 0,
  t: 40211,
  hint: 'print to stderr',
  culprit: { name: 'console.log in your code', certainty: 'likely', change: 'use console.error' },
}

const BROKEN = {
  schemaVersion: 1,
  summary: { status: 'fail', issueCounts: { error: 1, warning: 0, total: 1 } },
  firstViolation: FINDING,
  issues: [{ ...FINDING, severity: 'note', code: 'stdout-crlf', address: 'stdout:2', frame: 2 }, FINDING],
  clients: [
    { client: 'Inspector', outcome: 'hides' },
    { client: 'Codex', outcome: 'drops' },
    { client: 'Codex', outcome: 'drops' },
  ],
  shutdown: { how: 'stdin-close', ms: 4, exitCode: 0, signal: null },
}

function decoded(value: unknown) {
  const report = decodeReport(JSON.stringify(value))
  if (report === undefined) throw new Error('no report')
  return report
}

test.each(['', 'null', '[]', '{}', '{"schemaVersion":2}', '{"schemaVersion"'])('%s is no report', (text) => {
  expect(decodeReport(text)).toBeUndefined()
})

test('a report of nothing but its version is a report', () => {
  const report = decoded({ schemaVersion: 1 })
  expect(report.firstViolation).toBeNull()
  expect(report.issues).toEqual([])
})

test('the verdict says what was seen, then the term, then the remedy', () => {
  expect(verdictOf(decoded(BROKEN), false)).toEqual({
    status: 'fail',
    tone: 'bad',
    word: 'FAIL',
    sentence: 'Line 1 on stdout: text where a message belongs: "server starting…"',
    code: 'stdout-non-json',
    term: 'layer 2, JSON syntax',
    culprit: 'probably console.log in your code',
    remedy: 'use console.error',
  })
})

test('a clean run says what was clean', () => {
  const report = decoded({
    schemaVersion: 1,
    summary: { status: 'pass' },
    frames: { stdin: 3, stdout: 3 },
    era: { revision: '2025-11-25' },
  })
  expect(verdictOf(report, false).sentence).toBe('All 3 lines on stdout are messages of MCP 2025-11-25.')
  expect(verdictOf(report, true)).toMatchObject({ word: 'CLEAN SO FAR', tone: 'good' })
  expect(verdictOf(decoded({ schemaVersion: 1 }), true)).toMatchObject({ word: 'WAITING', tone: 'wait' })
})

test('a clean run says what there is beside', () => {
  const note = { ...FINDING, code: 'stdout-crlf', severity: 'note', message: 'lines end in CRLF', hint: 'Write LF.' }
  const summary = { status: 'pass' }
  const report = decoded({ schemaVersion: 1, summary, frames: { stdin: 3, stdout: 3 }, issues: [note, note] })
  expect(verdictOf(report, false)).toMatchObject({
    word: 'PASS',
    sentence: 'All 3 lines on stdout are messages.',
    code: 'stdout-crlf',
    remedy: 'Beside that: lines end in CRLF (1 more among the findings). Write LF.',
  })
})

test('a command that cannot be started keeps its spelling', () => {
  const missing = { ...FINDING, code: 'spawn-failed', frame: undefined, message: 'node2 was not found on the PATH' }
  expect(verdictOf(decoded({ ...BROKEN, firstViolation: missing }), false).sentence).toBe(
    'node2 was not found on the PATH.',
  )
})

test('clients are grouped, the worst first', () => {
  expect(clientsByOutcome(decoded(BROKEN).clients)).toMatchObject([
    { outcome: 'drops', names: ['Codex'] },
    { outcome: 'hides', names: ['Inspector'] },
  ])
})

test('a client survives only what is known to reach it', () => {
  const clients = [
    { client: 'Go SDK', outcome: 'survives', what: 'the CR is skipped' },
    { client: 'Inspector', outcome: 'survives' },
    { client: 'Codex', outcome: 'unknown', what: 'what it does with a batch is not known' },
    { client: 'Later', outcome: 'an outcome of another version', what: 'something' },
  ]
  expect(clientsByOutcome(decoded({ ...BROKEN, clients }).clients)).toMatchObject([
    { outcome: 'survives', names: ['Go SDK'] },
  ])
})

test('says how the process ended', () => {
  expect(endOf(decoded(BROKEN))).toBe('exited when stdin closed, exit code 0')
  expect(endOf(decoded({ schemaVersion: 1, shutdown: { how: 'SIGKILL', ms: 1 } }))).toBe('needed SIGKILL')
  expect(endOf(decoded({ schemaVersion: 1, process: { exitCode: 3 } }))).toBe('exit code 3')
})

test('a silence stands at its event', () => {
  const { rows } = packed([
    { no: 1, lane: 'stdin', kind: 'request', t: 5 },
    { no: 0, lane: 'event', kind: 'deadline', severity: 'error', t: 900 },
  ])
  const silence = {
    ...FINDING,
    code: 'initialize-timeout',
    stream: undefined,
    frame: undefined,
    address: undefined,
    t: 900,
  }
  expect(placeFindings(rows, decoded({ ...BROKEN, issues: [silence] }).issues).rowOf).toEqual([1])
})

test('findings are found among the rows', () => {
  const { rows } = packed([
    { no: 1, lane: 'stdin', kind: 'request' },
    { no: 1, lane: 'stdout', severity: 'error' },
    { no: 2, lane: 'stdout', severity: 'note' },
  ])
  const report = decoded(BROKEN)
  const places = placeFindings(rows, report.issues)
  expect(places.rowOf).toEqual([2, 1])
  expect(places.onRow.get(1)).toEqual([1])
  expect([...(places.byCode.get('stdout-non-json') ?? [])]).toEqual([1])
  expect(firstNumber(report)).toBe(1)
})
