// The verdict in words: one sentence that says what a person would see, then the
// term, then the remedy. Start with verdictOf.

import { layerTerm } from './ladder'
import type { Client, Finding, Report, Status } from './report'

/** Which colour and sign a verdict has. */
export type Tone = 'good' | 'warn' | 'bad' | 'wait'

export interface Verdict {
  status: Status
  tone: Tone
  /** PASS, WARNING, INSPECT, FAIL; while the run goes on also CLEAN SO FAR and WAITING. */
  word: string
  /** One sentence without jargon in its first clause. */
  sentence: string
  /** Code of the rule that was broken; "" when none was. */
  code: string
  /** The term for it: "layer 2, JSON syntax". */
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

/** The tone of a status. */
export function statusTone(status: Status): Tone {
  switch (status) {
    case 'pass':
      return 'good'
    case 'warning':
      return 'warn'
    case 'needs_inspection':
    case 'fail':
      return 'bad'
  }
}

/** The verdict of a report, in words. `live`: the run goes on. */
export function verdictOf(report: Report, live: boolean): Verdict {
  const first = report.firstViolation ?? report.issues.find((issue) => issue.severity === 'error')
  const { status } = report.summary
  if (first) {
    return {
      status,
      tone: statusTone(status),
      word: WORDS[status],
      sentence: sentenceOf(first),
      code: first.code,
      term: layerTerm(first.layer),
      culprit: culpritOf(first),
      remedy: remedyOf(first),
    }
  }
  const silent = live && report.frames.stdout === 0
  const aside = report.issues[0]
  return {
    status,
    tone: silent ? 'wait' : statusTone(status),
    word: silent ? 'WAITING' : live ? 'CLEAN SO FAR' : WORDS[status],
    sentence: cleanSentence(report, live),
    code: aside?.code ?? '',
    term: aside ? layerTerm(aside.layer) : '',
    culprit: '',
    remedy: aside ? asideOf(aside, report.issues.length - 1) : '',
  }
}

/** What is worth knowing of a run that nothing is held against. */
function asideOf(finding: Finding, more: number): string {
  const others = more === 0 ? '' : ` (${more} more among the findings)`
  return [`Beside that: ${finding.message.trim()}${others}.`, finding.hint].filter((part) => part !== '').join(' ')
}

function cleanSentence(report: Report, live: boolean): string {
  const { stdin, stdout } = report.frames
  if (stdout === 0 && live) return 'Nothing on stdout yet: the server has not answered.'
  if (stdout === 0 && stdin === 0) return 'Nothing crossed the pipes in this recording.'
  const lines = stdout === 1 ? 'The one line on stdout is a message' : `All ${stdout} lines on stdout are messages`
  const spoken = report.era.revision === '' ? '' : ` of MCP ${report.era.revision}`
  return `${lines}${spoken}${live ? ' so far' : ''}.`
}

function sentenceOf(finding: Finding): string {
  const message = finding.message.trim()
  const where = finding.frame > 0 ? `Line ${finding.frame} on ${finding.stream}: ` : ''
  // What could not be started is named first, and a command keeps its spelling.
  const named = where !== '' || finding.code === 'spawn-failed'
  const said = named ? message : message.charAt(0).toUpperCase() + message.slice(1)
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

type KnownOutcome = Exclude<Client['outcome'], 'unknown'>

export interface ClientGroup {
  outcome: KnownOutcome
  names: string[]
  /** The same with versions and what happens, a client a line. */
  details: string
}

/**
 * Clients by what they do with the fault: those that drop the connection first.
 * Who is not known to meet it is left out: a client does not survive a command
 * that never started.
 */
export function clientsByOutcome(clients: readonly Client[]): ClientGroup[] {
  const order: KnownOutcome[] = ['drops', 'hides', 'survives']
  return order
    .map((outcome) => {
      const group = clients.filter(
        (client) => client.outcome === outcome && (outcome !== 'survives' || client.what !== ''),
      )
      const details = group.map((client) => `${client.client} ${client.versions}: ${client.what}`).join('\n')
      return { outcome, names: unique(group.map((client) => client.client)), details }
    })
    .filter((group) => group.names.length > 0)
}

/** So many names and how many more, for a line that has little room. */
export function shortList(names: readonly string[], most = 3): string {
  if (names.length <= most + 1) return names.join(', ')
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`
}

/** What an outcome means, as the beginning of a sentence. */
export function outcomeWords(outcome: KnownOutcome): string {
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
