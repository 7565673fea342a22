// What a server asks of its client, in a request of its own or in a result that is
// not complete yet, and the answers that a person can give.

import { fields, isFields, list, parse, text } from './decode'
import { NODE, parseJson } from './json'

/** One thing that is asked. */
export interface Ask {
  method: string
  params: unknown
  /** For elicitation: what to show, and the schema of the form. */
  message: string
  schema: unknown
}

function askOf(value: unknown): Ask {
  const from = fields(value)
  const params = fields(from['params'])
  return {
    method: text(from, 'method'),
    params: from['params'],
    message: text(params, 'message'),
    schema: params['requestedSchema'],
  }
}

/** A request of the server. Its id is JSON text, to be given back as it was written. */
export interface Asked extends Ask {
  id: string
}

export function askedOf(message: Uint8Array): Asked | undefined {
  const value = parse(new TextDecoder().decode(message))
  const id = memberText(message, 'id')
  return isFields(value) && id !== undefined ? { id, ...askOf(value) } : undefined
}

/** The id of the request that a cancellation names, as JSON text. */
export function cancelledId(message: Uint8Array): string | undefined {
  const params = fields(fields(parse(new TextDecoder().decode(message)))['params'])
  return params['requestId'] === undefined ? undefined : JSON.stringify(params['requestId'])
}

/** A member of an object as it is written; the last of its name. */
function memberText(bytes: Uint8Array, name: string): string | undefined {
  const tree = parseJson(bytes)
  if (tree.kind[0] !== NODE.object) return undefined
  const read = (from: number | undefined, to: number | undefined) => new TextDecoder().decode(bytes.subarray(from, to))
  let found: string | undefined
  for (let node = 1; node < tree.count; node = tree.next[node] ?? tree.count) {
    if (parse(read(tree.keyStart[node], tree.keyEnd[node])) === name) found = read(tree.start[node], tree.end[node])
  }
  return found
}

/** What stands in an answer beside its id. */
export type Reply = { result: unknown } | { error: { code: number; message: string } }

/** An answer as the line that is sent, without its newline. */
export function answerLine(id: string, reply: Reply): string {
  return `{"jsonrpc":"2.0","id":${id},${JSON.stringify(reply).slice(1)}`
}

/** What says no to a request that has no form for it. */
export function refusal(method: string): Reply {
  return {
    error: {
      code: -1,
      message: method === 'sampling/createMessage' ? 'User rejected sampling request' : 'Refused by hand',
    },
  }
}

/** A request for input inside of a result (the stateless era's way of asking). */
export interface InputRequest extends Ask {
  key: string
}

/** What a result asks for before it is complete; [] when it is complete. */
export function inputRequests(message: Uint8Array): InputRequest[] {
  const result = fields(fields(parse(new TextDecoder().decode(message)))['result'])
  if (text(result, 'resultType') !== 'input_required') return []
  return Object.entries(fields(result['inputRequests'])).map(([key, value]) => ({ key, ...askOf(value) }))
}

/** Requests whose results may ask for input. */
export function mayAskInput(method: string): boolean {
  return method === 'tools/call' || method === 'resources/read' || method === 'prompts/get'
}

/** Whether a request brings what a result before it asked for. */
export function bringsInput(message: Uint8Array): boolean {
  const params = fields(fields(parse(new TextDecoder().decode(message)))['params'])
  return params['inputResponses'] !== undefined || params['requestState'] !== undefined
}

/** The params of the retry that carries the answers; the server's state goes back untouched. */
export function retryParams(
  original: unknown,
  message: Uint8Array,
  answers: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const result = fields(fields(parse(new TextDecoder().decode(message)))['result'])
  const params: Record<string, unknown> = { ...fields(original), inputResponses: answers }
  if (result['requestState'] !== undefined) params['requestState'] = result['requestState']
  else delete params['requestState']
  return params
}

/** What a model is to go on from: the system prompt and the messages of a sampling request. */
export function turnsOf(params: unknown): { role: string; text: string }[] {
  const from = fields(params)
  const system = text(from, 'systemPrompt')
  const turns = list(from, 'messages', (value) => {
    const turn = fields(value)
    return { role: text(turn, 'role', '?'), text: contentText(turn['content']) }
  })
  return system === '' ? turns : [{ role: 'system', text: system }, ...turns]
}

function contentText(content: unknown): string {
  if (Array.isArray(content)) return content.map(contentText).join('\n')
  const block = fields(content)
  return text(block, 'type') === 'text' ? text(block, 'text') : JSON.stringify(content)
}

/** A model's answer, written by a person. */
export function sampled(reply: string): Record<string, unknown> {
  return { role: 'assistant', content: { type: 'text', text: reply }, model: 'by-hand', stopReason: 'endTurn' }
}

/** Roots, one a line: a file URI, then a name if it has one. */
export function rootsOf(source: string): { roots: { uri: string; name?: string }[] } {
  const roots = source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [uri = '', ...rest] = line.split(/\s+/)
      return rest.length === 0 ? { uri } : { uri, name: rest.join(' ') }
    })
  return { roots }
}
