// A lost connection is made again by itself, and every byte comes once.

import { expect, test } from 'vitest'
import { follow, type Follower, type World } from './follow'

class FakeSocket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { reason: string }) => void) | null = null
  binaryType = ''
  readyState = 0
  closed = false

  constructor(readonly url: string) {}

  open(): void {
    this.readyState = 1
    this.onopen?.()
  }
  send(text: string): void {
    this.onmessage?.({ data: new TextEncoder().encode(text).buffer })
  }
  drop(reason = ''): void {
    this.readyState = 3
    this.onclose?.({ reason })
  }
  close(): void {
    this.closed = true
  }
}

function stage() {
  const sockets: FakeSocket[] = []
  const timers: { call: () => void; ms: number; cancelled: boolean }[] = []
  const heard: string[] = []
  const world: World = {
    open: (url) => {
      const socket = new FakeSocket(url)
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    later: (call, ms) => {
      const timer = { call, ms, cancelled: false }
      timers.push(timer)
      return () => (timer.cancelled = true)
    },
  }
  const follower: Follower = {
    bytes: (chunk) => heard.push(new TextDecoder().decode(chunk)),
    connected: () => heard.push('connected'),
    lost: (attempt, ms) => heard.push(`lost ${attempt}, ${ms} ms`),
    ended: (end) => heard.push(`ended ${end}`),
  }
  const last = () => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('no socket')
    return socket
  }
  return { sockets, timers, heard, world, follower, last }
}

test('follows from an offset to the end', () => {
  const { heard, world, follower, last, sockets } = stage()
  const following = follow('a/b', 7, follower, world)
  expect(last().url).toMatch(/^ws:.*\/api\/runs\/a%2Fb\/events\?from=7$/)
  last().open()
  last().send('one\n')
  last().send('two\n')
  expect(following.offset).toBe(15)
  last().drop('finished')
  expect(heard).toEqual(['connected', 'one\n', 'two\n', 'ended finished'])
  expect(sockets.length).toBe(1)
})

test('comes back where it was, and waits longer each time it fails', () => {
  const { heard, world, follower, last, timers } = stage()
  follow('x', 0, follower, world)
  last().open()
  last().send('0123\n')
  last().drop()
  timers.at(-1)?.call()
  expect(last().url).toMatch(/from=5$/)
  last().drop()
  last().drop() // a second close of the same socket says nothing new
  timers.at(-1)?.call()
  last().open()
  last().send('more\n')
  last().drop()
  expect(heard).toEqual([
    'connected',
    '0123\n',
    'lost 1, 250 ms',
    'lost 2, 500 ms',
    'lost 3, 1000 ms',
    'connected',
    'more\n',
    'lost 1, 250 ms',
  ])
})

test('the wait has an end', () => {
  const { heard, world, follower, last, timers } = stage()
  follow('x', 0, follower, world)
  for (let i = 0; i < 12; i++) {
    last().drop()
    timers.at(-1)?.call()
  }
  expect(heard.at(-1)).toBe('lost 12, 8000 ms')
})

test('retry does not wait, and does nothing while connected', () => {
  const { world, follower, last, timers, sockets } = stage()
  const following = follow('x', 0, follower, world)
  last().open()
  following.retry()
  expect(sockets.length).toBe(1)
  last().drop()
  following.retry()
  expect(sockets.length).toBe(2)
  expect(timers.at(-1)?.cancelled).toBe(true)
})

test('a closed one is silent', () => {
  const { heard, world, follower, last, timers } = stage()
  const following = follow('x', 0, follower, world)
  last().open()
  following.close()
  last().send('late\n')
  last().drop()
  expect(last().closed).toBe(true)
  expect(heard).toEqual(['connected'])
  expect(timers.length).toBe(0)
})
