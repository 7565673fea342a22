// A recording that somebody shared, and whether what was said of it holds: the
// report is made again here, and held against the one that came along.

import type { Engine } from '../engine/client'
import { ApiError } from '../live/api'
import { shares } from '../live/shares'
import type { FindingChange } from '../model/compare'
import { parse } from '../model/decode'
import { changesBetween, engineOf } from '../model/judged'
import { digestOf } from '../model/pack'
import { unpackRecording, type Packed } from '../model/packed'
import { decodeFacts, type ShareFacts } from '../model/shares'
import type { SingleParts } from '../model/single'
import { Recording, sameBytes } from './recording.svelte'

/**
 * What the page found: the same report here (verified), another one by another engine, another one by the same engine
 * (mismatch), or nothing to hold it against (unsaid). `gone` = there is no recording to judge.
 */
export type Judgement = 'waiting' | 'verified' | 'other-engine' | 'mismatch' | 'unsaid' | 'gone'

/** What was said of the recording by whoever judged it before. */
interface Claim {
  engine: string
  /** Its findings, when the whole report came along. */
  report?: Uint8Array
  same(report: Uint8Array<ArrayBuffer>): boolean | Promise<boolean>
}

export class Shared {
  readonly recording: Recording
  facts: ShareFacts = $state.raw({ name: '', created: '', expires: '', engine: '' })
  judgement: Judgement = $state('waiting')
  /** The engines that judged: then and now. */
  then = $state('')
  now = $state('')
  /** What the two say differently, where that is known. */
  changes: FindingChange[] = $state.raw([])

  private constructor(
    engine: Engine,
    /** Names what is shared: the page's address but for the view. */
    readonly key: string,
    readonly from: 'link' | 'fragment' | 'file',
    load: Promise<{ transcript: Blob; name: string; claim: Claim | undefined }>,
  ) {
    this.recording = Recording.shared(engine, load)
    void this.check(engine, load)
  }

  /** What lies on the server under a link. */
  static link(engine: Engine, id: string): Shared {
    const load = async () => {
      const facts = await shares.facts(id)
      opened.facts = facts
      const [transcript, report] = await Promise.all([shares.transcript(id), shares.report(id)])
      return { transcript, name: facts.name, claim: claimOf(report, facts.engine) }
    }
    const opened: Shared = new Shared(engine, id, 'link', later(load))
    return opened
  }

  /** What a link holds itself. */
  static packed(engine: Engine, packed: Packed): Shared {
    const load = async () => {
      const transcript = new Blob([await unpackRecording(packed)])
      const { digest } = packed
      const same = async (report: Uint8Array<ArrayBuffer>) => (await digestOf(report)) === digest
      const claim = digest === '' ? undefined : { engine: packed.engine, same }
      return { transcript, name: '', claim }
    }
    return new Shared(engine, packed.z, 'fragment', load())
  }

  /** What the page holds itself. */
  static parts(engine: Engine, parts: SingleParts): Shared {
    const facts = decodeFacts(parse(new TextDecoder().decode(parts.facts)))
    const transcript = new Blob([parts.transcript])
    const load = Promise.resolve({ transcript, name: facts.name, claim: claimOf(parts.report, facts.engine) })
    const opened = new Shared(engine, '', 'file', load)
    opened.facts = facts
    return opened
  }

  private async check(engine: Engine, load: Promise<{ claim: Claim | undefined }>): Promise<void> {
    try {
      const { claim } = await load
      const ours = await this.recording.judged
      if (ours === undefined) {
        this.judgement = 'gone'
        return
      }
      this.now = (await engine.ready).build
      this.then = claim?.engine ?? ''
      if (claim === undefined) this.judgement = 'unsaid'
      else if (await claim.same(new Uint8Array(ours))) this.judgement = 'verified'
      else {
        this.judgement = claim.engine === this.now ? 'mismatch' : 'other-engine'
        if (claim.report) this.changes = changesBetween(claim.report, ours)
      }
    } catch (error) {
      if (!(error instanceof ApiError)) console.warn(error)
      this.judgement = 'gone'
    }
  }
}

function claimOf(report: Uint8Array, build: string): Claim {
  return { engine: engineOf(report, build), report, same: (ours) => sameBytes(report, ours) }
}

/** Begins when the caller has what the task needs. */
async function later<T>(task: () => Promise<T>): Promise<T> {
  await Promise.resolve()
  return task()
}
