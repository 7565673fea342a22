// One transcript that is open: where its bytes come from, the rows made of them,
// the report, and what state all of it is in. Live, dropped, pasted and stored
// recordings are the same from here on.

import type { Engine, Format, Outcome, Session, Update } from '../engine/client'
import { api, ApiError } from '../live/api'
import { follow, type End, type Following } from '../live/follow'
import { count, fields, flag, list, parse, text } from '../model/decode'
import { NO_PLACES, placeFindings, type FindingPlaces } from '../model/findings'
import type { FindingChange } from '../model/compare'
import { frameBytes } from '../model/frame'
import { changesBetween, engineOf } from '../model/judged'
import { decodeReport, type Report } from '../model/report'
import { LANES, RowStore } from '../model/rows'
import type { RunInfo } from '../model/runs'
import { StringTable } from '../model/strings'

export type Origin =
  | { kind: 'run'; id: string }
  /** Somebody shared it: under a link, in a link, or in the page itself. */
  | { kind: 'shared'; name: string; size: number }
  | { kind: 'file'; name: string; size: number }
  | { kind: 'paste'; size: number }

export type Phase =
  | { kind: 'opening' }
  | { kind: 'reading'; read: number; total: number }
  | { kind: 'live' }
  | { kind: 'reconnecting'; attempt: number; waitMs: number }
  | { kind: 'done'; end: End | 'read' | 'cancelled' }
  | { kind: 'failed'; message: string; hint: string; crashed: boolean }

/** Whether the server's report and this browser's are the same bytes, and if not, whether one engine made both. */
export type Parity = 'none' | 'waiting' | 'same' | 'other-engine' | 'different'

/** A session that a pasted log holds. */
export interface LogSession {
  number: number
  server: string
  frames: number
  violation: boolean
}

/** How to take what was dropped: which session of a log, as which format. Neither: it is recognised, the first. */
export interface Taken {
  choose?: number
  as?: Format
}

/** The soonest that a report is asked for again while bytes arrive. */
const REPORT_EVERY = 250
const CLOCK_EVERY = 250

export class Recording {
  origin: Origin = $state.raw({ kind: 'paste', size: 0 })
  readonly rows = new RowStore()
  readonly strings = new StringTable()
  /** Grows whenever rows, patches or strings came. */
  version = $state(0)
  phase: Phase = $state.raw({ kind: 'opening' })
  report: Report | undefined = $state.raw()
  places: FindingPlaces = $state.raw(NO_PLACES)
  parity: Parity = $state('none')
  /** Where another engine judged: which then and which now, and what the two say differently. */
  rejudged: { then: string; now: string; changes: FindingChange[] } | undefined = $state.raw()
  /** What the server says of the run; absent for local recordings. */
  info: RunInfo | undefined = $state.raw()
  /** Microseconds since the run started, by this machine's clock, while it is live; else 0. */
  clock = $state(0)
  sessions: LogSession[] = $state.raw([])
  /** Which of them this is. */
  session = 1
  /** Rows that patches have touched since the list last looked. */
  touched: number[] = []
  /** Rows that patches have touched since the timeline last looked. */
  changed: number[] = []

  private opened: Session | undefined
  private following: Following | undefined
  private reportBytes: Uint8Array | undefined
  private reportAt = -Infinity
  private reportCost = 0
  private reportAsked = false
  private readonly outcome = deferred<Uint8Array | undefined>()
  private closed = false

  private constructor(
    private readonly engine: Engine,
    origin: Origin,
  ) {
    this.origin = origin
  }

  /** Opens a run of the local server: live while it goes on, the same afterwards. */
  static run(engine: Engine, id: string): Recording {
    const recording = new Recording(engine, { kind: 'run', id })
    void recording.startRun(id)
    return recording
  }

  /** Opens bytes that a person dropped, chose or pasted. Nothing of them leaves the browser. */
  static blob(engine: Engine, blob: Blob, name: string, taken: Taken = {}): Recording {
    const origin: Origin = name === '' ? { kind: 'paste', size: blob.size } : { kind: 'file', name, size: blob.size }
    const recording = new Recording(engine, origin)
    recording.session = taken.choose ?? 1
    recording.open({ input: 'any', blob, ...taken })
    recording.phase = { kind: 'reading', read: 0, total: blob.size }
    return recording
  }

