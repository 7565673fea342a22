// The shares that this browser made: their deletion tokens are kept here and
// nowhere else, and whoever has one can rename the share and take it back.

import { ApiError } from '../live/api'
import { shares } from '../live/shares'
import { decodeKept, type KeptShare } from '../model/shares'

const KEPT = 'stdioscope.shares'
const MOST = 200

export class KeptShares {
  list: KeptShare[] = $state.raw(readKept())

  constructor() {
    // Another tab of this browser may share, too.
    addEventListener('storage', (event) => {
      if (event.key === KEPT) this.list = readKept()
    })
  }

  find(id: string): KeptShare | undefined {
    return this.list.find((share) => share.id === id)
  }

  add(share: KeptShare): void {
    this.write([share, ...readKept()])
  }

  /** Throws ApiError when the server refuses. */
  async rename(share: KeptShare, name: string): Promise<void> {
    await shares.rename(share.id, share.to, share.deletionToken, name)
    this.write(readKept().map((each) => (each.id === share.id ? { ...each, name } : each)))
  }

  /** Throws ApiError when the server refuses; what is gone already is forgotten. */
  async takeBack(share: KeptShare): Promise<void> {
    try {
      await shares.takeBack(share.id, share.to, share.deletionToken)
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 410 && error.status !== 404)) throw error
    }
    this.write(readKept().filter((each) => each.id !== share.id))
  }

  private write(list: KeptShare[]): void {
    this.list = list.slice(0, MOST)
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.list))
    } catch {
      // Without storage the list lasts as long as the page.
    }
  }
}

function readKept(): KeptShare[] {
  try {
    return decodeKept(localStorage.getItem(KEPT) ?? '[]')
  } catch {
    return []
  }
}
