// What the whole page shares: the engine, the server's answer to "who are you",
// the recording that is open, and which dialogue stands before everything else.

import { startEngine, type Engine, type EngineInfo } from '../engine/client'
import { alone, api, ApiError } from '../live/api'
import { parse } from '../model/decode'
import { NO_VIEW, type Route } from '../model/route'
import { decodeRules } from '../model/rules'
import type { SingleParts } from '../model/single'
import type { Problem, RunRequest, ServerInfo } from '../model/runs'
import { FrameList } from './frames.svelte'
import { KeptShares } from './keptshares.svelte'
import { Launcher } from './launcher.svelte'
import { Recording, type Taken } from './recording.svelte'
import { Router } from './router.svelte'
import { Rulebook } from './rulebook.svelte'
import { RunList } from './runs.svelte'
import { ShareDraft } from './share.svelte'
import { Shared } from './shared.svelte'
import { ThemeChoice } from './theme.svelte'

export type ServerState = 'asking' | 'here' | 'absent' | 'unknown-page'

/** What a page holds beside its code: the recording of a page that is one file. */
export interface Boot {
  parts?: SingleParts | undefined
}

export interface Missing {
  id: string
  talk: boolean
  /** Values given so far. */
  env: Record<string, string>
  name: string
}

export class App {
  readonly router: Router
  readonly theme = new ThemeChoice()
  readonly runs = new RunList()
  readonly launcher = new Launcher()
  readonly rulebook = new Rulebook()
  readonly engine: Engine = startEngine()
  engineInfo: EngineInfo | undefined = $state.raw()
  engineFault = $state('')
  server: ServerState = $state('asking')
  serverInfo: ServerInfo | undefined = $state.raw()
  frames: FrameList | undefined = $state.raw()
  /** The same, known at once: a state that is set while the page is computed shows only afterwards. */
  private latest: FrameList | undefined
  /** The blob behind a local recording, for another session of it. */
  private opened: Blob | undefined
  /** The variable whose value a run that is run again needs. */
  missing: Missing | undefined = $state.raw()
  dialog: 'none' | 'help' | 'palette' | 'share' = $state('none')

  readonly kept = new KeptShares()
  /** What somebody shared, when that is what is open. */
  shared: Shared | undefined = $state.raw()
  draft: ShareDraft | undefined = $state.raw()
  /** The recording that lies in the page itself. */
  readonly parts: SingleParts | undefined

  constructor(boot: Boot = {}) {
    this.parts = boot.parts
    this.router = new Router(boot.parts !== undefined)
    if (boot.parts) this.rulebook.give(decodeRules(parse(new TextDecoder().decode(boot.parts.rules))))
    this.engine.ready.then(
      (info) => (this.engineInfo = info),
      (error: unknown) => (this.engineFault = error instanceof Error ? error.message : String(error)),
    )
    // A share's page needs nothing of the server that its link does not open.
    if (this.router.route.kind !== 'shared') void this.askServer()
  }

  async askServer(): Promise<void> {
    if (alone) {
      this.server = 'absent'
      return
    }
    try {
      this.serverInfo = await api.info()
      this.server = 'here'
    } catch (error) {
      this.server = error instanceof ApiError && error.unknownPage ? 'unknown-page' : 'absent'
    }
  }

  /** Opens a run unless it is the one that is open. */
  openRun(id: string): FrameList {
    const open = this.latest
    if (open?.recording.origin.kind === 'run' && open.recording.origin.id === id) return open
    return this.show(Recording.run(this.engine, id))
  }

  /** Opens what somebody shared unless it is what is open. */
  openShared(route: Route & { kind: 'shared' | 'packed' }): FrameList {
    const key = route.kind === 'packed' ? route.packed.z : route.id
    if (this.frames && this.shared?.key === key && this.frames.recording === this.shared.recording) return this.frames
    const shared =
      route.kind === 'packed'
        ? Shared.packed(this.engine, route.packed)
        : this.parts
          ? Shared.parts(this.engine, this.parts)
          : Shared.link(this.engine, route.id)
    this.shared = shared
    return this.show(shared.recording)
  }

  /** Begins to share what is open. */
  beginShare(recording: Recording): void {
    this.draft?.close()
    this.draft = new ShareDraft(this.engine, recording, this.serverInfo?.names ?? [])
    this.dialog = 'share'
  }

  endShare(): void {
    this.draft?.close()
    this.draft = undefined
    if (this.dialog === 'share') this.dialog = 'none'
  }

  /** Opens bytes of this machine and goes to them: of a log's sessions to the first with a violation, as on the command line. */
  openBlob(blob: Blob, name: string, taken: Taken = {}): void {
    this.opened = blob
    const recording = Recording.blob(this.engine, blob, name, taken)
    this.show(recording)
    this.router.go({ kind: 'local', view: NO_VIEW })
    if (taken.choose !== undefined) return
    void recording.judged.then(() => {
      const { firstBad, phase } = recording
      const whole = phase.kind === 'done' && phase.end === 'read'
      if (!whole || firstBad === undefined || firstBad === recording.session) return
      if (this.latest?.recording === recording) this.openAgain({ ...taken, choose: firstBad })
    })
  }

  /** Takes what is open otherwise: another session of the log, or as what a server wrote to stdout. */
  openAgain(taken: Taken): void {
    const origin = this.frames?.recording.origin
    if (!this.opened || (origin?.kind !== 'file' && origin?.kind !== 'paste')) return
    this.openBlob(this.opened, origin.kind === 'file' ? origin.name : '', taken)
  }

  /** Starts a run and goes to it. Throws ApiError when the server refuses. */
  async start(request: RunRequest): Promise<void> {
    const run = await this.runs.start(request)
    this.router.go({ kind: 'run', id: run.id, view: NO_VIEW })
  }

  /** Runs a run again; `talk`: stays open to be talked to. Asks for the values of variables, which nobody has kept. */
  async startAgain(id: string, talk = false, env: Record<string, string> = {}): Promise<void> {
    try {
      const run = await this.runs.start({ again: id, env, ...(talk ? { interactive: true } : {}) })
      this.missing = undefined
      this.router.go({ kind: 'run', id: run.id, view: talk ? { ...NO_VIEW, tab: 'talk' } : NO_VIEW })
    } catch (error) {
      const name = error instanceof ApiError ? missingVariable(error.problem) : undefined
      if (name === undefined) throw error
      this.missing = { id, talk, env, name }
    }
  }

  async stop(id: string): Promise<void> {
    await api.stop(id)
  }

  /** The view of a run is gone: nobody needs its bytes any more. */
  leave(frames: FrameList): void {
    if (this.latest === frames) this.frames = this.latest = undefined
    frames.recording.close()
  }

  private show(recording: Recording): FrameList {
    this.latest?.recording.close()
    const frames = new FrameList(recording)
    this.frames = this.latest = frames
    return frames
  }
}

/** The variable that the server wants a value for; undefined when it refuses for another reason. */
function missingVariable(problem: Problem): string | undefined {
  return problem.where === 'env' ? /variable "([^"]+)"/.exec(problem.what)?.[1] : undefined
}
