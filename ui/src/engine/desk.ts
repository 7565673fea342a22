// What the worker does, without the worker: it takes the page's requests one by one and answers through send. Each
// session has an instance of the module to itself, so a crash or a big input takes nothing else with it.

import { blockSize, buildOf, compileModule, Crashed, Guest, type ModuleSource } from './guest'
import { Keep } from './keep'
import type { Failure, Format, Input, Question, Reply, Request } from './protocol'
import { blocksOf, isTranscript, plain } from './unpack'

export type Send = (reply: Reply, transfer?: Transferable[]) => void

/** Updates of a fed session go out no more often than this, in milliseconds: a frame of the screen. */
const updateInterval = 16

/** Those of a blob that is read: each is drawn, and drawing takes from reading. */
const readingInterval = 50

export class Desk {
  readonly #send: Send
  readonly #sessions = new Map<number, Session>()
  #module: Promise<WebAssembly.Module> | undefined

  constructor(send: Send) {
    this.#send = send
  }

  handle(request: Request): void {
    switch (request.kind) {
      case 'start':
        void this.#start(request.module)
        return
      case 'open':
        this.#open(request)
        return
      case 'feed':
        this.#sessions.get(request.session)?.feed(request.chunk)
        return
      case 'finish':
        this.#sessions.get(request.session)?.finish()
        return
      case 'close':
        this.#sessions.get(request.session)?.close()
        this.#sessions.delete(request.session)
        return
      case 'mask':
        void this.#mask(request)
        return
      case 'ask':
        void this.#answer(request.session, request.ticket, request.question)
        return
    }
    request satisfies never
  }

