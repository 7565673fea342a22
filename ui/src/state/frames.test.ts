// The list of frames over a recording that an engine of this test's own feeds.

import { expect, test, vi } from 'vitest'
import type { Engine, Listener, Update } from '../engine/client'
import { packedBytes, stringRecords, type PlainRow } from '../model/testrows'
import { FrameList } from './frames.svelte'
import { Recording } from './recording.svelte'

const NOTHING = new Uint8Array()

function stage(plain: PlainRow[], report: object = {}, transcript = '') {
  const listeners: Listener[] = []
  const session = {
    feed: vi.fn(),
    finish: vi.fn(),
    report: () => Promise.resolve(encode({ schemaVersion: 1, ...report })),
    bytes: (start: number, end: number) => Promise.resolve(new TextEncoder().encode(transcript).slice(start, end)),
    masked: () => Promise.reject(new Error('not here')),
    transcript: () => Promise.resolve(new Blob([transcript])),
    close: vi.fn(),
  }
  const engine = {
    ready: Promise.resolve({ version: '1', milliseconds: 1 }),
    open: (_: unknown, listener: Listener) => {
      listeners.push(listener)
      return session
    },
    stop: vi.fn(),
  } as unknown as Engine
  const recording = Recording.blob(engine, new Blob([transcript]), 'test')
  const frames = new FrameList(recording)
  const { rows, strings } = packedBytes(plain)
  const update: Update = {
    rows,
    patches: NOTHING,
    strings: stringRecords(strings) as Uint8Array<ArrayBuffer>,
    read: 1,
    total: 1,
  }
  listeners[0]?.update?.(update)
  listeners[0]?.done?.({ report: encode({ schemaVersion: 1, ...report }), sessions: null })
  frames.refresh()
  return { frames, recording, session, listener: listeners[0] }
}

function encode(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value))
}

const ROWS: PlainRow[] = [
  { no: 1, lane: 'stdout', kind: 'text', severity: 'error', failed: 2, text: 'banner' },
  { no: 1, lane: 'stdin', kind: 'request', text: 'initialize', id: '1', pair: 2 },
  { no: 2, lane: 'stdout', kind: 'result', text: 'initialize', id: '1', pair: 1 },
  { no: 3, lane: 'stdout', kind: 'notification', text: 'notifications/message', severity: 'note' },
]
const FIRST = { code: 'stdout-non-json', severity: 'error', run: 1, stream: 'stdout', frame: 1, address: 'stdout:1' }

test('shows all rows, and those that a filter leaves', () => {
  const { frames } = stage(ROWS)
  expect(frames.count).toBe(4)
  frames.setFilter('stream:stdout')
  expect([0, 1, 2, 3].map((at) => frames.rowAt(at))).toEqual([0, 2, 3, -1])
  frames.setFilter('')
  expect(frames.count).toBe(4)
})

test('moves among what is shown, and stays within it', () => {
  const { frames } = stage(ROWS)
  frames.setFilter('stream:stdout')
  const steps: number[] = []
  for (const by of [1, 1, 1, 1, -1, -10]) {
    frames.move(by)
    steps.push(frames.selected)
  }
  expect(steps).toEqual([0, 2, 3, 3, 2, 0])
})

test('a selection that the filter hides goes on from its place', () => {
  const { frames } = stage(ROWS)
  frames.selected = 1
  frames.setFilter('stream:stdout')
  expect(frames.contains(1)).toBe(false)
  frames.move(1)
  expect(frames.selected).toBe(2)
})

test('goes to the first violation, to findings, and to the other half of an exchange', () => {
  const { frames } = stage(ROWS, { firstViolation: FIRST, issues: [FIRST] })
  frames.setFilter('stream:stdin')
  expect(frames.moveToFirst()).toBe(true)
  expect([frames.selected, frames.filterText]).toEqual([0, ''])
  frames.moveToFinding(1)
  expect(frames.selected).toBe(3)
  frames.moveToFinding(-1)
  expect(frames.selected).toBe(0)
  expect(frames.moveToPair()).toBe(false)
  frames.selected = 2
  expect(frames.moveToPair()).toBe(true)
  expect(frames.selected).toBe(1)
})

test('without a violation there is nowhere to go', () => {
  const { frames } = stage(ROWS)
  expect(frames.moveToFirst()).toBe(false)
})

test('rows that come and rows that change are taken in', () => {
  const { frames, recording, listener } = stage(ROWS)
  frames.setFilter('severity:error')
  expect(frames.count).toBe(1)
  const patch = new Uint8Array(16).fill(255)
  patch.set([2, 0, 0, 0], 0)
  patch[14] = 3
  const more = packedBytes([{ no: 4, lane: 'stdout', kind: 'text', severity: 'error' }])
  listener?.update?.({ rows: more.rows, patches: patch, strings: NOTHING, read: 2, total: 2 })
  frames.refresh()
  expect([0, 1, 2].map((at) => frames.rowAt(at))).toEqual([0, 2, 4])
  expect(recording.rows.length).toBe(5)
})

test('a text is looked for in the bytes too', async () => {
  const line = `{"t":1,"k":"stdout","text":"deep down inside\\n"}\n`
  const { frames } = stage([{ ...ROWS[2], fileStart: 0, fileEnd: line.length }], {}, line)
  frames.setFilter('inside')
  expect(frames.count).toBe(0)
  await vi.waitFor(() => expect(frames.count).toBe(1))
  expect(frames.searched).toBe(1)
})

test('a tool is known by its name', async () => {
  const line = `{"t":1,"k":"stdin","text":"${JSON.stringify('{"method":"tools/call","params":{"name":"search"}}').slice(1, -1)}\\n"}\n`
  const size = '{"method":"tools/call","params":{"name":"search"}}'.length
  const { frames } = stage(
    [{ lane: 'stdin', kind: 'request', text: 'tools/call', size, fileStart: 0, fileEnd: line.length }],
    {},
    line,
  )
  frames.setFilter('tool:search')
  await vi.waitFor(() => expect(frames.count).toBe(1))
})

test('what the engine refuses is said, and what came before stays', () => {
  const { recording, listener } = stage(ROWS)
  recording.phase = { kind: 'reading', read: 0, total: 1 }
  listener?.failed?.({ message: 'not a transcript', crashed: false })
  expect(recording.phase).toEqual({ kind: 'failed', message: 'not a transcript', hint: '', crashed: false })
  expect(recording.rows.length).toBe(4)
})
