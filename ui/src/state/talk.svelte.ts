// A conversation with a live server: what it offers, what was sent by hand, and
// what it asks. Every byte that is sent is in the transcript, where all views see it.

import { api } from '../live/api'
import { addressOf, formatAddress } from '../model/address'
import { methodString } from '../model/match'
import { KIND, STDIN, STDOUT } from '../model/rows'
import {
  answerLine,
  askedOf,
  bringsInput,
  cancelledId,
  inputRequests,
  mayAskInput,
  retryParams,
  type Asked,
  type InputRequest,
  type Reply,
} from '../model/answer'
import { fields, parse } from '../model/decode'
import { entriesOf, requestOf, type Named } from '../model/talk'
import { problemOf } from './launcher.svelte'
import type { Recording } from './recording.svelte'

export interface Sent {
  id: number
  method: string
  params: unknown
  /** Row of the request, and of its answer; -1 until they have come. */
  row: number
  answer: number
  /** Bytes of the answer. */
  bytes: Uint8Array | undefined
}

export interface Question {
  row: number
  address: string
  asked: Asked
}

/** A result that asks for input before it is complete. */
export interface Input {
  /** Row of the result. */
  row: number
  address: string
  method: string
  /** The params of the request, and the bytes of the result. */
  params: unknown
  bytes: Uint8Array
  asks: InputRequest[]
}

/** Ids of requests by hand begin here, far from those of the session itself. */
const FIRST_ID = 1001

export class Talk {
  tools: Named[] = $state.raw([])
  resources: Named[] = $state.raw([])
  prompts: Named[] = $state.raw([])
  /** Newest first. */
  sent: Sent[] = $state.raw([])
  /** What the server asks and nobody has answered. */
  questions: Question[] = $state.raw([])
  inputs: Input[] = $state.raw([])
  problem = $state('')
  private reading = false
  private stale = false
  private nextId = FIRST_ID
  private seen = 0
  private readonly waitingFor = new Map<string, Sent>()

  constructor(readonly recording: Recording) {}

  /** The revision whose metadata requests carry; "" in the handshake era. */
  get modernRevision(): string {
    const era = this.recording.report?.era
    return era?.kind === 'modern' ? era.revision : ''
  }

  /** How many things wait for the person. */
  get waiting(): number {
    return this.questions.length + this.inputs.length
  }

  /** Takes in what has come since it last looked. Call it when the recording's version grew. */
  async refresh(): Promise<void> {
    this.stale = true
    if (this.reading) return
    this.reading = true
    while (this.stale) {
      this.stale = false
      await this.read()
    }
    this.reading = false
  }

  private async read(): Promise<void> {
    const { rows, strings } = this.recording
    for (; this.seen < rows.length; this.seen++) {
      const row = this.seen
      const kind = rows.kind(row)
      const id = strings.get(rows.id(row))
      if (rows.lane(row) === STDIN && kind === KIND.request) await this.sawRequest(row, id)
      else if (kind === KIND.result || kind === KIND.error) {
        const sent = this.waitingFor.get(id)
        if (sent && rows.lane(row) === STDOUT) await this.sawAnswer(sent, row)
        if (rows.lane(row) === STDIN) this.dropQuestion(rows.pair(row))
        else if (kind === KIND.result) await this.learn(row)
      } else if (rows.lane(row) === STDOUT && kind === KIND.request) await this.sawQuestion(row)
      else if (rows.lane(row) === STDOUT && kind === KIND.notification) await this.sawNotification(row)
    }
    // An answer may have been paired with its question only later.
    this.questions = this.questions.filter((question) => rows.pair(question.row) < 0)
  }

  /** Sends a request; what comes of it shows in `sent`. */
  async request(method: string, params: unknown): Promise<void> {
    const id = this.nextId++
    const sent: Sent = { id, method, params, row: -1, answer: -1, bytes: undefined }
    this.waitingFor.set(String(id), sent)
    this.sent = [sent, ...this.sent]
    await this.say(requestOf(id, method, params, this.modernRevision))
  }

  async cancel(sent: Sent): Promise<void> {
    const params: Record<string, unknown> = { requestId: sent.id, reason: 'cancelled by hand' }
    await this.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
  }

  /** Answers a request of the server, under the very id that it wrote. */
  async answer(question: Question, reply: Reply): Promise<void> {
    await this.line(answerLine(question.asked.id, reply))
  }

  /** The request that brings what a result asks for: the same again, with the answers. */
  retry(input: Input, answers: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return requestOf(this.nextId, input.method, retryParams(input.params, input.bytes, answers), this.modernRevision)
  }

