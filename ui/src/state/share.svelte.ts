// A recording on its way to others: masked first, in this browser, and looked
// through by the person before anything leaves it.

import type { Engine, Masked } from '../engine/client'
import { oneFile } from '../live/api'
import { shares } from '../live/shares'
import { pack } from '../model/pack'
import { LONGEST_LINK, packRecording } from '../model/packed'
import { rootOf } from '../model/place'
import { previewOf } from '../model/preview'
import { decodeReport } from '../model/report'
import { formatRoute, NO_VIEW } from '../model/route'
import type { Rule } from '../model/rules'
import { decodeMasks, type KeptShare, type Masks, type MaskOptions } from '../model/shares'
import { fillViewer } from '../model/single'
import { formatSize } from '../model/units'
import type { Recording } from './recording.svelte'

/** What would be sent. */
export interface Copy {
  transcript: Uint8Array<ArrayBuffer>
  report: Uint8Array<ArrayBuffer>
  masks: Masks
  /** Of the transcript as it travels: gzipped. */
  packed: Uint8Array<ArrayBuffer>
  preview: ReturnType<typeof previewOf>
  /** The fragment of the link that holds it itself; "" when it is far too long for one. */
  fragment: string
}

const WAIT = 300
/** A recording is in memory several times over while it is masked. */
const LARGEST = 256_000_000
/** So much of it is looked through, in bytes. */
const LOOKED_AT = 4_000_000
/** Beyond this no link can hold it, however well it packs. */
const LINKED = 4_000_000

export class ShareDraft {
  options: MaskOptions = $state({ literals: [], paths: [], hide: [], payloads: false })
  /** Names of this user and machine, which are masked, too. */
  ownNames: string[] = $state.raw([])
  state: 'masking' | 'ready' | 'failed' = $state('masking')
  problem = $state('')
  copy: Copy | undefined = $state.raw()
  private turn = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly engine: Engine,
    readonly recording: Recording,
    ownNames: string[],
  ) {
    this.ownNames = ownNames
    void this.mask()
  }

  get fitsLink(): boolean {
    const length = this.copy?.fragment.length ?? 0
    return length > 0 && length <= LONGEST_LINK
  }

  /** Changes what is masked, and masks again. */
  change(options: Partial<MaskOptions>): void {
    this.options = { ...this.options, ...options }
    // What was shown is not what would be sent any more.
    this.state = 'masking'
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.mask(), WAIT)
  }

  /** Sends the copy. Throws ApiError when a server refuses. */
  async send(to: { name: string; expires: string; to: string; token: string }): Promise<KeptShare> {
    const { packed } = this.ready()
    const shared = await shares.send({ ...to, body: new Blob([packed]) })
    return { ...shared, to: to.to }
  }

  /** A link that holds the copy itself, opened by the page at `root`. */
  link(root: string): string {
    return `${root}${this.ready().fragment}`
  }

  /** The copy as a page of one file. `rules` are the pages of the codes that it finds. */
  async page(name: string, rules: readonly Rule[]): Promise<Blob> {
    const { transcript, report } = this.ready()
    const found = decodeReport(new TextDecoder().decode(report))
    const codes = new Set(found?.issues.map((issue) => issue.code))
    const { build } = await this.engine.ready
    const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
    const page = await fillViewer(await shares.viewer(), {
      transcript,
      report,
      rules: bytes(rules.filter((rule) => codes.has(rule.code))),
      facts: bytes({ name, created: new Date().toISOString(), engine: build }),
    })
    return new Blob([page], { type: 'text/html' })
  }

  transcript(): Blob {
    return new Blob([this.ready().transcript], { type: 'application/x-ndjson' })
  }

  close(): void {
    clearTimeout(this.timer)
    this.turn++
  }

  private ready(): Copy {
    if (this.copy === undefined || this.state !== 'ready') throw new Error('the copy is not masked yet')
    return this.copy
  }

  private async mask(): Promise<void> {
    const turn = ++this.turn
    this.state = 'masking'
    try {
      const options = { ...this.options, names: this.ownNames }
      const original = await this.recording.transcript()
      if (original.size > LARGEST)
        throw new Error(
          `it has ${formatSize(original.size)}, and a browser masks up to ${formatSize(LARGEST)}. On the command line, stdioscope sanitize masks any recording.`,
        )
      const masked = await this.engine.mask(original, JSON.stringify(options))
      const [packed, fragment] = await Promise.all([pack(masked.transcript, 'gzip'), this.fragmentOf(masked)])
      if (turn !== this.turn) return
      const preview = previewOf(new TextDecoder().decode(masked.transcript.subarray(0, LOOKED_AT)))
      this.copy = {
        transcript: masked.transcript,
        report: masked.report,
        masks: decodeMasks(new TextDecoder().decode(masked.masks)),
        packed,
        preview: { ...preview, more: preview.more || masked.transcript.length > LOOKED_AT },
        fragment,
      }
      this.state = 'ready'
    } catch (error) {
      if (turn !== this.turn) return
      this.problem = error instanceof Error ? error.message : String(error)
      this.state = 'failed'
    }
  }

  private async fragmentOf({ transcript, report }: Masked): Promise<string> {
    if (transcript.length > LINKED) return ''
    const { build } = await this.engine.ready
    return formatRoute({ kind: 'packed', packed: await packRecording(transcript, report, build), view: NO_VIEW })
  }
}

/** Where the page itself is, which opens links that hold a recording; '' for a page of one file, which others do not have. */
export function ownRoot(): string {
  return oneFile ? '' : rootOf(location.href)
}

/** Whether there is a viewer to put the copy into. */
export const canSavePage = !oneFile

/** What was written into a field of the dialogue before. */
export function remembered(field: 'team' | 'opener'): string {
  try {
    return localStorage.getItem(`stdioscope.${field}`) ?? ''
  } catch {
    return ''
  }
}

export function remember(field: 'team' | 'opener', text: string): void {
  try {
    localStorage.setItem(`stdioscope.${field}`, text)
  } catch {
    // Without storage it has to be written again.
  }
}
