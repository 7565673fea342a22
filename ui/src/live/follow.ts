// Following a run as it happens: a WebSocket that carries the transcript's own
// whole lines from a byte offset on. A lost connection is made again by itself and
// resumes where the last batch ended, so every byte comes once.

import { apiURL } from './api'

export type End = 'finished' | 'interrupted' | 'deleted'

export interface Follower {
  /** The next bytes of the transcript. The buffer is the callee's. */
  bytes(chunk: Uint8Array<ArrayBuffer>): void
  /** Connected (again). */
  connected(): void
  /** The connection was lost; the next attempt comes in so many milliseconds. */
  lost(attempt: number, waitMs: number): void
  /** Nothing more will come. */
  ended(end: End): void
}

export interface Following {
  /** Where the next byte will stand in the transcript. */
  readonly offset: number
  /** Tries again now instead of waiting. */
  retry(): void
  close(): void
}

const FIRST_WAIT = 250
const LONGEST_WAIT = 8000

/** What of the browser it uses; tests pass their own. */
export interface World {
  open(url: string): WebSocket
  later(call: () => void, ms: number): () => void
}

const browser: World = {
  open: (url) => new WebSocket(url),
  later: (call, ms) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

/** Follows a run from a byte offset, which must be the beginning of a line. */
export function follow(id: string, from: number, follower: Follower, world: World = browser): Following {
  let offset = from
  let attempt = 0
  let closed = false
  let socket: WebSocket | undefined
  let cancelWait: () => void = () => undefined

  function connect(): void {
    const url = new URL(apiURL(`runs/${encodeURIComponent(id)}/events`))
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    url.searchParams.set('from', String(offset))
    const opened = world.open(url.href)
    socket = opened
    opened.binaryType = 'arraybuffer'
    opened.onopen = () => {
      attempt = 0
      follower.connected()
    }
    opened.onmessage = (event: MessageEvent<unknown>) => {
      if (closed || !(event.data instanceof ArrayBuffer)) return
      offset += event.data.byteLength
      follower.bytes(new Uint8Array(event.data))
    }
    opened.onclose = (event) => {
      if (closed || socket !== opened) return
      const end = endOf(event.reason)
      if (end !== undefined) {
        closed = true
        follower.ended(end)
        return
      }
      wait()
    }
  }

  function wait(): void {
    attempt++
    const ms = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1))
    follower.lost(attempt, ms)
    cancelWait = world.later(connect, ms)
  }

  connect()
  return {
    get offset() {
      return offset
    },
    retry() {
      if (closed || socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING) return
      cancelWait()
      connect()
    },
    close() {
      closed = true
      cancelWait()
      socket?.close()
    },
  }
}

function endOf(reason: string): End | undefined {
  return reason === 'finished' || reason === 'interrupted' || reason === 'deleted' ? reason : undefined
}
