// The list of frames as it is looked at: the filter, the rows that pass it, the
// selected one, and whether the list follows what arrives.

import { KIND } from '../model/rows'
import { parseFilter, type Filter } from '../model/filter'
import { compile } from '../model/match'
import { Scan } from '../model/scan'
import { firstNumber } from '../model/findings'
import type { Recording } from './recording.svelte'

/** How long one step of a scan may take, in milliseconds. */
const STEP = 10
/** So many changed rows are tested one by one; beyond it the scan begins anew. */
const FEW = 5000

export class FrameList {
  filterText = $state('')
  readonly filter: Filter = $derived(parseFilter(this.filterText))
  /** How many rows pass; all of them when there is no filter. */
  count = $state(0)
  /** True while rows are still being tested. */
  scanning = $state(false)
  selected = $state(-1)
  follow = $state(false)
  /** Grows when what stands at a position may have changed. */
  version = $state(0)

  private scan: Scan | undefined
  private pending = false
  private readonly tools = new Map<number, string>()

  constructor(readonly recording: Recording) {
    this.follow = recording.origin.kind === 'run'
  }

  /** Sets the filter and begins to look through all rows. */
  setFilter(text: string): void {
    this.filterText = text
    this.restart()
  }

  /** Takes in what has come or changed. Call it when the recording's version grew. */
  refresh(): void {
    const { recording } = this
    const touched = recording.touched
    recording.touched = []
    if (!this.scan) {
      this.count = recording.rows.length
      this.version++
      return
    }
    if (touched.length > FEW) {
      this.restart()
      return
    }
    for (const row of touched) this.scan.again(row)
    this.work()
  }

  /** The row at a position, -1 when there is none. */
  rowAt(position: number): number {
    void this.version // what stands at a position changes with it
    return this.scan ? this.scan.rowAt(position) : position < this.count ? position : -1
  }

  /** Position of a row in the list, or of the next one that is in it. */
  positionOf(row: number): number {
    return this.scan ? this.scan.lowerBound(row) : row
  }

  contains(row: number): boolean {
    return row >= 0 && this.rowAt(this.positionOf(row)) === row
  }

  /** Moves the selection by so many shown rows. */
  move(by: number): void {
    if (this.count === 0) return
    const at = this.selected < 0 ? (by > 0 ? -1 : this.count) : this.positionOf(this.selected)
    const gap = this.selected >= 0 && !this.contains(this.selected) && by > 0 ? by - 1 : by
    this.selected = this.rowAt(Math.max(0, Math.min(this.count - 1, at + gap)))
  }

  /** Selects the next shown row with a finding, in the direction of `by`. */
  moveToFinding(by: 1 | -1): void {
    const { rows } = this.recording
    let at = this.selected < 0 ? (by > 0 ? -1 : this.count) : this.positionOf(this.selected)
    for (at += by; at >= 0 && at < this.count; at += by) {
      const row = this.rowAt(at)
      if (rows.severity(row) > 0) {
        this.selected = row
        return
      }
    }
  }

  /** Selects the first violation; false when it has no frame. */
  moveToFirst(): boolean {
    const row = this.firstRow()
    if (row < 0) return false
    if (!this.contains(row)) this.setFilter('')
    this.selected = row
    return true
  }

  /** Row of the first violation, -1 when there is none with a row. */
  firstRow(): number {
    const { report, places } = this.recording
    return report ? (places.rowOf[firstNumber(report)] ?? -1) : -1
  }

  /** Selects the other half of the exchange; false when there is none. */
  moveToPair(): boolean {
    if (this.selected < 0) return false
    const pair = this.recording.rows.pair(this.selected)
    if (pair < 0 || pair >= this.recording.rows.length) return false
    if (!this.contains(pair)) this.setFilter('')
    this.selected = pair
    return true
  }

  private restart(): void {
    const { recording } = this
    recording.touched = []
    if (this.filter.terms.length === 0) {
      this.scan = undefined
      this.scanning = false
      this.count = recording.rows.length
      this.version++
      return
    }
    this.scan = new Scan(
      compile(this.filter, {
        rows: recording.rows,
        strings: recording.strings,
        codes: recording.places.byCode,
        toolOf: (row) => this.tools.get(row) ?? '',
      }),
    )
    if (this.filter.terms.some((term) => term.kind === 'words' && term.field === 'tool')) void this.learnTools()
    this.work()
  }

  /** Tests rows in steps between which the screen is drawn. */
  private work(): void {
    const { scan } = this
    if (!scan) return
    const end = performance.now() + STEP
    const done = scan.step(this.recording.rows.length, () => performance.now() > end)
    this.count = scan.count
    this.scanning = !done
    this.version++
    if (done || this.pending) return
    this.pending = true
    afterPaint(() => {
      this.pending = false
      if (this.scan === scan) this.work()
      else if (this.scan) this.work()
    })
  }

  /** Reads the tool's name out of each tools/call request that is not known yet. */
  private async learnTools(): Promise<void> {
    const { rows, strings } = this.recording
    const { scan } = this
    for (let row = 0; row < rows.length && this.scan === scan; row++) {
      if (rows.kind(row) !== KIND.request || this.tools.has(row) || strings.get(rows.text(row)) !== 'tools/call')
        continue
      this.tools.set(row, toolName(await this.recording.bytesOf(row)))
      scan?.again(row)
      const pair = rows.pair(row)
      if (pair >= 0) scan?.again(pair)
      this.count = scan?.count ?? 0
      this.version++
    }
  }
}

function toolName(bytes: Uint8Array): string {
  try {
    const message: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const params: unknown =
      typeof message === 'object' && message !== null && 'params' in message ? message.params : null
    const name: unknown = typeof params === 'object' && params !== null && 'name' in params ? params.name : ''
    return typeof name === 'string' ? name : ''
  } catch {
    return ''
  }
}

/** Runs a task soon, after the browser has had its chance to draw and to answer input. */
function afterPaint(task: () => void): void {
  const channel = new MessageChannel()
  channel.port1.onmessage = () => {
    channel.port1.close()
    task()
  }
  channel.port2.postMessage(null)
}
