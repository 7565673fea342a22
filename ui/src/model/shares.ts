// Sharing as types and their decoders: what is masked, what the server says of a
// share, and the words for both.

import { formatAddress } from './address'
import { count, fields, list, oneOf, parse, text, type Fields } from './decode'
import type { Severity } from './report'

/** What a person wants masked beyond what is found. */
export interface MaskOptions {
  literals: string[]
  paths: string[]
  hide: ('stdin' | 'stdout' | 'stderr')[]
  payloads: boolean
}

export interface Masks {
  /** Places. */
  count: number
  bytes: number
  kinds: { kind: string; count: number }[]
  /** The first thousand. They hold the secrets: for the one who shares alone. */
  places: Place[]
  changes: Change[]
}

export interface Place {
  kind: string
  /** Address of the frame, or the name of the field outside of the pipes. */
  where: string
  lead: string
  before: string
  after: string
}

/** A finding that original and copy do not share. */
export interface Change {
  change: 'gone' | 'new' | 'order'
  code: string
  severity: Severity
  address: string
}

const FIELDS: Record<string, string> = {
  command: 'command line',
  cwd: 'folder',
  options: 'options',
  fingerprint: 'facts of the machine',
  finding: 'a static finding',
  evidence: 'a log line',
  opaque: 'a cut message',
  spawn: 'a launch error',
}

/** Reads what the engine says it masked. */
export function decodeMasks(json: string): Masks {
  const from = fields(parse(json))
  return {
    count: count(from, 'count'),
    bytes: count(from, 'bytes'),
    kinds: list(from, 'kinds', (value) => ({
      kind: text(fields(value), 'kind'),
      count: count(fields(value), 'count'),
    })),
    places: list(from, 'places', (value) => place(fields(value))),
    changes: list(from, 'changes', (value) => ({
      change: oneOf(fields(value), 'change', ['gone', 'new', 'order'], 'order'),
      code: text(fields(value), 'code'),
      severity: oneOf(fields(value), 'severity', ['error', 'warning', 'note'], 'note'),
      address: text(fields(value), 'address'),
    })),
  }
}

function place(from: Fields): Place {
  const stream = oneOf(from, 'stream', ['stdin', 'stdout', 'stderr', ''], '')
  const field = text(from, 'field')
  return {
    kind: text(from, 'kind'),
    where:
      stream === ''
        ? (FIELDS[field] ?? field)
        : formatAddress({ kind: 'frame', run: count(from, 'run', 1), stream, frame: count(from, 'frame') }),
    lead: text(from, 'lead'),
    before: text(from, 'before'),
    after: text(from, 'after'),
  }
}

const KINDS: Record<string, [one: string, many: string]> = {
  token: ['key or token', 'keys and tokens'],
  named: ['value behind a secret’s name', 'values behind a secret’s name'],
  header: ['Authorization header', 'Authorization headers'],
  'private-key': ['private key', 'private keys'],
  'url-credentials': ['password in a URL', 'passwords in URLs'],
  known: ['place that you or the launcher named', 'places that you or the launcher named'],
  home: ['home directory', 'home directories'],
  person: ['name or e-mail address', 'names and e-mail addresses'],
}

/** A kind of mask in words. */
export function kindWords(kind: string, count: number): string {
  const words = KINDS[kind]
  return words === undefined ? kind : words[count === 1 ? 0 : 1]
}

/** What the sharer is told of a new share. */
export interface Shared {
  id: string
  url: string
  name: string
  /** RFC 3339; "" = never. */
  expires: string
  size: number
  engine: string
  deletionToken: string
  /** "machine": this one alone can open it. */
  reach: 'machine' | 'everyone'
}

export function decodeShared(value: unknown): Shared {
  const from = fields(value)
  return {
    id: text(from, 'id'),
    url: text(from, 'url'),
    name: text(from, 'name'),
    expires: text(from, 'expires'),
    size: count(from, 'size'),
    engine: text(from, 'engine'),
    deletionToken: text(from, 'deletionToken'),
    reach: oneOf(from, 'reach', ['machine', 'everyone'], 'machine'),
  }
}

/** A share that this browser can rename and take back. */
export interface KeptShare {
  id: string
  url: string
  name: string
  expires: string
  deletionToken: string
  reach: 'machine' | 'everyone'
  /** The server that has it, when it is not the page's own; "" otherwise. */
  to: string
}

export function decodeKept(json: string): KeptShare[] {
  return list({ kept: parse(json) }, 'kept', (value) => {
    const from = fields(value)
    return {
      id: text(from, 'id'),
      url: text(from, 'url'),
      name: text(from, 'name'),
      expires: text(from, 'expires'),
      deletionToken: text(from, 'deletionToken'),
      reach: oneOf(from, 'reach', ['machine', 'everyone'], 'machine'),
      to: text(from, 'to'),
    }
  }).filter((share) => share.id !== '' && share.deletionToken !== '')
}

/** What stands beside a shared transcript and its report. */
export interface ShareFacts {
  name: string
  /** RFC 3339; "" = not known. */
  created: string
  /** RFC 3339; "" = never. */
  expires: string
  /** Version of the engine that judged it. */
  engine: string
}

export function decodeFacts(value: unknown): ShareFacts {
  const from = fields(value)
  return {
    name: text(from, 'name'),
    created: text(from, 'created'),
    expires: text(from, 'expires'),
    engine: text(from, 'engine'),
  }
}

/** How long a link may live, as the server takes it. */
export const EXPIRIES: readonly { value: string; words: string }[] = [
  { value: '1d', words: '1 day' },
  { value: '7d', words: '7 days' },
  { value: '30d', words: '30 days' },
  { value: '365d', words: '1 year' },
  { value: 'never', words: 'never' },
]