  async bring(input: Input, answers: Readonly<Record<string, unknown>>): Promise<void> {
    await this.request(input.method, retryParams(input.params, input.bytes, answers))
    if (this.problem === '') this.inputs = this.inputs.filter((each) => each !== input)
  }

  /** Sends a line as it is written, and its newline. */
  async line(text: string): Promise<void> {
    await this.bytes(new TextEncoder().encode(`${text}\n`))
  }

  /** Says who answers the server from now on. */
  async answerByHand(on: boolean): Promise<void> {
    await this.guarded(async (id) => {
      this.recording.info = await api.answerByHand(id, on)
    })
  }

  /** Sends any message, as it is. */
  async say(message: unknown): Promise<void> {
    await this.guarded((id) => api.sendMessage(id, message))
  }

  /** Sends bytes exactly as given: no newline is added. */
  async bytes(bytes: Uint8Array): Promise<void> {
    await this.guarded((id) => api.sendBytes(id, bytes))
  }

  private async guarded(task: (id: string) => Promise<void>): Promise<void> {
    const { origin } = this.recording
    if (origin.kind !== 'run') return
    this.problem = ''
    try {
      await task(origin.id)
    } catch (error) {
      const { what, hint } = problemOf(error)
      this.problem = hint === '' ? what : `${what}: ${hint}`
    }
  }

  private async sawRequest(row: number, id: string): Promise<void> {
    const number = Number(id)
    if (Number.isInteger(number) && number >= this.nextId) this.nextId = number + 1
    const sent = this.waitingFor.get(id)
    if (sent) {
      sent.row = row
      return
    }
    const method = this.methodOf(row)
    const asked = this.inputs.find((input) => input.method === method)
    if (asked && bringsInput(await this.recording.bytesOf(row))) {
      this.inputs = this.inputs.filter((input) => input !== asked)
    }
  }

  private async sawNotification(row: number): Promise<void> {
    if (this.questions.length === 0 || this.methodOf(row) !== 'notifications/cancelled') return
    const id = cancelledId(await this.recording.bytesOf(row))
    this.questions = this.questions.filter((question) => question.asked.id !== id)
  }

  private methodOf(row: number): string {
    return this.recording.strings.get(methodString(this.recording.rows, row))
  }

  private async sawAnswer(sent: Sent, row: number): Promise<void> {
    this.waitingFor.delete(String(sent.id))
    const bytes = await this.recording.bytesOf(row)
    this.sent = this.sent.map((each) => (each.id === sent.id ? { ...sent, answer: row, bytes } : each))
  }

  private async sawQuestion(row: number): Promise<void> {
    const { rows } = this.recording
    if (rows.pair(row) >= 0) return
    const asked = askedOf(await this.recording.bytesOf(row))
    if (asked) this.questions = [...this.questions, { row, address: formatAddress(addressOf(rows, row)), asked }]
  }

  private async sawInput(row: number, method: string): Promise<void> {
    const { rows } = this.recording
    const bytes = await this.recording.bytesOf(row)
    const asks = inputRequests(bytes)
    if (asks.length === 0) return
    const request = fields(parse(new TextDecoder().decode(await this.recording.bytesOf(rows.pair(row)))))
    const address = formatAddress(addressOf(rows, row))
    this.inputs = [...this.inputs, { row, address, method, params: request['params'], bytes, asks }]
  }

  private dropQuestion(row: number): void {
    this.questions = this.questions.filter((question) => question.row !== row)
  }

  /** Learns what the server offers from the lists that it gives, and what it asks for in a result. */
  private async learn(row: number): Promise<void> {
    const method = this.methodOf(row)
    if (mayAskInput(method)) await this.sawInput(row, method)
    else if (method === 'tools/list')
      this.tools = merged(this.tools, entriesOf(await this.recording.bytesOf(row), 'tools'))
    else if (method === 'prompts/list') {
      this.prompts = merged(this.prompts, entriesOf(await this.recording.bytesOf(row), 'prompts'))
    } else if (method === 'resources/list') {
      this.resources = merged(this.resources, entriesOf(await this.recording.bytesOf(row), 'resources', 'uri'))
    }
  }
}

/** The newer entry of a name wins. */
function merged(old: readonly Named[], fresh: readonly Named[]): Named[] {
  const names = new Set(fresh.map((each) => each.name))
  return [...old.filter((each) => !names.has(each.name)), ...fresh]
}