  /** Opens a transcript that somebody shared, once it has been fetched or unpacked. */
  static shared(engine: Engine, load: Promise<{ transcript: Blob; name: string }>): Recording {
    const recording = new Recording(engine, { kind: 'shared', name: '', size: 0 })
    void recording.startShared(load)
    return recording
  }

  /** The report's bytes when everything has been read; undefined when that cannot be. */
  get judged(): Promise<Uint8Array | undefined> {
    return this.outcome.promise
  }

  /** Of a log's sessions the first that has a violation. */
  get firstBad(): number | undefined {
    return this.sessions.find((session) => session.violation)?.number
  }

  get live(): boolean {
    if (this.origin.kind !== 'run') return false
    return this.phase.kind === 'live' || this.phase.kind === 'reconnecting' || this.phase.kind === 'opening'
  }

  /** The exact bytes of a frame. */
  async bytesOf(row: number): Promise<Uint8Array> {
    if (!this.opened) throw new Error('the recording is not open')
    const { rows } = this
    const piece = await this.opened.bytes(rows.fileStart(row), rows.fileEnd(row))
    const lane = LANES[rows.lane(row)] ?? 'event'
    if (lane === 'event') return piece
    return frameBytes(piece, { run: rows.run(row), lane, skip: rows.skip(row), size: rows.size(row) })
  }

  /** Bytes of the transcript, end exclusive; fewer where fewer are there. */
  async piece(start: number, end: number): Promise<Uint8Array> {
    if (!this.opened) throw new Error('the recording is not open')
    return this.opened.bytes(start, end)
  }

  /** The whole transcript, to be saved. */
  async transcript(): Promise<Blob> {
    if (!this.opened) throw new Error('the recording is not open')
    return this.opened.transcript()
  }

  /** The report's bytes, exactly as the engine wrote them. */
  async reportJson(): Promise<Uint8Array<ArrayBuffer>> {
    if (!this.opened) throw new Error('the recording is not open')
    return this.opened.report()
  }

  /** Of a file being read: stops and judges what was read. */
  cancel(): void {
    this.opened?.finish()
    if (this.phase.kind === 'reading') this.phase = { kind: 'done', end: 'cancelled' }
  }

  /** Of a lost connection: tries again now. */
  retry(): void {
    this.following?.retry()
  }

  close(): void {
    this.closed = true
    this.following?.close()
    this.opened?.close()
  }

  private async startShared(load: Promise<{ transcript: Blob; name: string }>): Promise<void> {
    try {
      const { transcript, name } = await load
      if (this.closed) return
      this.origin = { kind: 'shared', name, size: transcript.size }
      this.phase = { kind: 'reading', read: 0, total: transcript.size }
      this.open({ input: 'transcript', blob: transcript })
    } catch (error) {
      const hint = error instanceof ApiError ? error.problem.hint : ''
      this.phase = {
        kind: 'failed',
        message: error instanceof Error ? error.message : String(error),
        hint,
        crashed: false,
      }
      this.outcome.resolve(undefined)
    }
  }

  private async startRun(id: string): Promise<void> {
    try {
      this.info = await api.run(id)
    } catch (error) {
      if (error instanceof ApiError && !error.unreachable) {
        const hint = error.status === 404 ? 'It was deleted, or it belongs to another data folder.' : error.problem.hint
        this.phase = { kind: 'failed', message: error.problem.what, hint, crashed: false }
        return
      }
      // Without an answer the socket goes on trying, and says so.
    }
    if (this.closed) return
    const session = this.open({ input: 'transcript' })
    this.following = follow(id, 0, {
      bytes: (chunk) => session.feed(chunk),
      connected: () => {
        this.phase = { kind: 'live' }
        this.tick()
      },
      lost: (attempt, waitMs) => (this.phase = { kind: 'reconnecting', attempt, waitMs }),
      ended: (end) => {
        session.finish()
        this.phase = { kind: 'done', end }
        void this.compare(id)
      },
    })
  }

