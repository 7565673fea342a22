// The report: the engine's verdict, as far as the page shows it. Start with
// decodeReport. The bytes of a report are compared and downloaded as they came;
// these types are for drawing alone.

import { count, fields, flag, isFields, list, maybe, oneOf, optional, parse, text, texts, type Fields } from './decode'

const SCHEMA_VERSION = 1

export type Status = 'pass' | 'warning' | 'needs_inspection' | 'fail'
export type CheckStatus = 'pass' | 'fail' | 'warning' | 'skipped'
export type Severity = 'error' | 'warning' | 'note'
export type Party = 'server' | 'client' | 'tool'

export interface Finding {
  code: string
  class: string
  layer: number
  severity: Severity
  detailCode: string
  message: string
  party: Party
  run: number
  stream: string
  /** 1-based in its stream and run; 0 = the finding has no frame (a silence). */
  frame: number
  lastFrame: number
  /** "stdout:12"; "" for a silence. */
  address: string
  offset: number | null
  /** First offending byte in the frame, from 0. */
  column: number | null
  length: number | null
  /** Microseconds since start. */
  t: number | null
  phase: string
  line: number
  excerpt: string
  hex: string
  method: string
  requestId: string
  path: string
  culprit: { name: string; certainty: string; change: string } | null
  hint: string
  spec: { revision: string; section: string; url: string } | null
  open: boolean
  afterFirst: boolean
}

export interface Client {
  client: string
  versions: string
  outcome: 'survives' | 'hides' | 'drops' | 'unknown'
  /** What it does with the fault; "" when nothing that was found reaches it. */
  what: string
  address: string
  source: string
  evidence: string
}

export interface LayerStatus {
  layer: number
  name: string
  status: CheckStatus
  reason: string
  framesChecked: number
}

export interface Check {
  name: string
  status: CheckStatus
  reason: string
  issueCodes: string[]
}

export interface Summary {
  status: Status
  primaryIssueCode: string
  errors: number
  warnings: number
  display: string
}

export interface Report {
  ok: boolean
  run: number
  command: string[]
  protocol: string
  negotiatedProtocol: string
  durationMs: number
  summary: Summary
  classification: string
  /** Of the negative control before the run: pass or fail; "" when none was made. */
  selftest: string
  firstViolation: Finding | null
  issues: Finding[]
  /** Exact numbers; `issues` keeps the first of each code. */
  counts: { code: string; severity: Severity; count: number; kept: number }[]
  layers: LayerStatus[]
  clients: Client[]
  checks: Check[]
  era: { kind: string; revision: string; how: string; supportedVersions: string[] }
  process: { outcome: string; phase: string; exitCode: number | null; signal: string; pid: number | null }
  shutdown: { how: string; ms: number; exitCode: number | null; signal: string } | null
  cleanup: { reaped: boolean; readersJoined: boolean; groupEmpty: boolean; orphansEnded: number } | null
  tools: { checked: boolean; names: string[]; valid: number; count: number }
  frames: { stdin: number; stdout: number; invalid: number; stderrLines: number }
  source: {
    format: string
    confidence: string
    hides: string[]
    sessions: number
    started: string
    interrupted: boolean
  }
  engine: { name: string; version: string }
  runs: Report[]
  eras: { run: number; era: string; ok: boolean; negotiated: string }[]
  clientErrors: { line: number; stream: string; layer: number; certainty: string; text: string }[]
}

/** Reads a report; undefined when the text is none of a version that this page knows. */
export function decodeReport(json: string): Report | undefined {
  const value = parse(json)
  if (!isFields(value) || count(value, 'schemaVersion') !== SCHEMA_VERSION) return undefined
  return report(value)
}

const STATUSES = ['pass', 'warning', 'needs_inspection', 'fail'] as const
const CHECK_STATUSES = ['pass', 'fail', 'warning', 'skipped'] as const
const SEVERITIES = ['error', 'warning', 'note'] as const
const PARTIES = ['server', 'client', 'tool'] as const
const OUTCOMES = ['survives', 'hides', 'drops', 'unknown'] as const

