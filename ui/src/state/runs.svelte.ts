// The list of runs that the server keeps, asked for again while it is looked at.

import { api, ApiError } from '../live/api'
import type { RunInfo, RunRequest } from '../model/runs'

const WHILE_RUNNING = 1000
const OTHERWISE = 5000

export class RunList {
  runs: RunInfo[] = $state.raw([])
  state: 'loading' | 'here' | 'failed' = $state('loading')
  problem = $state('')

  async refresh(): Promise<void> {
    try {
      this.runs = await api.runs()
      this.state = 'here'
      this.problem = ''
    } catch (error) {
      this.state = 'failed'
      this.problem = error instanceof ApiError ? error.problem.what : String(error)
    }
  }

  /** Keeps the list fresh until the function that it returns is called. */
  watch(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    const turn = async () => {
      if (document.visibilityState === 'visible') await this.refresh()
      const running = this.runs.some((run) => run.state === 'running')
      if (!over) timer = setTimeout(() => void turn(), running ? WHILE_RUNNING : OTHERWISE)
    }
    void turn()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }

  async start(request: RunRequest): Promise<RunInfo> {
    const run = await api.start(request)
    this.runs = [run, ...this.runs]
    return run
  }

  async rename(id: string, name: string): Promise<void> {
    const renamed = await api.rename(id, name)
    this.runs = this.runs.map((run) => (run.id === id ? renamed : run))
  }

  async remove(id: string): Promise<void> {
    await api.remove(id)
    this.runs = this.runs.filter((run) => run.id !== id)
  }
}
