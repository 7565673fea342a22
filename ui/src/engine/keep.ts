// The bytes of a transcript, kept for whoever asks for a frame's detail. They end up in Blobs, which a browser may hold
// outside of the page's memory.

/** How many loose bytes are gathered before they become part of the blob. */
const looseLimit = 4 << 20

export class Keep {
  #blob: Blob
  #loose: Uint8Array<ArrayBuffer>[] = []
  #looseSize = 0

  constructor(blob = new Blob()) {
    this.#blob = blob
  }

  get size(): number {
    return this.#blob.size + this.#looseSize
  }

  append(chunk: Uint8Array<ArrayBuffer>): void {
    if (chunk.length === 0) return
    this.#loose.push(chunk)
    this.#looseSize += chunk.length
    if (this.#looseSize >= looseLimit) this.blob()
  }

  /** Everything appended so far. */
  blob(): Blob {
    if (this.#looseSize > 0) {
      this.#blob = new Blob([this.#blob, ...this.#loose])
      this.#loose = []
      this.#looseSize = 0
    }
    return this.#blob
  }

  /** The bytes from start to end (exclusive), fewer where fewer are there. */
  async bytes(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.blob().slice(start, end).arrayBuffer())
  }
}
