// The engine's module, typed: wasm/guest/doc.go is the ABI that this file follows, and the two change together.

import { makeWasi, type Wasi } from './wasi'

const abiVersion = 1

/** How many bytes go in with one call. */
export const blockSize = 1 << 20

/** Where the module's bytes are: an asset of the page, or already here, gzipped in a page that is one file. */
export type ModuleSource =
  { readonly url: string } | { readonly bytes: BufferSource } | { readonly gzip: Uint8Array<ArrayBuffer> }

export async function compileModule(source: ModuleSource): Promise<WebAssembly.Module> {
  if ('bytes' in source) return WebAssembly.compile(source.bytes)
  if ('gzip' in source) {
    const unpacked = new Blob([source.gzip]).stream().pipeThrough(new DecompressionStream('gzip'))
    return WebAssembly.compileStreaming(new Response(unpacked, { headers: { 'Content-Type': 'application/wasm' } }))
  }
  const response = await fetch(source.url)
  if (!response.ok) throw new Error(`the engine could not be fetched: ${response.status} ${response.statusText}`)
  return WebAssembly.compileStreaming(response)
}

/** Which build of its version a module is, as wasm/strip wrote it; '' when it does not say. */
export function buildOf(module: WebAssembly.Module): string {
  const [section] = WebAssembly.Module.customSections(module, 'build')
  return section === undefined ? '' : new TextDecoder().decode(section)
}

/** What open takes; the numbers are the ABI's. */
const kinds = { transcript: 0, intake: 1, mask: 3 } as const
export type Kind = keyof typeof kinds

interface Exports {
  memory: WebAssembly.Memory
  _initialize(): void
  abi(): number
  version(): bigint
  alloc(n: number): number
  release(address: number): void
  open(kind: number): number
  feed(handle: number, address: number, length: number): number
  finish(handle: number): number
  leave(handle: number): number
  report(handle: number): bigint
  rows(handle: number): bigint
  patches(handle: number): bigint
  strings(handle: number): bigint
  transcript(handle: number): bigint
  sessions(handle: number): bigint
  choose(handle: number, n: number): number
  force(handle: number, address: number, length: number): number
  options(handle: number, address: number, length: number): number
  masked(handle: number): bigint
  masks(handle: number): bigint
  failure(handle: number): bigint
  close(handle: number): void
}

/** The engine refused its input: these bytes are nothing that it can read. */
class Refused extends Error {
  override name = 'Refused'
}

/** The engine itself failed. Its instance must not be called again. */
export class Crashed extends Error {
  override name = 'Crashed'
}

/** What is new in the frame index since it was last taken. */
export interface IndexPart {
  readonly rows: Uint8Array<ArrayBuffer>
  readonly patches: Uint8Array<ArrayBuffer>
  readonly strings: Uint8Array<ArrayBuffer>
}

/** One instance of the module, with a memory of its own. Dropping it gives the memory back, nothing else does. */
export class Guest {
  readonly #exports: Exports
  readonly #wasi: Wasi
  #block = 0

  private constructor(exports: Exports, wasi: Wasi) {
    this.#exports = exports
    this.#wasi = wasi
  }

