// Reports beside each other: their facts, and their findings. What changed from one
// recording to another, the server says (changes.ts).

import type { Finding, Report } from './report'
import { formatDuration } from './units'
import { endOf, verdictOf } from './verdict'

export interface Fact {
  name: string
  /** One for each report, in their order. */
  values: string[]
  differs: boolean
}

const FACTS: readonly [name: string, of: (report: Report) => string][] = [
  ['Verdict', (report) => verdictOf(report, false).word],
  ['First violation', (report) => report.firstViolation?.message ?? 'none'],
  ['Protocol', (report) => report.era.revision],
  ['Frames on stdout', (report) => String(report.frames.stdout)],
  ['Lines on stderr', (report) => String(report.frames.stderrLines)],
  ['Tools', (report) => (report.tools.checked ? String(report.tools.count) : 'not listed')],
  ['Errors', (report) => String(report.summary.errors)],
  ['Warnings', (report) => String(report.summary.warnings)],
  ['Duration', (report) => formatDuration(report.durationMs * 1000)],
  ['End', endOf],
]

/** The facts of several reports, one beside the other. */
export function compareReports(reports: readonly Report[]): Fact[] {
  return FACTS.map(([name, of]) => {
    const values = reports.map(of)
    return { name, values, differs: new Set(values).size > 1 }
  })
}

export interface FindingChange {
  change: 'only-a' | 'only-b' | 'both'
  finding: Finding
}

/** Findings by what they say and not by where: a line more before them is no change of theirs. */
export function compareFindings(a: readonly Finding[], b: readonly Finding[]): FindingChange[] {
  const rest = [...b]
  const changes: FindingChange[] = a.map((finding) => {
    const at = rest.findIndex((other) => keyOfFinding(other) === keyOfFinding(finding))
    if (at < 0) return { change: 'only-a', finding }
    rest.splice(at, 1)
    return { change: 'both', finding }
  })
  return [...changes, ...rest.map((finding): FindingChange => ({ change: 'only-b', finding }))]
}

function keyOfFinding(finding: Finding): string {
  return [
    finding.code,
    finding.severity,
    finding.detailCode,
    finding.path,
    finding.method,
    plain(finding.message),
  ].join('|')
}

/** Text without its numbers: times, ids and sizes differ in every run. */
function plain(source: string): string {
  return source.replace(/\d+/g, '#')
}
