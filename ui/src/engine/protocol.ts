// What the page and the worker say to each other. Buffers are transferred, never copied.

import type { ModuleSource } from './guest'

/** What a session is given: a transcript, or any pasted bytes for intake to recognise. */
export type Input = 'transcript' | 'any'

/** A format that intake may be told, where it recognises none: what a server wrote to stdout. */
export type Format = 'raw'

/** From the page. */
export type Request =
  | { readonly kind: 'start'; readonly module: ModuleSource }
  /** A session that is fed, or, with a blob, one that reads it to its end. choose: which session of a log, from 1. as: its format, when it shall not be recognised. */
  | {
      readonly kind: 'open'
      readonly session: number
      readonly input: Input
      readonly blob?: Blob
      readonly choose?: number
      readonly as?: Format
    }
  | { readonly kind: 'feed'; readonly session: number; readonly chunk: Uint8Array<ArrayBuffer> }
  /** No more bytes follow; or, for a blob: stop reading and judge what was read. */
  | { readonly kind: 'finish'; readonly session: number }
  | { readonly kind: 'close'; readonly session: number }
  /** Masks a whole transcript; answered by masked, or refusal. options: JSON, as wasm/guest has it. */
  | { readonly kind: 'mask'; readonly ticket: number; readonly blob: Blob; readonly options: string }
  | { readonly kind: 'ask'; readonly session: number; readonly ticket: number; readonly question: Question }

export type Question =
  | { readonly kind: 'report' }
  /** Bytes of the transcript: offsets from its beginning, end exclusive. */
  | { readonly kind: 'bytes'; readonly start: number; readonly end: number }
  /** The whole transcript. */
  | { readonly kind: 'transcript' }

/** From the worker. */
export type Reply =
  | { readonly kind: 'ready'; readonly info: EngineInfo }
  | { readonly kind: 'unusable'; readonly message: string }
  | { readonly kind: 'update'; readonly session: number; readonly update: Update }
  | { readonly kind: 'done'; readonly session: number; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly session: number; readonly failure: Failure }
  | { readonly kind: 'answer'; readonly ticket: number; readonly value: Uint8Array<ArrayBuffer> | Blob }
  | { readonly kind: 'masked'; readonly ticket: number; readonly masked: Masked }
  | { readonly kind: 'refusal'; readonly ticket: number; readonly message: string }

export interface EngineInfo {
  /** The engine's version, as in its reports. */
  readonly version: string
  /** The version and which build of it this is, so that two builds of one version are not taken for one. */
  readonly build: string
  /** Fetching, compiling and starting it, in milliseconds. */
  readonly milliseconds: number
}

/** What is new since the last update: packed columns as package engine lays them out, any of them empty. */
export interface Update {
  readonly rows: Uint8Array<ArrayBuffer>
  readonly patches: Uint8Array<ArrayBuffer>
  readonly strings: Uint8Array<ArrayBuffer>
  /** Bytes read so far, and how many there are: null while nobody knows. */
  readonly read: number
  readonly total: number | null
}

export interface Outcome {
  /** The report, JSON bytes. */
  readonly report: Uint8Array<ArrayBuffer>
  /** What intake recognised, JSON bytes as wasm/guest has them; null for a transcript. */
  readonly sessions: Uint8Array<ArrayBuffer> | null
}

/** A masked copy of a transcript. */
export interface Masked {
  readonly transcript: Uint8Array<ArrayBuffer>
  /** The copy's report, JSON bytes. */
  readonly report: Uint8Array<ArrayBuffer>
  /** What was masked, JSON bytes as wasm/guest has them. They hold the secrets. */
  readonly masks: Uint8Array<ArrayBuffer>
}

export interface Failure {
  readonly message: string
  /** False: the bytes are nothing that the engine can read. True: the engine itself failed. */
  readonly crashed: boolean
}
