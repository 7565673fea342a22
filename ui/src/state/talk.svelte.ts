// A conversation with a live server: what it offers, what was sent by hand, and
// what it asks. Every byte that is sent is in the transcript, where all views see it.

import { api } from '../live/api'
import { addressOf, formatAddress } from '../model/address'
import { methodString } from '../model/match'
import { KIND, STDIN, STDOUT } from '../model/rows'
import { askedOf, entriesOf, requestOf, type Asked, type Named } from '../model/talk'
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
  problem = $state('')
  private nextId = FIRST_ID
  private seen = 0
  private readonly waiting = new Map<string, Sent>()

  constructor(readonly recording: Recording) {}

  /** The revision whose metadata requests carry; "" in the handshake era. */
  get modernRevision(): string {
    const era = this.recording.report?.era
    return era?.kind === 'modern' ? era.revision : ''
  }

  /** Takes in what has come since it last looked. Call it when the recording's version grew. */
  async refresh(): Promise<void> {
    const { rows, strings } = this.recording
    for (; this.seen < rows.length; this.seen++) {
      const row = this.seen
      const kind = rows.kind(row)
      const id = strings.get(rows.id(row))
      if (rows.lane(row) === STDIN && kind === KIND.request) this.sawRequest(row, id)
      else if (kind === KIND.result || kind === KIND.error) {
        const sent = this.waiting.get(id)
        if (sent && rows.lane(row) === STDOUT) await this.sawAnswer(sent, row)
        if (rows.lane(row) === STDIN) this.dropQuestion(rows.pair(row))
        else if (kind === KIND.result) await this.learn(row)
      } else if (rows.lane(row) === STDOUT && kind === KIND.request) await this.sawQuestion(row)
    }
    // An answer may have been paired with its question only later.
    this.questions = this.questions.filter((question) => rows.pair(question.row) < 0)
  }

  /** Sends a request; what comes of it shows in `sent`. */
  async request(method: string, params: unknown): Promise<void> {
    const id = this.nextId++
    const sent: Sent = { id, method, params, row: -1, answer: -1, bytes: undefined }
    this.waiting.set(String(id), sent)
    this.sent = [sent, ...this.sent]
    await this.say(requestOf(id, method, params, this.modernRevision))
  }

  async cancel(sent: Sent): Promise<void> {
    const params: Record<string, unknown> = { requestId: sent.id, reason: 'cancelled by hand' }
    await this.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
  }

  async answer(
    question: Question,
    reply: { result: unknown } | { error: { code: number; message: string } },
  ): Promise<void> {
    await this.say({ jsonrpc: '2.0', id: question.asked.id, ...reply })
    this.dropQuestion(question.row)
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

  private sawRequest(row: number, id: string): void {
    const number = Number(id)
    if (Number.isInteger(number) && number >= this.nextId) this.nextId = number + 1
    const sent = this.waiting.get(id)
    if (sent) sent.row = row
  }

  private async sawAnswer(sent: Sent, row: number): Promise<void> {
    this.waiting.delete(String(sent.id))
    const bytes = await this.recording.bytesOf(row)
    this.sent = this.sent.map((each) => (each.id === sent.id ? { ...sent, answer: row, bytes } : each))
  }

  private async sawQuestion(row: number): Promise<void> {
    const { rows } = this.recording
    if (rows.pair(row) >= 0) return
    const asked = askedOf(await this.recording.bytesOf(row))
    if (asked) this.questions = [...this.questions, { row, address: formatAddress(addressOf(rows, row)), asked }]
  }

  private dropQuestion(row: number): void {
    this.questions = this.questions.filter((question) => question.row !== row)
  }

  /** Learns what the server offers from the lists that it gives. */
  private async learn(row: number): Promise<void> {
    const { rows, strings } = this.recording
    const method = strings.get(methodString(rows, row))
    if (method === 'tools/list') this.tools = merged(this.tools, entriesOf(await this.recording.bytesOf(row), 'tools'))
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
