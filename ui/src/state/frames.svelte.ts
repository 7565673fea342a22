// The list of frames as it is looked at: the filter, the rows that pass it, the
// selected one, and whether the list follows what arrives.

import { KIND } from '../model/rows'
import { parseFilter, type Filter } from '../model/filter'
import { compile } from '../model/match'
import { deepNeedle, RowSet, searchPiece, type Seams } from '../model/deepsearch'
import { Scan } from '../model/scan'
import { firstNumber } from '../model/findings'
import type { Recording } from './recording.svelte'

/** How long one step of a scan may take, in milliseconds. */
const STEP = 10
/** So many changed rows are tested one by one; beyond it the scan begins anew. */
const FEW = 5000
const FEW_FOUND = 300
/** Bytes that are searched at once. */
const PIECE = 1 << 20

export class FrameList {
  filterText = $state('')
  readonly filter: Filter = $derived(parseFilter(this.filterText))
  /** How many rows pass; all of them when there is no filter. */
  count = $state(0)
  /** True while rows are still being tested. */
  scanning = $state(false)
  selected = $state(-1)
  follow = $state(false)
  /** Grows when the selected row is to be brought into sight although it is the same. */
  wish = $state(0)
  /** Grows when what stands at a position may have changed. */
  version = $state(0)

  /** How much of the bytes was searched for the filter's texts, 0 to 1; 1 when there is nothing to search for. */
  searched = $state(1)

  private scan: Scan | undefined
  private search: Search | undefined
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
    void this.searchOn()
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
    const texts = this.filter.terms.flatMap((term) => (term.kind === 'text' ? [term.text] : []))
    if (this.search?.texts.join('\n') !== texts.join('\n')) {
      this.search = texts.length === 0 ? undefined : new Search(texts)
      this.searched = this.search ? 0 : 1
    }
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
        holds: (text, row) => this.search?.found.get(text)?.has(row) ?? false,
      }),
    )
    if (this.filter.terms.some((term) => term.kind === 'words' && term.field === 'tool')) void this.learnTools()
    this.work()
    void this.searchOn()
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

  /** Looks for the filter's texts in the bytes, piece by piece, as far as there are any. */
  private async searchOn(): Promise<void> {
    const { search } = this
    const { rows } = this.recording
    if (!search || search.busy) return
    search.busy = true
    let piece = PIECE
    while (this.search === search && rows.length > 0 && search.at < rows.fileEnd(rows.length - 1)) {
      const bytes = await this.recording.piece(search.at, search.at + piece).catch(() => new Uint8Array())
      if (this.search !== search) return
      const fresh: number[] = []
      const searched = searchPiece(bytes, search.at, rows, search.needles, search.seams, (needle, row) => {
        if (search.found.get(search.texts[needle] ?? '')?.add(row) === true) fresh.push(row)
      })
      if (searched === 0 && bytes.length < piece) break // the rest is still on its way
      search.at += searched
      piece = searched === 0 ? piece * 2 : PIECE // a line longer than the piece
      this.searched = Math.min(1, search.at / Math.max(1, rows.fileEnd(rows.length - 1)))
      this.takeFound(fresh)
    }
    search.busy = false
    this.searched = 1
  }

  /** Tests rows again whose bytes hold what is looked for. */
  private takeFound(fresh: readonly number[]): void {
    const { scan } = this
    if (!scan || fresh.length === 0) return
    if (fresh.length > FEW_FOUND) {
      scan.restart()
      this.work()
      return
    }
    for (const row of fresh) scan.again(row)
    this.count = scan.count
    this.version++
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

/** A search through the bytes for some texts, and how far it has come. */
class Search {
  at = 0
  busy = false
  readonly needles
  readonly seams: Seams = new Map()
  readonly found: Map<string, RowSet>

  constructor(readonly texts: readonly string[]) {
    this.needles = texts.map(deepNeedle)
    this.found = new Map(texts.map((text) => [text, new RowSet()]))
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