  async #start(source: ModuleSource): Promise<void> {
    const began = performance.now()
    this.#module = compileModule(source)
    try {
      const module = await this.#module
      const guest = await Guest.start(module)
      const milliseconds = Math.round(performance.now() - began)
      const version = guest.version()
      const digest = buildOf(module)
      const build = digest === '' ? version : `${version}+${digest}`
      this.#send({ kind: 'ready', info: { version, build, milliseconds } })
    } catch (error) {
      this.#send({ kind: 'unusable', message: messageOf(error) })
    }
  }

  #open(request: Request & { kind: 'open' }): void {
    if (this.#module === undefined) throw new Error('open came before start')
    const session = new Session(request, this.#send)
    this.#sessions.set(request.session, session)
    session.start(this.#module)
  }

  /** Masks in an instance of its own: a recording is in it several times over. */
  async #mask({ ticket, blob, options }: Request & { kind: 'mask' }): Promise<void> {
    try {
      if (this.#module === undefined) throw new Error('mask came before start')
      const guest = await Guest.start(await this.#module)
      const handle = guest.open('mask')
      guest.options(handle, options)
      for (let at = 0; at < blob.size; at += blockSize) {
        guest.feed(handle, new Uint8Array(await blob.slice(at, at + blockSize).arrayBuffer()))
      }
      guest.finish(handle)
      const masked = {
        transcript: guest.masked(handle),
        report: guest.report(handle),
        masks: guest.masks(handle),
      }
      const transfer = [masked.transcript.buffer, masked.report.buffer, masked.masks.buffer]
      this.#send({ kind: 'masked', ticket, masked }, transfer)
    } catch (error) {
      this.#send({ kind: 'refusal', ticket, message: messageOf(error) })
    }
  }

  async #answer(session: number, ticket: number, question: Question): Promise<void> {
    try {
      const asked = this.#sessions.get(session)
      if (asked === undefined) throw new Error('the session is closed')
      const value = await asked.answer(question)
      this.#send({ kind: 'answer', ticket, value }, value instanceof Blob ? [] : [value.buffer])
    } catch (error) {
      this.#send({ kind: 'refusal', ticket, message: messageOf(error) })
    }
  }
}

/** One input on its way. Its steps run one after another, in the order they were asked for. */
class Session {
  readonly #number: number
  readonly #send: Send
  #input: Input
  readonly #blob: Blob | undefined
  readonly #choose: number | undefined
  readonly #as: Format | undefined
  #keep: Keep
  /** Resolves when all that was asked for so far has been done. Never rejects. */
  #tail: Promise<void> = Promise.resolve()
  #guest: Guest | undefined
  #judge = 0
  #intake = 0
  /** Bytes of the input, as it was given. */
  #read = 0
  /** The page stopped a blob before its end. */
  #left = false
  #state: 'open' | 'finishing' | 'over' | 'closed' = 'open'
  #updated = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ session, input, blob, choose, as }: Request & { kind: 'open' }, send: Send) {
    this.#number = session
    this.#send = send
    this.#input = input
    this.#blob = blob
    this.#choose = choose
    this.#as = as
    // A transcript from a file stays in its file.
    this.#keep = new Keep(input === 'transcript' ? blob : undefined)
  }

  start(module: Promise<WebAssembly.Module>): void {
    this.#then(async () => {
      const guest = await Guest.start(await module)
      this.#judge = guest.open('transcript')
      if (this.#input === 'any') this.#intake = guest.open('intake')
      if (this.#choose !== undefined) guest.choose(this.#intake, this.#choose)
      if (this.#as !== undefined) guest.force(this.#intake, this.#as)
      this.#guest = guest
    })
    if (this.#blob !== undefined) {
      const blob = this.#blob
      this.#then(() => this.#readAll(blob))
    }
  }

  feed(chunk: Uint8Array<ArrayBuffer>): void {
    if (this.#state !== 'open') return
    this.#then(() => {
      if (this.#state === 'over' || this.#isClosed()) return
      this.#take(chunk)
      this.#read += chunk.length
      if (this.#input === 'transcript') this.#keep.append(chunk)
      this.#updateSoon()
    })
  }

  finish(): void {
    if (this.#state !== 'open') return
    this.#state = 'finishing'
    if (this.#blob === undefined) this.#then(() => this.#end())
  }

  close(): void {
    this.#state = 'closed'
    clearTimeout(this.#timer)
    this.#guest = undefined
  }

  async answer(question: Question): Promise<Uint8Array<ArrayBuffer> | Blob> {
    switch (question.kind) {
      case 'report':
        // While a blob is read this is the report of what has been read so far: waiting for the end would be too late.
        if (this.#blob === undefined || this.#guest === undefined) await this.#tail
        return this.#running().report(this.#judge)
      case 'bytes':
        return this.#keep.bytes(question.start, question.end)
      case 'transcript':
        return this.#keep.blob()
    }
    return question satisfies never
  }

  /** A transcript is judged as it is, without the way through intake, and stays in its file. */
  async #recognise(blob: Blob): Promise<void> {
    if (this.#input === 'transcript' || this.#choose !== undefined || this.#as !== undefined) return
    if (!(await isTranscript(blob)) || this.#isClosed()) return
    this.#running().close(this.#intake)
    this.#input = 'transcript'
    this.#keep = new Keep(blob)
  }

  /** Reads a blob block by block. Between two blocks the worker hears what else the page wants. */
  async #readAll(blob: Blob): Promise<void> {
    await this.#recognise(blob)
    for await (const { bytes, at } of this.#input === 'any' ? blocksOf(blob) : plain(blob)) {
      if (this.#isClosed()) return
      if (this.#state !== 'open') {
        this.#left = true
        break
      }
      this.#take(bytes)
      this.#read = at
      if (performance.now() >= this.#updated + readingInterval) this.#update(blob.size)
      await messagesHeard()
    }
    if (this.#isClosed()) return
    this.#state = 'finishing'
    this.#end()
  }

  #take(chunk: Uint8Array<ArrayBuffer>): void {
    const guest = this.#running()
    if (this.#input === 'transcript') {
      guest.feed(this.#judge, chunk)
    } else {
      guest.feed(this.#intake, chunk)
      this.#passOn(guest)
    }
  }

  /** Hands what intake has made of the paste to the judge, and keeps it. */
  #passOn(guest: Guest): void {
    const made = guest.takeTranscript(this.#intake)
    guest.feed(this.#judge, made)
    this.#keep.append(made)
  }

  #end(): void {
    const guest = this.#running()
    let sessions = null
    if (this.#input === 'any') {
      if (this.#left) guest.leave(this.#intake)
      else guest.finish(this.#intake)
      this.#passOn(guest)
      sessions = guest.sessions(this.#intake)
      guest.close(this.#intake)
    }
    guest.finish(this.#judge)
    this.#update(this.#blob?.size ?? this.#read)
    const report = guest.report(this.#judge)
    this.#state = 'over'
    this.#send({ kind: 'done', session: this.#number, outcome: { report, sessions } })
  }

  #updateSoon(): void {
    if (this.#timer !== undefined) return
    const wait = Math.max(0, this.#updated + updateInterval - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#then(() => {
        if (this.#state !== 'over') this.#update(null)
      })
    }, wait)
  }

  #update(total: number | null): void {
    if (this.#isClosed()) return
    this.#updated = performance.now()
    const { rows, patches, strings } = this.#running().takeIndex(this.#judge)
    this.#send({ kind: 'update', session: this.#number, update: { rows, patches, strings, read: this.#read, total } }, [
      rows.buffer,
      patches.buffer,
      strings.buffer,
    ])
  }

  #running(): Guest {
    if (this.#guest === undefined) throw new Crashed('the engine is not running')
    return this.#guest
  }

  #isClosed(): boolean {
    return this.#state === 'closed'
  }

  #then(step: () => void | Promise<void>): void {
    this.#tail = this.#tail.then(step).catch((error: unknown) => this.#fail(error))
  }

  #fail(error: unknown): void {
    if (this.#isClosed() || this.#state === 'over') return
    this.#state = 'over'
    const failure: Failure = { message: messageOf(error), crashed: error instanceof Crashed }
    // A crashed instance is in an unknown state; one that refused its input still has the report of what came before.
    if (failure.crashed) this.#guest = undefined
    this.#send({ kind: 'failed', session: this.#number, failure })
  }
}

const channel = new MessageChannel()
channel.port1.start()

/** Resolves when the messages that have arrived were heard. A timer would do, too, but browsers hold timers back. */
function messagesHeard(): Promise<void> {
  return new Promise((resolve) => {
    channel.port1.addEventListener('message', () => resolve(), { once: true })
    channel.port2.postMessage(null)
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
