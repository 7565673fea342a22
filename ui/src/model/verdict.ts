// The verdict in words: one sentence that says what a person would see, then the
// term, then the remedy. Start with verdictOf.

import { layerTerm } from './ladder'
import type { Client, Finding, Report, Status } from './report'

export interface Verdict {
  status: Status
  /** PASS, WARNING, CHECK, FAIL. */
  word: string
  /** One sentence without jargon in its first clause. */
  sentence: string
  /** The term for it: "layer 2, JSON syntax · stdout-non-json". */
  term: string
  /** Who most likely printed it; "" when unknown. */
  culprit: string
  /** What to change; "" when nothing is wrong. */
  remedy: string
}

const WORDS: Record<Status, string> = {
  pass: 'PASS',
  warning: 'WARNING',
  needs_inspection: 'INSPECT',
  fail: 'FAIL',
}

/** The word of a status. */
export function statusWord(status: Status): string {
  return WORDS[status]
}

/** Which of four colours a status has. */
export function statusTone(status: Status): 'good' | 'warn' | 'bad' {
  return status === 'pass' ? 'good' : status === 'fail' ? 'bad' : status === 'warning' ? 'warn' : 'bad'
}

/** The verdict of a report, in words. `live`: the run goes on. */
export function verdictOf(report: Report, live: boolean): Verdict {
  const first = report.firstViolation ?? report.issues.find((issue) => issue.severity === 'error')
  const status = report.summary.status
  if (!first) {
    return {
      status,
      word: live ? 'CLEAN SO FAR' : WORDS[status],
      sentence: cleanSentence(report, live),
      term: '',
      culprit: '',
      remedy: '',
    }
  }
  return {
    status,
    word: WORDS[status],
    sentence: sentenceOf(first),
    term: `${layerTerm(first.layer)} · ${first.code}`,
    culprit: culpritOf(first),
    remedy: remedyOf(first),
  }
}

function cleanSentence(report: Report, live: boolean): string {
  const { stdin, stdout } = report.frames
  if (stdout === 0 && live) return 'Nothing on stdout yet: the server is starting.'
  if (stdout === 0 && stdin === 0) return 'Nothing crossed the pipes in this recording.'
  const lines = stdout === 1 ? 'The one line on stdout is a message' : `All ${stdout} lines on stdout are messages`
  const spoken = report.era.revision === '' ? '' : ` of MCP ${report.era.revision}`
  return `${lines}${spoken}${live ? ' so far' : ''}.`
}

function sentenceOf(finding: Finding): string {
  const message = finding.message.trim()
  const where = finding.frame > 0 ? `Line ${finding.frame} on ${finding.stream}: ` : ''
  const said = where === '' ? message.charAt(0).toUpperCase() + message.slice(1) : message
  return where + said + (/[.!?"”]$/.test(said) ? '' : '.')
}

function culpritOf(finding: Finding): string {
  if (!finding.culprit) return ''
  return finding.culprit.certainty === 'certain' ? finding.culprit.name : `probably ${finding.culprit.name}`
}

function remedyOf(finding: Finding): string {
  if (finding.culprit && finding.culprit.change !== '') return finding.culprit.change
  return finding.hint
}

/** Clients by what they do with the fault: those that drop the connection first. */
export function clientsByOutcome(clients: readonly Client[]): { outcome: Client['outcome']; names: string[] }[] {
  const order: Client['outcome'][] = ['drops', 'hides', 'survives']
  return order
    .map((outcome) => ({ outcome, names: unique(clients.filter((c) => c.outcome === outcome).map((c) => c.client)) }))
    .filter((group) => group.names.length > 0)
}

/** What an outcome means, as the beginning of a sentence. */
export function outcomeWords(outcome: Client['outcome']): string {
  switch (outcome) {
    case 'drops':
      return 'dropped by'
    case 'hides':
      return 'hidden by'
    case 'survives':
      return 'survived by'
  }
}

/** What the recorder says about how the process ended; "" when nothing is known. */
export function endOf(report: Report): string {
  const { shutdown, process } = report
  if (shutdown) {
    const how = { 'stdin-close': 'exited when stdin closed', 'already-exited': 'had exited by itself' }[shutdown.how]
    const code = shutdown.exitCode === null ? '' : `, exit code ${shutdown.exitCode}`
    return `${how ?? `needed ${shutdown.how}`}${code}`
  }
  if (process.exitCode !== null) return `exit code ${process.exitCode}`
  return process.signal === '' ? '' : `ended by ${process.signal}`
}

function unique(names: string[]): string[] {
  return [...new Set(names)]
}