  static async start(module: WebAssembly.Module): Promise<Guest> {
    const wasi = makeWasi()
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.imports })
    const exports = instance.exports as unknown as Exports
    wasi.attach(exports.memory)
    const guest = new Guest(exports, wasi)
    guest.#call(() => exports._initialize())
    const abi = guest.#call(() => exports.abi())
    if (abi !== abiVersion) throw new Error(`the engine speaks ABI ${abi}, this page ${abiVersion}: build both again`)
    return guest
  }

  version(): string {
    return new TextDecoder().decode(this.#bytes(() => this.#exports.version()))
  }

  open(kind: Kind): number {
    return this.#call(() => this.#exports.open(kinds[kind]))
  }

  /** Feeds chunk, of any size, to a handle. */
  feed(handle: number, chunk: Uint8Array): void {
    if (this.#block === 0) this.#block = this.#call(() => this.#exports.alloc(blockSize)) >>> 0
    for (let from = 0; from < chunk.length; from += blockSize) {
      const block = chunk.subarray(from, from + blockSize)
      new Uint8Array(this.#exports.memory.buffer, this.#block, block.length).set(block)
      this.#check(handle, () => this.#exports.feed(handle, this.#block, block.length))
    }
  }

  finish(handle: number): void {
    this.#check(handle, () => this.#exports.finish(handle))
  }

  /** Of an intake handle: finish before the end of the bytes, where half a line is no fault. */
  leave(handle: number): void {
    this.#check(handle, () => this.#exports.leave(handle))
  }

  /** The report of what has been fed so far: JSON, byte for byte what the server and the command line give. */
  report(handle: number): Uint8Array<ArrayBuffer> {
    return this.#bytes(() => this.#exports.report(handle))
  }

  takeIndex(handle: number): IndexPart {
    return {
      rows: this.#bytes(() => this.#exports.rows(handle)),
      patches: this.#bytes(() => this.#exports.patches(handle)),
      strings: this.#bytes(() => this.#exports.strings(handle)),
    }
  }

  /** Of an intake handle: the transcript's bytes that are new. */
  takeTranscript(handle: number): Uint8Array<ArrayBuffer> {
    return this.#bytes(() => this.#exports.transcript(handle))
  }

  /** Of an intake handle, after finish: what was recognised, JSON, and which of the other sessions have a violation. */
  sessions(handle: number): Uint8Array<ArrayBuffer> {
    return this.#bytes(() => this.#exports.sessions(handle))
  }

  /** Of an intake handle, before the first feed: which session of the log to take, from 1. */
  choose(handle: number, session: number): void {
    this.#check(handle, () => this.#exports.choose(handle, session))
  }

  /** Of an intake handle, before the first feed: take it as this format, not as the one recognised. */
  force(handle: number, format: string): void {
    this.#tell(handle, format, (address, length) => this.#exports.force(handle, address, length))
  }

  /** Of a mask handle, before finish: what to mask beyond what is found, JSON. */
  options(handle: number, json: string): void {
    this.#tell(handle, json, (address, length) => this.#exports.options(handle, address, length))
  }

  /** Hands a text over, in memory of the guest that is released afterwards. */
  #tell(handle: number, text: string, call: (address: number, length: number) => number): void {
    const bytes = new TextEncoder().encode(text)
    const address = this.#call(() => this.#exports.alloc(bytes.length)) >>> 0
    new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes)
    this.#check(handle, () => call(address, bytes.length))
    this.#call(() => this.#exports.release(address))
  }

  /** Of a mask handle, after finish: the masked copy. */
  masked(handle: number): Uint8Array<ArrayBuffer> {
    return this.#bytes(() => this.#exports.masked(handle))
  }

  /** Of a mask handle, after finish: what was masked, JSON. It holds the secrets. */
  masks(handle: number): Uint8Array<ArrayBuffer> {
    return this.#bytes(() => this.#exports.masks(handle))
  }

  close(handle: number): void {
    this.#call(() => this.#exports.close(handle))
  }

  #check(handle: number, call: () => number): void {
    if (this.#call(call) === 0) return
    throw new Refused(new TextDecoder().decode(this.#bytes(() => this.#exports.failure(handle))))
  }

  /** Copies what a call gave out: address in the upper half, length in the lower. */
  #bytes(call: () => bigint): Uint8Array<ArrayBuffer> {
    const where = BigInt.asUintN(64, this.#call(call))
    const address = Number(where >> 32n)
    const length = Number(where & 0xffffffffn)
    return new Uint8Array(this.#exports.memory.buffer, address, length).slice()
  }

  #call<T>(call: () => T): T {
    try {
      return call()
    } catch (cause) {
      const [reason] = this.#wasi.lastWords().trim().split('\n')
      throw new Crashed(`the engine stopped: ${reason === undefined || reason === '' ? String(cause) : reason}`, {
        cause,
      })
    }
  }
}
