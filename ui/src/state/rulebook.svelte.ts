// The catalogue of rules, fetched once when somebody first looks at it: from the
// server, or from a file beside the page where there is no server.

import { api } from '../live/api'
import type { Rule } from '../model/rules'

export class Rulebook {
  rules: Rule[] = $state.raw([])
  state: 'nothing' | 'loading' | 'here' | 'failed' = $state('nothing')

  /** Takes the pages that the page itself holds: there is nowhere to fetch the others from. */
  give(rules: Rule[]): void {
    this.rules = rules
    this.state = 'here'
  }

  async load(): Promise<void> {
    if (this.state === 'loading' || this.state === 'here') return
    this.state = 'loading'
    try {
      this.rules = await api.rules()
      this.state = 'here'
    } catch {
      this.state = 'failed'
    }
  }

  /** The recording that shows a rule broken. */
  async example(code: string): Promise<Blob> {
    return api.example(code)
  }
}
