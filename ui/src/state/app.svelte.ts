// What the whole page shares: the engine, the server's answer to "who are you",
// the recording that is open, and which dialogue stands before everything else.

import { startEngine, type Engine, type EngineInfo } from '../engine/client'
import { api, ApiError } from '../live/api'
import { NO_VIEW } from '../model/route'
import type { RunRequest, ServerInfo } from '../model/runs'
import { FrameList } from './frames.svelte'
import { Launcher } from './launcher.svelte'
import { Recording } from './recording.svelte'
import { Router } from './router.svelte'
import { Rulebook } from './rulebook.svelte'
import { RunList } from './runs.svelte'
import { ThemeChoice } from './theme.svelte'

export type ServerState = 'asking' | 'here' | 'absent' | 'unknown-page'

export class App {
  readonly router = new Router()
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
  /** The blob behind a local recording, for another session of it. */
  private opened: Blob | undefined
  dialog: 'none' | 'help' | 'palette' = $state('none')

  constructor() {
    this.engine.ready.then(
      (info) => (this.engineInfo = info),
      (error: unknown) => (this.engineFault = error instanceof Error ? error.message : String(error)),
    )
    void this.askServer()
  }

  async askServer(): Promise<void> {
    try {
      this.serverInfo = await api.info()
      this.server = 'here'
    } catch (error) {
      this.server = error instanceof ApiError && error.unknownPage ? 'unknown-page' : 'absent'
    }
  }

  /** Opens a run unless it is the one that is open. */
  openRun(id: string): FrameList {
    const open = this.frames
    if (open?.recording.origin.kind === 'run' && open.recording.origin.id === id) return open
    return this.show(Recording.run(this.engine, id))
  }

  /** Opens bytes of this machine and goes to them. */
  openBlob(blob: Blob, name: string, choose?: number): void {
    this.opened = blob
    this.show(Recording.blob(this.engine, blob, name, choose))
    this.router.go({ kind: 'local', view: NO_VIEW })
  }

  /** Takes another session of the log that is open. */
  chooseSession(session: number): void {
    const origin = this.frames?.recording.origin
    if (!this.opened || origin === undefined || origin.kind === 'run') return
    this.openBlob(this.opened, origin.kind === 'file' ? origin.name : '', session)
  }

  /** Starts a run and goes to it. Throws ApiError when the server refuses. */
  async start(request: RunRequest): Promise<void> {
    const run = await this.runs.start(request)
    this.router.go({ kind: 'run', id: run.id, view: NO_VIEW })
  }

  /** Runs a run again; `talk`: stays open to be talked to. */
  async startAgain(id: string, talk = false): Promise<void> {
    const run = await this.runs.start(talk ? { again: id, interactive: true } : { again: id })
    this.router.go({ kind: 'run', id: run.id, view: talk ? { ...NO_VIEW, tab: 'talk' } : NO_VIEW })
  }

  async stop(id: string): Promise<void> {
    await api.stop(id)
  }

  transcriptURL(id: string): string {
    return api.transcriptURL(id)
  }

  /** The view of a run is gone: nobody needs its bytes any more. */
  leave(frames: FrameList): void {
    if (this.frames === frames) this.frames = undefined
    frames.recording.close()
  }

  private show(recording: Recording): FrameList {
    this.frames?.recording.close()
    const frames = new FrameList(recording)
    this.frames = frames
    return frames
  }
}