function report(from: Fields): Report {
  const era = fields(from['era'])
  const process = fields(from['process'])
  const tools = fields(from['toolSchema'])
  const frames = fields(from['frames'])
  const source = fields(from['source'])
  const engine = fields(from['engine'])
  return {
    ok: flag(from, 'ok'),
    run: count(from, 'run', 1),
    command: texts(from, 'command'),
    protocol: text(from, 'protocol'),
    negotiatedProtocol: text(from, 'negotiatedProtocol'),
    durationMs: count(from, 'durationMs'),
    summary: decodeSummary(fields(from['summary'])),
    classification: text(from, 'classification'),
    selftest: text(from, 'selftest'),
    firstViolation: optional(from, 'firstViolation', decodeFinding),
    issues: list(from, 'issues', (value) => decodeFinding(fields(value))),
    counts: list(from, 'counts', (value) => {
      const each = fields(value)
      return {
        code: text(each, 'code'),
        severity: oneOf(each, 'severity', SEVERITIES, 'note'),
        count: count(each, 'count'),
        kept: count(each, 'kept'),
      }
    }),
    layers: list(from, 'layers', (value) => {
      const each = fields(value)
      return {
        layer: count(each, 'layer'),
        name: text(each, 'name'),
        status: oneOf(each, 'status', CHECK_STATUSES, 'skipped'),
        reason: text(each, 'reason'),
        framesChecked: count(each, 'framesChecked'),
      }
    }),
    clients: list(from, 'clients', (value) => decodeClient(fields(value))),
    checks: Object.entries(fields(from['checks'])).map(([name, value]) => {
      const each = fields(value)
      return {
        name,
        status: oneOf(each, 'status', CHECK_STATUSES, 'skipped'),
        reason: text(each, 'reason'),
        issueCodes: texts(each, 'issueCodes'),
      }
    }),
    era: {
      kind: text(era, 'kind'),
      revision: text(era, 'revision'),
      how: text(era, 'how'),
      supportedVersions: texts(era, 'supportedVersions'),
    },
    process: {
      outcome: text(process, 'outcome'),
      phase: text(process, 'phase'),
      exitCode: maybe(process, 'exitCode'),
      signal: text(process, 'signal'),
      pid: maybe(process, 'pid'),
    },
    shutdown: optional(from, 'shutdown', (each) => ({
      how: text(each, 'how'),
      ms: count(each, 'ms'),
      exitCode: maybe(each, 'exitCode'),
      signal: text(each, 'signal'),
    })),
    cleanup: optional(from, 'cleanup', (each) => ({
      reaped: flag(each, 'reaped'),
      readersJoined: flag(each, 'readersJoined'),
      groupEmpty: flag(each, 'groupEmpty'),
      orphansEnded: count(each, 'orphansEnded'),
    })),
    tools: {
      checked: flag(tools, 'checked'),
      names: texts(tools, 'toolNames'),
      valid: count(tools, 'validToolCount'),
      count: count(tools, 'toolCount'),
    },
    frames: {
      stdin: count(frames, 'stdin'),
      stdout: count(frames, 'stdout'),
      invalid: count(frames, 'invalid'),
      stderrLines: count(frames, 'stderrLines'),
    },
    source: {
      format: text(source, 'format'),
      confidence: text(source, 'confidence'),
      hides: texts(source, 'hides'),
      sessions: count(source, 'sessions'),
      started: text(source, 'started'),
      interrupted: flag(source, 'interrupted'),
    },
    engine: { name: text(engine, 'name'), version: text(engine, 'version') },
    runs: list(from, 'runs', (value) => report(fields(value))),
    eras: list(from, 'eras', (value) => {
      const each = fields(value)
      return {
        run: count(each, 'run'),
        era: text(each, 'era'),
        ok: flag(each, 'ok'),
        negotiated: text(each, 'negotiatedProtocol'),
      }
    }),
    clientErrors: list(from, 'clientErrors', (value) => {
      const each = fields(value)
      return {
        line: count(each, 'line'),
        stream: text(each, 'stream'),
        layer: count(each, 'layer'),
        certainty: text(each, 'certainty'),
        text: text(each, 'text'),
      }
    }),
  }
}

/** Reads a summary, as it stands in a report and in a list of runs. */
export function decodeSummary(from: Fields): Summary {
  const counts = fields(from['issueCounts'])
  return {
    status: oneOf(from, 'status', STATUSES, 'needs_inspection'),
    primaryIssueCode: text(from, 'primaryIssueCode'),
    errors: count(counts, 'error'),
    warnings: count(counts, 'warning'),
    display: text(from, 'display'),
  }
}

/** Reads a finding. */
export function decodeFinding(from: Fields): Finding {
  return {
    code: text(from, 'code'),
    class: text(from, 'class'),
    layer: count(from, 'layer'),
    severity: oneOf(from, 'severity', SEVERITIES, 'note'),
    detailCode: text(from, 'detailCode'),
    message: text(from, 'message'),
    party: oneOf(from, 'party', PARTIES, 'server'),
    run: count(from, 'run', 1),
    stream: text(from, 'stream'),
    frame: count(from, 'frame'),
    lastFrame: count(from, 'lastFrame', count(from, 'frame')),
    address: text(from, 'address'),
    offset: maybe(from, 'offset'),
    column: maybe(from, 'column'),
    length: maybe(from, 'length'),
    t: maybe(from, 't'),
    phase: text(from, 'phase'),
    line: count(from, 'logLine'),
    excerpt: text(from, 'excerpt'),
    hex: text(from, 'hex'),
    method: text(from, 'method'),
    requestId: text(from, 'requestId'),
    path: text(from, 'path'),
    culprit: optional(from, 'culprit', (each) => ({
      name: text(each, 'name'),
      certainty: text(each, 'certainty'),
      change: text(each, 'change'),
    })),
    hint: text(from, 'hint'),
    spec: optional(from, 'spec', (each) => ({
      revision: text(each, 'revision'),
      section: text(each, 'section'),
      url: text(each, 'url'),
    })),
    open: flag(from, 'open'),
    afterFirst: flag(from, 'afterFirst'),
  }
}

function decodeClient(from: Fields): Client {
  return {
    client: text(from, 'client'),
    versions: text(from, 'versions'),
    outcome: oneOf(from, 'outcome', OUTCOMES, 'unknown'),
    what: text(from, 'what'),
    address: text(from, 'address'),
    source: text(from, 'source'),
    evidence: text(from, 'evidence'),
  }
}
