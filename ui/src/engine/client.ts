// The engine as the page sees it: a promise, and sessions that take bytes and tell what they find.
//
//   const engine = startEngine()
//   await engine.ready
//   const session = engine.open({ input: 'any', blob: file }, { update, done, failed })
//   session.bytes(row.fileStart, row.fileEnd)
//   session.close()

import type { ModuleSource } from './guest'
import { makeWorker, moduleSource } from './module'
import type { EngineInfo, Failure, Format, Input, Masked, Outcome, Question, Reply, Request, Update } from './protocol'

export type { EngineInfo, Failure, Format, Input, Masked, Outcome, Update } from './protocol'

export interface OpenOptions {
  readonly input: Input
  /** Read to its end. Absent: the caller feeds the session and finishes it. */
  readonly blob?: Blob
  /** Which session of a log to take, from 1. */
  readonly choose?: number
  /** The format to take it as; absent: it is recognised. */
  readonly as?: Format
}

/** What a session tells, in order: updates, then done or failed, once. Nothing after close. */
export interface Listener {
  update?(update: Update): void
  done?(outcome: Outcome): void
  failed?(failure: Failure): void
}

export interface Session {
  /** Hands the chunk over: its buffer is the engine's afterwards. */
  feed(chunk: Uint8Array<ArrayBuffer>): void
  /** No more bytes follow; of a blob: stop reading, judge what was read. */
  finish(): void
  /** The report of what has been read so far, JSON bytes. */
  report(): Promise<Uint8Array<ArrayBuffer>>
  /** Bytes of the transcript, end exclusive. */
  bytes(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
  /** The whole transcript. */
  transcript(): Promise<Blob>
  /** Forgets everything. Outstanding promises are rejected. */
  close(): void
}

export interface Engine {
  /** Rejected when the engine cannot run here; the message says why. */
  readonly ready: Promise<EngineInfo>
  open(options: OpenOptions, listener: Listener): Session
  /** A masked copy of a transcript. options: JSON, what to mask beyond what is found (wasm/guest). */
  mask(transcript: Blob, options: string): Promise<Masked>
  /** Ends the worker. */
  stop(): void
}

export interface EngineOptions {
  /** Where the module is, when it is not an asset of the page. */
  readonly module?: ModuleSource
  /** Makes the worker, when it is not an asset of the page. */
  readonly worker?: () => Worker
}

interface Ticket {
  /** 0: of no session. */
  readonly session: number
  resolve(value: Uint8Array<ArrayBuffer> | Blob | Masked): void
  reject(error: Error): void
}

export function startEngine(options: EngineOptions = {}): Engine {
  const worker = (options.worker ?? makeWorker)()
  const listeners = new Map<number, Listener>()
  const tickets = new Map<number, Ticket>()
  let lastSession = 0
  let lastTicket = 0

  const say = (request: Request, transfer: Transferable[] = []) => worker.postMessage(request, { transfer })
  const settle = (number: number) => {
    const ticket = tickets.get(number)
    tickets.delete(number)
    return ticket
  }
  const ask = (session: number, question: Question) =>
    new Promise<Uint8Array<ArrayBuffer> | Blob | Masked>((resolve, reject) => {
      if (!listeners.has(session)) {
        reject(new Error('the session is closed'))
        return
      }
      tickets.set(++lastTicket, { session, resolve, reject })
      say({ kind: 'ask', session, ticket: lastTicket, question })
    })

  const ready = new Promise<EngineInfo>((resolve, reject) => {
    worker.addEventListener('message', (event: MessageEvent<Reply>) => hear(event.data))
    // A worker that does not load, or throws where nothing catches.
    worker.addEventListener('error', (event) => {
      const message = `the engine's worker failed: ${event.message === '' ? 'it could not be loaded' : event.message}`
      reject(new Error(message))
      for (const number of [...tickets.keys()]) settle(number)?.reject(new Error(message))
      for (const listener of listeners.values()) listener.failed?.({ message, crashed: true })
    })

    function hear(reply: Reply): void {
      switch (reply.kind) {
        case 'ready':
          resolve(reply.info)
          return
        case 'unusable':
          reject(new Error(reply.message))
          return
        case 'update':
          listeners.get(reply.session)?.update?.(reply.update)
          return
        case 'done':
          listeners.get(reply.session)?.done?.(reply.outcome)
          return
        case 'failed':
          listeners.get(reply.session)?.failed?.(reply.failure)
          return
        case 'answer':
          settle(reply.ticket)?.resolve(reply.value)
          return
        case 'masked':
          settle(reply.ticket)?.resolve(reply.masked)
          return
        case 'refusal':
          settle(reply.ticket)?.reject(new Error(reply.message))
          return
      }
      reply satisfies never
    }
  })
  ready.catch(() => undefined) // whoever needs the engine awaits ready; nobody else need hear of it twice
  say({ kind: 'start', module: options.module ?? moduleSource() })

  function open(given: OpenOptions, listener: Listener): Session {
    const session = ++lastSession
    listeners.set(session, listener)
    say({ kind: 'open', session, ...given })
    return {
      feed: (chunk) => say({ kind: 'feed', session, chunk }, [chunk.buffer]),
      finish: () => say({ kind: 'finish', session }),
      report: () => ask(session, { kind: 'report' }).then(asBytes),
      bytes: (start, end) => ask(session, { kind: 'bytes', start, end }).then(asBytes),
      transcript: () => ask(session, { kind: 'transcript' }).then(asBlob),
      close() {
        if (!listeners.delete(session)) return
        say({ kind: 'close', session })
        for (const [number, ticket] of tickets) {
          if (ticket.session === session) settle(number)?.reject(new Error('the session was closed'))
        }
      },
    }
  }

  function mask(blob: Blob, options: string): Promise<Masked> {
    return new Promise<Uint8Array<ArrayBuffer> | Blob | Masked>((resolve, reject) => {
      tickets.set(++lastTicket, { session: 0, resolve, reject })
      say({ kind: 'mask', ticket: lastTicket, blob, options })
    }).then(asMasked)
  }

  return { ready, open, mask, stop: () => worker.terminate() }
}

function asBytes(value: Uint8Array<ArrayBuffer> | Blob | Masked): Uint8Array<ArrayBuffer> {
  if (!(value instanceof Uint8Array)) throw new Error('the worker answered with no bytes')
  return value
}

function asBlob(value: Uint8Array<ArrayBuffer> | Blob | Masked): Blob {
  if (!(value instanceof Blob)) throw new Error('the worker answered with no blob')
  return value
}

function asMasked(value: Uint8Array<ArrayBuffer> | Blob | Masked): Masked {
  if (!('masks' in value)) throw new Error('the worker answered with no masked copy')
  return value
}
