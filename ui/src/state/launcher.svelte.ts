// What a new run is made of: the command as typed and the argv it becomes, the
// servers and demos on offer, and what was run here before.

import { api, ApiError } from '../live/api'
import type { Argv, Demo, FoundServer, Problem, RunRequest } from '../model/runs'

const HISTORY = 'stdioscope.history'
const KEPT = 20
const WAIT = 120

export class Launcher {
  command = $state('')
  /** What the command becomes; undefined while it is empty, wrong or being asked for. */
  argv: Argv | undefined = $state.raw()
  problem: Problem | undefined = $state.raw()
  demos: Demo[] = $state.raw([])
  servers: FoundServer[] = $state.raw([])
  history: string[] = $state.raw(readHistory())
  private asking: AbortController | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  async load(): Promise<void> {
    const [demos, servers] = await Promise.allSettled([api.demos(), api.clients()])
    if (demos.status === 'fulfilled') this.demos = demos.value
    if (servers.status === 'fulfilled') this.servers = servers.value
  }

  /** Takes what was typed; asks the server what it becomes once typing pauses. */
  type(command: string): void {
    this.command = command
    this.asking?.abort()
    clearTimeout(this.timer)
    this.problem = undefined
    if (command.trim() === '') {
      this.argv = undefined
      return
    }
    this.timer = setTimeout(() => void this.ask(command), WAIT)
  }

  /** The servers that a pasted configuration names. Throws ApiError when it names none. */
  async readConfig(text: string): Promise<FoundServer[]> {
    return api.pasted(text)
  }

  remember(command: string): void {
    this.history = [command, ...this.history.filter((each) => each !== command)].slice(0, KEPT)
    try {
      localStorage.setItem(HISTORY, JSON.stringify(this.history))
    } catch {
      // Without storage the history lasts as long as the page.
    }
  }

  private async ask(command: string): Promise<void> {
    const asking = new AbortController()
    this.asking = asking
    try {
      this.argv = await api.argv(command, asking.signal)
    } catch (error) {
      if (asking.signal.aborted) return
      this.argv = undefined
      this.problem = problemOf(error)
    }
  }
}

/** What went wrong, in the server's words where it has some. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem
  return { what: error instanceof Error ? error.message : String(error), where: '', hint: '' }
}

export type { RunRequest }

function readHistory(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(HISTORY) ?? '[]')
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
