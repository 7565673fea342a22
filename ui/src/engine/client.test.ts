import { expect, test } from 'vitest'
import { startEngine, type Failure } from './client'
import type { Reply, Request } from './protocol'

/** A worker that keeps what it is told and says what the test makes it say. */
class FakeWorker extends EventTarget {
  readonly heard: Request[] = []
  postMessage(request: Request): void {
    this.heard.push(request)
  }
  terminate(): void {
    this.heard.length = 0
  }
  say(reply: Reply): void {
    this.dispatchEvent(new MessageEvent('message', { data: reply }))
  }
  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }))
  }
}

function start() {
  const worker = new FakeWorker()
  const engine = startEngine({ worker: () => worker as unknown as Worker, module: { url: 'engine.wasm' } })
  return { worker, engine }
}

const info = { version: '1.2.3', build: '1.2.3+0123456789ab', milliseconds: 4 }

test('names its module first, and is ready when the worker says so', async () => {
  const { worker, engine } = start()
  expect(worker.heard).toEqual([{ kind: 'start', module: { url: 'engine.wasm' } }])
  worker.say({ kind: 'ready', info })
  await expect(engine.ready).resolves.toEqual(info)
})

test('says why the engine cannot run', async () => {
  const { worker, engine } = start()
  worker.say({ kind: 'unusable', message: 'no memory' })
  await expect(engine.ready).rejects.toThrow('no memory')
})

test('a worker that does not load fails ready, questions and sessions', async () => {
  const { worker, engine } = start()
  const failures: Failure[] = []
  const session = engine.open({ input: 'transcript' }, { failed: (failure) => failures.push(failure) })
  const question = session.report()
  worker.fail('')
  await expect(engine.ready).rejects.toThrow('could not be loaded')
  await expect(question).rejects.toThrow('could not be loaded')
  expect(failures).toMatchObject([{ crashed: true }])
})

test('each answer reaches the question it belongs to', async () => {
  const { worker, engine } = start()
  const session = engine.open({ input: 'transcript' }, {})
  const first = session.bytes(0, 1)
  const second = session.bytes(1, 2)
  worker.say({ kind: 'answer', ticket: 2, value: new Uint8Array([2]) })
  worker.say({ kind: 'answer', ticket: 1, value: new Uint8Array([1]) })
  await expect(first).resolves.toEqual(new Uint8Array([1]))
  await expect(second).resolves.toEqual(new Uint8Array([2]))
})

test('each session hears of itself alone, and of nothing after close', () => {
  const { worker, engine } = start()
  const read: string[] = []
  const update = (name: string) => ({ update: (u: { read: number }) => read.push(`${name} ${u.read}`) })
  const one = engine.open({ input: 'transcript' }, update('one'))
  engine.open({ input: 'any' }, update('two'))
  const empty = new Uint8Array()
  const say = (session: number, read: number) =>
    worker.say({ kind: 'update', session, update: { rows: empty, patches: empty, strings: empty, read, total: null } })
  say(1, 10)
  say(2, 20)
  one.close()
  say(1, 30)
  expect(read).toEqual(['one 10', 'two 20'])
})

test('closing rejects what is still asked, and what is asked later', async () => {
  const { engine } = start()
  const session = engine.open({ input: 'transcript' }, {})
  const question = session.report()
  session.close()
  await expect(question).rejects.toThrow('closed')
  await expect(session.report()).rejects.toThrow('closed')
})
