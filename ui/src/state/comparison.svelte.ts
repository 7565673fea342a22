// Two runs beside each other: both opened, judged here, and compared when both are done.

import type { Engine } from '../engine/client'
import {
  alignFrames,
  compareFindings,
  compareLatencies,
  compareReports,
  compareTools,
  toolsOf,
  type Aligned,
  type Fact,
  type FindingChange,
  type LatencyRow,
  type Tool,
  type ToolChange,
} from '../model/compare'
import { methodString } from '../model/match'
import { KIND } from '../model/rows'
import { Recording } from './recording.svelte'

export interface Differences {
  facts: Fact[]
  findings: FindingChange[]
  tools: ToolChange[]
  latencies: LatencyRow[]
  frames: Aligned
}

export class Comparison {
  readonly a: Recording
  readonly b: Recording
  differences: Differences | undefined = $state.raw()

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

  /** Compares what is there. Call it once both are ready. */
  async compare(): Promise<void> {
    const { a, b } = this
    if (!a.report || !b.report) return
    const [toolsA, toolsB] = await Promise.all([toolsIn(a), toolsIn(b)])
    this.differences = {
      facts: compareReports([a.report, b.report]),
      findings: compareFindings(a.report.issues, b.report.issues),
      tools: compareTools(toolsA, toolsB),
      latencies: compareLatencies(a, b),
      frames: alignFrames(a, b),
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

/** The tools that a recording's first listing names, all its pages. */
async function toolsIn(recording: Recording): Promise<Tool[]> {
  const { rows, strings } = recording
  const tools = new Map<string, Tool>()
  for (let row = 0; row < rows.length; row++) {
    if (rows.kind(row) !== KIND.result || strings.get(methodString(rows, row)) !== 'tools/list') continue
    for (const tool of toolsOf(await recording.bytesOf(row))) if (!tools.has(tool.name)) tools.set(tool.name, tool)
  }
  return [...tools.values()]
}
