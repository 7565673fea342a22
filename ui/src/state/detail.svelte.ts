// The selected frame in full: its bytes, fetched when it is looked at, the JSON
// tree over them, and the one range of bytes that tree, raw text and hex share.

import { nodeAtByte, parseJson, type JsonTree } from '../model/json'
import type { Recording } from './recording.svelte'

/** Beyond this a frame is shown only when a person asks for it. */
const LARGE = 8_000_000

export interface ByteRange {
  start: number
  end: number
}

export class Detail {
  row = $state(-1)
  state: 'nothing' | 'loading' | 'ready' | 'large' | 'failed' = $state('nothing')
  bytes: Uint8Array | undefined = $state.raw()
  /** What is selected inside of the frame. */
  range: ByteRange | undefined = $state.raw()
  readonly tree: JsonTree | undefined = $derived(this.bytes ? parseJson(this.bytes) : undefined)
  /** The innermost JSON node under the selected bytes, -1 for none. */
  readonly node: number = $derived(this.tree && this.range ? nodeAtByte(this.tree, this.range.start) : -1)

  /** Shows a row. Nothing happens when it is shown already. */
  show(recording: Recording, row: number): void {
    if (row === this.row && this.state !== 'failed') return
    this.row = row
    this.range = undefined
    this.bytes = undefined
    if (row < 0) {
      this.state = 'nothing'
      return
    }
    if (recording.rows.size(row) > LARGE) {
      this.state = 'large'
      return
    }
    void this.load(recording)
  }

  /** Fetches the bytes, also of a large frame. */
  async load(recording: Recording): Promise<void> {
    const { row } = this
    this.state = 'loading'
    try {
      const bytes = await recording.bytesOf(row)
      if (row !== this.row) return
      this.bytes = bytes
      this.state = 'ready'
    } catch {
      if (row === this.row) this.state = 'failed'
    }
  }

  selectBytes(start: number, end: number): void {
    this.range = { start, end }
  }

  /** Selects what a JSON node covers: a member with its name. */
  selectNode(node: number): void {
    const { tree } = this
    if (!tree) return
    const named = (tree.keyEnd[node] ?? 0) > 0
    const start = (named ? tree.keyStart[node] : tree.start[node]) ?? 0
    this.range = { start, end: tree.end[node] ?? start }
  }

  /** Whether the frame is a JSON value at all. */
  get isJson(): boolean {
    const { tree } = this
    return tree !== undefined && tree.count > 0 && (tree.errorAt < 0 || tree.count > 2)
  }
}
