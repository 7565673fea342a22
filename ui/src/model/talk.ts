// What can be said to a live server: requests with the params that they need, and
// raw bytes written with escapes.

import { fields, list, parse, text } from './decode'

/** Requests that a person may want to send, with params to begin from. */
export const REQUESTS: readonly { method: string; params: string }[] = [
  { method: 'ping', params: '' },
  { method: 'tools/list', params: '' },
  { method: 'tools/call', params: '{"name": "", "arguments": {}}' },
  { method: 'resources/list', params: '' },
  { method: 'resources/templates/list', params: '' },
  { method: 'resources/read', params: '{"uri": ""}' },
  { method: 'prompts/list', params: '' },
  { method: 'prompts/get', params: '{"name": "", "arguments": {}}' },
  {
    method: 'completion/complete',
    params: '{"ref": {"type": "ref/prompt", "name": ""}, "argument": {"name": "", "value": ""}}',
  },
  { method: 'logging/setLevel', params: '{"level": "debug"}' },
  { method: 'server/discover', params: '' },
]

const META = 'io.modelcontextprotocol/'

/** The metadata that every request of a stateless revision carries. */
function modernMeta(revision: string): Record<string, unknown> {
  return {
    [`${META}protocolVersion`]: revision,
    [`${META}clientInfo`]: { name: 'stdioscope', version: '1.0.0' },
    [`${META}clientCapabilities`]: { roots: {}, sampling: {}, elicitation: {} },
  }
}

/** A request, with the metadata that its era wants. */
export function requestOf(
  id: number | string,
  method: string,
  params: unknown,
  modernRevision: string,
): Record<string, unknown> {
  const message: Record<string, unknown> = { jsonrpc: '2.0', id, method }
  if (modernRevision !== '') {
    const given = fields(params)
    message['params'] = { ...given, _meta: { ...modernMeta(modernRevision), ...fields(given['_meta']) } }
  } else if (params !== undefined) message['params'] = params
  return message
}

/** Bytes as a person writes them: text with \n \r \t \0 \\ \xHH and \u{HEX}. */
export function rawBytes(source: string): { bytes: Uint8Array<ArrayBuffer> } | { fault: string } {
  const out: number[] = []
  const encoder = new TextEncoder()
  let fault = ''
  const pattern = /\\(?:n|r|t|0|\\|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]{1,6}\}|(.?))|[^\\]+/gsu
  for (const match of source.matchAll(pattern)) {
    const [token] = match
    if (!token.startsWith('\\')) out.push(...encoder.encode(token))
    else if (token.startsWith('\\x') && token.length === 4) out.push(Number.parseInt(token.slice(2), 16))
    else if (token.startsWith('\\u{')) {
      const code = Number.parseInt(token.slice(3, -1), 16)
      if (code > 0x10ffff) fault = `There is no character U+${token.slice(3, -1)}.`
      else out.push(...encoder.encode(String.fromCodePoint(code)))
    } else {
      const byte = { n: 0x0a, r: 0x0d, t: 0x09, '0': 0, '\\': 0x5c }[token.slice(1)]
      if (byte === undefined) fault = `${token} is no escape. Write \\\\ for a backslash.`
      else out.push(byte)
    }
  }
  return fault === '' ? { bytes: Uint8Array.from(out) } : { fault }
}

export interface Named {
  name: string
  title: string
  description: string
  /** The whole entry. */
  value: unknown
}

/** The entries of a list result: tools, resources, templates or prompts. */
export function entriesOf(message: Uint8Array, member: string, key = 'name'): Named[] {
  const result = fields(fields(parse(new TextDecoder().decode(message)))['result'])
  return list(result, member, (value) => {
    const from = fields(value)
    return {
      name: text(from, key),
      title: text(from, 'title', text(from, 'name')),
      description: text(from, 'description'),
      value,
    }
  })
}

/** A schema for the arguments of a prompt, so that it can be filled like a tool's. */
export function promptSchema(prompt: unknown): unknown {
  const properties: Record<string, unknown> = {}
  const required: string[] = []
  list(fields(prompt), 'arguments', (value) => {
    const from = fields(value)
    const name = text(from, 'name')
    properties[name] = { type: 'string', description: text(from, 'description') }
    if (from['required'] === true) required.push(name)
  })
  return { type: 'object', properties, required }
}