  /** Moves the clock while the run is live. */
  private tick(): void {
    const started = Date.parse(this.info?.started ?? '')
    const running = !this.closed && this.phase.kind === 'live' && !Number.isNaN(started)
    this.clock = running ? Math.max(0, (Date.now() - started) * 1000) : 0
    if (running) setTimeout(() => this.tick(), CLOCK_EVERY)
  }

  private open(options: Parameters<Engine['open']>[0]): Session {
    this.opened = this.engine.open(options, {
      update: (update) => this.take(update),
      done: (outcome) => this.finish(outcome),
      failed: ({ message, crashed }) => {
        this.following?.close()
        this.outcome.resolve(undefined)
        this.phase = { kind: 'failed', message, hint: '', crashed }
      },
    })
    return this.opened
  }

  private take(update: Update): void {
    this.strings.append(update.strings)
    this.rows.append(update.rows)
    this.rows.patch(update.patches, (row) => {
      this.touched.push(row)
      this.changed.push(row)
    })
    if (update.total !== null && this.phase.kind === 'reading') {
      this.phase = { kind: 'reading', read: update.read, total: update.total }
    }
    this.version++
    this.reportSoon()
  }

  /** Asks for the report as often as it is cheap, and never twice at once. */
  private reportSoon(): void {
    if (this.reportAsked) return
    this.reportAsked = true
    // While a file is read the report is a foretaste: the worker has better things to do.
    const every = Math.max(this.phase.kind === 'reading' ? 2 * REPORT_EVERY : REPORT_EVERY, 12 * this.reportCost)
    const wait = Math.max(0, this.reportAt + every - performance.now())
    setTimeout(() => {
      if (this.closed || !this.opened) return
      const began = performance.now()
      this.opened
        .report()
        .then((bytes) => {
          this.reportCost = performance.now() - began
          if (this.phase.kind !== 'done') this.setReport(bytes)
        })
        .catch(() => undefined) // the session ended meanwhile: its outcome brings the report
        .finally(() => {
          this.reportAt = performance.now()
          this.reportAsked = false
        })
    }, wait)
  }

  private finish(outcome: Outcome): void {
    if (this.phase.kind === 'reading') this.phase = { kind: 'done', end: 'read' }
    this.reportBytes = outcome.report
    this.setReport(outcome.report)
    this.sessions = decodeSessions(outcome.sessions).map((session) =>
      session.number === this.session ? { ...session, violation: this.report?.firstViolation != null } : session,
    )
    this.outcome.resolve(outcome.report)
  }

  private setReport(bytes: Uint8Array): void {
    const report = decodeReport(new TextDecoder().decode(bytes))
    if (report === undefined) return
    this.report = report
    this.places = placeFindings(this.rows, report.issues)
  }

  /** Holds the server's report against this browser's, byte for byte. */
  private async compare(id: string): Promise<void> {
    this.parity = 'waiting'
    try {
      const [theirs, info] = await Promise.all([this.storedReport(id), api.run(id)])
      this.info = info
      const ours = await this.ownReport()
      if (sameBytes(theirs, ours)) this.parity = 'same'
      else {
        const then = engineOf(theirs, info.engine)
        const now = (await this.engine.ready).build
        this.parity = then === now ? 'different' : 'other-engine'
        if (then !== now) this.rejudged = { then, now, changes: changesBetween(theirs, ours) }
      }
    } catch {
      this.parity = 'none'
    }
  }

  /** The stored report; it is written a moment after the socket says finished. */
  private async storedReport(id: string): Promise<Uint8Array> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await api.report(id)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409 || attempt === 10) throw error
        await new Promise((resolve) => setTimeout(resolve, 50 * attempt))
      }
    }
  }

  private async ownReport(): Promise<Uint8Array> {
    return this.reportBytes ?? this.reportJson()
  }
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}

function decodeSessions(bytes: Uint8Array | null): LogSession[] {
  if (bytes === null) return []
  const value = parse(new TextDecoder().decode(bytes))
  const from = Array.isArray(value) ? { sessions: value } : fields(value)
  return list(from, 'sessions', (each) => {
    const session = fields(each)
    return {
      number: count(session, 'number', count(session, 'session')),
      server: text(session, 'server', text(session, 'name')),
      frames: count(session, 'frames'),
      violation: flag(session, 'violation'),
    }
  })
}
