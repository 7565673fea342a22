// Two runs beside each other: both opened and judged here, and what changed as the
// server says it, asked for when both are done.

import type { Engine } from '../engine/client'
import { api, ApiError } from '../live/api'
import type { Changes } from '../model/changes'
import { compareReports, type Fact } from '../model/compare'
import { Recording } from './recording.svelte'

export interface Differences extends Changes {
  facts: Fact[]
}

export class Comparison {
  readonly a: Recording
  readonly b: Recording
  differences: Differences | undefined = $state.raw()
  /** Why there are no differences to show. */
  failure = $state('')

  constructor(
    engine: Engine,
    readonly ids: { a: string; b: string },
  ) {
    this.a = Recording.run(engine, ids.a)
    this.b = Recording.run(engine, ids.b)
  }

  /** Whether both recordings are all there. */
  get ready(): boolean {
    return done(this.a) && done(this.b)
  }

  /** Asks what changed. Call it once both are ready. */
  async compare(): Promise<void> {
    const { a, b, ids } = this
    if (!a.report || !b.report) return
    const facts = compareReports([a.report, b.report])
    try {
      this.differences = { facts, ...(await api.changes(ids.a, ids.b)) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.failure = [error.problem.what, error.problem.hint].filter((each) => each !== '').join(' ')
    }
  }

  close(): void {
    this.a.close()
    this.b.close()
  }
}

function done(recording: Recording): boolean {
  return recording.phase.kind === 'done' && recording.report !== undefined
}
