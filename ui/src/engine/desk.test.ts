// @vitest-environment node
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Desk } from './desk'
import { moduleBytes } from './module.testing'
import type { Outcome, Question, Reply, Request, Update } from './protocol'
import { isTranscript } from './unpack'

const header = '{"stdioscope":1,"source":{"format":"launch"}}\n'
const transcript =
  header +
  '{"t":1,"k":"spawn","pid":7}\n' +
  '{"t":2,"k":"stdin","text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"ping\\"}\\n"}\n' +
  '{"t":3,"k":"stdout","text":"server starting\\n"}\n' +
  '{"t":4,"k":"end"}\n'

/** A desk whose replies can be waited for. */
class Office {
  readonly replies: Reply[] = []
  readonly #waiting: (() => void)[] = []
  readonly #desk = new Desk((reply) => {
    this.replies.push(reply)
    for (const wake of this.#waiting.splice(0)) wake()
  })
  #ticket = 0

  say(request: Request): void {
    this.#desk.handle(request)
  }

  async hear<K extends Reply['kind']>(kind: K, match: (reply: Reply & { kind: K }) => boolean = () => true) {
    for (;;) {
      const found = this.replies.find(
        (reply): reply is Reply & { kind: K } => reply.kind === kind && match(reply as never),
      )
      if (found !== undefined) return found
      await new Promise<void>((wake) => this.#waiting.push(wake))
    }
  }

  async ask(session: number, question: Question) {
    const ticket = ++this.#ticket
    this.say({ kind: 'ask', session, ticket, question })
    const settled = (reply: { ticket: number }) => reply.ticket === ticket
    return Promise.race([this.hear('answer', settled), this.hear('refusal', settled)])
  }

  updates(session: number): Update[] {
    return this.replies.flatMap((r) => (r.kind === 'update' && r.session === session ? [r.update] : []))
  }
}

function started(): Office {
  const office = new Office()
  office.say({ kind: 'start', module: { bytes: moduleBytes() } })
  return office
}

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (value: Uint8Array<ArrayBuffer> | Blob) => new TextDecoder().decode(value as Uint8Array)

const pasted = 'server starting\n' + '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'.repeat(3000)

/** An archive as archivers write it; method 8 deflates, 0 does not. */
function zip(files: Record<string, string>, method: 0 | 8 = 8): Uint8Array<ArrayBuffer> {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const data = method === 8 ? deflateRawSync(content) : Buffer.from(content)
    // What the file's own header and the directory's say alike: method, checksum, sizes and the name's length.
    const facts = (header: Buffer, at: number) => {
      header.writeUInt16LE(20, at)
      header.writeUInt16LE(method, at + 4)
      header.writeUInt32LE(crc32(content), at + 10)
      header.writeUInt32LE(data.length, at + 14)
      header.writeUInt32LE(Buffer.byteLength(content), at + 18)
      header.writeUInt16LE(name.length, at + 22)
    }
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    facts(head, 4)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    facts(entry, 6)
    entry.writeUInt32LE(offset, 42)
    local.push(head, Buffer.from(name), data)
    central.push(entry, Buffer.from(name))
    offset += head.length + name.length + data.length
  }
  const size = central.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(local.length / 3, 8)
  end.writeUInt16LE(local.length / 3, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...local, ...central, end]))
}

/** Feeds text in chunks of size and gives what comes of it. */
async function feed(office: Office, session: number, whole: string, size: number): Promise<Outcome> {
  office.say({ kind: 'open', session, input: 'transcript' })
  const all = bytes(whole)
  for (let at = 0; at < all.length; at += size) {
    office.say({ kind: 'feed', session, chunk: all.slice(at, at + size) })
  }
  office.say({ kind: 'finish', session })
  return (await office.hear('done', (reply) => reply.session === session)).outcome
}

const joined = (parts: Uint8Array[]) => Buffer.concat(parts).toString('hex')

describe('a desk without a module', () => {
  test('says why the engine cannot run', async () => {
    const office = new Office()
    office.say({ kind: 'start', module: { bytes: bytes('no module') } })
    expect((await office.hear('unusable')).message).toMatch(/magic/)
  })
})

describe('a desk with the real module', () => {
  test('is ready and names the version', async () => {
    const { info } = await started().hear('ready')
    expect(info.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(info.build).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/)
  })

  test('gives the same report and index for any chunks, fed or read from a blob', async () => {
    const office = started()
    office.say({ kind: 'open', session: 1, input: 'transcript', blob: new Blob([transcript]) })
    const whole = (await office.hear('done')).outcome.report
    const index = joined(office.updates(1).map((update) => update.rows))
    expect(JSON.parse(text(whole))).toMatchObject({ schemaVersion: 1 })

    for (const [i, size] of [1, 7, 1000].entries()) {
      const session = i + 2
      const outcome = await feed(office, session, transcript, size)
      expect(text(outcome.report)).toBe(text(whole))
      expect(joined(office.updates(session).map((update) => update.rows))).toBe(index)
    }
  })

  test('tells how far it has read', async () => {
    const office = started()
    office.say({ kind: 'open', session: 1, input: 'transcript', blob: new Blob([transcript]) })
    await office.hear('done')
    expect(office.updates(1).at(-1)).toMatchObject({ read: transcript.length, total: transcript.length })
  })

  test('answers for a frame with the bytes of the transcript, fed or read', async () => {
    const office = started()
    await feed(office, 1, transcript, 10)
    office.say({ kind: 'open', session: 2, input: 'transcript', blob: new Blob([transcript]) })
    for (const session of [1, 2]) {
      const answer = await office.ask(session, { kind: 'bytes', start: header.length, end: header.length + 5 })
      expect(answer.kind === 'answer' && text(answer.value)).toBe('{"t":')
    }
  })

  test('reports in the middle of what it is fed', async () => {
    const office = started()
    office.say({ kind: 'open', session: 1, input: 'transcript' })
    office.say({ kind: 'feed', session: 1, chunk: bytes(transcript.slice(0, 100)) })
    const answer = await office.ask(1, { kind: 'report' })
    expect(answer.kind === 'answer' && JSON.parse(text(answer.value))).toMatchObject({ schemaVersion: 1 })
  })

  test('refuses what is no transcript, and keeps the other sessions', async () => {
    const office = started()
    office.say({ kind: 'open', session: 1, input: 'transcript', blob: new Blob(['not a transcript\n']) })
    expect((await office.hear('failed')).failure.crashed).toBe(false)
    await expect(feed(office, 2, transcript, 50)).resolves.toBeDefined()
  })

  test('turns any pasted bytes into a transcript and judges that', async () => {
    const office = started()
    office.say({
      kind: 'open',
      session: 1,
      input: 'any',
      blob: new Blob(['server starting\n{"jsonrpc":"2.0","id":1}\n']),
    })
    const { outcome } = await office.hear('done')
    expect(outcome.sessions).not.toBeNull()
    const made = await office.ask(1, { kind: 'transcript' })
    const kept = made.kind === 'answer' && made.value instanceof Blob ? await made.value.text() : ''
    expect(text((await feed(office, 2, kept, 64)).report)).toBe(text(outcome.report))
  })

  test('takes a dropped transcript as it is, and gives it back', async () => {
    const office = started()
    office.say({ kind: 'open', session: 1, input: 'any', blob: new Blob([transcript]) })
    const { outcome } = await office.hear('done')
    expect(text(outcome.report)).toBe(text((await feed(office, 2, transcript, 64)).report))
    const kept = await office.ask(1, { kind: 'transcript' })
    expect(kept.kind === 'answer' && kept.value instanceof Blob && (await kept.value.text())).toBe(transcript)
    // Told to be something else, or half a header: that is for intake to say.
    office.say({ kind: 'open', session: 3, input: 'any', blob: new Blob([transcript]), as: 'raw' })
    const raw = (await office.hear('done', (reply) => reply.session === 3)).outcome
    expect(JSON.parse(text(raw.report))).toMatchObject({ source: { format: 'raw' } })
    expect(raw.sessions).not.toBeNull()
    expect(await isTranscript(new Blob(['{"stdioscope":1,']))).toBe(false)
    expect(await isTranscript(new Blob(['{"jsonrpc":"2.0","id":1,"result":{"stdioscope":1}}\n']))).toBe(false)
  })

  test.each([
    ['gzip', () => gzipSync(pasted)],
    [
      'a zip archive',
      () => zip({ 'logs/': '', 'logs/stdout.txt': pasted, '__MACOSX/._stdout.txt': 'x', '.DS_Store': 'x' }),
    ],
    ['a zip archive that packs nothing', () => zip({ 'stdout.txt': pasted }, 0)],
  ])('unpacks %s', async (_name, pack) => {
    const office = started()
    office.say({ kind: 'open', session: 1, input: 'any', blob: new Blob([pasted]) })
    const { outcome } = await office.hear('done')
    const blob = new Blob([pack()])
    office.say({ kind: 'open', session: 2, input: 'any', blob })
    const unpacked = (await office.hear('done', (reply) => reply.session === 2)).outcome
    expect(text(unpacked.report)).toBe(text(outcome.report))
    const reads = office.updates(2).map(({ read }) => read)
    expect(reads).toEqual(reads.toSorted((a, b) => a - b))
    expect(reads.at(-1)).toBeLessThanOrEqual(blob.size)
  })

  test.each([
    ['half a gzip file', () => gzipSync(pasted).subarray(0, 40), 'damaged'],
    ['half an archive', () => zip({ a: pasted }).subarray(0, 60), 'damaged'],
    [
      'an archive of a file that its checksum denies',
      () => zip({ a: pasted }, 0).map((byte, at) => (at === 100 ? byte ^ 1 : byte)),
      'damaged',
    ],
    ['an archive of nothing', () => zip({ 'a/': '' }), 'no file'],
    ['an archive of two files', () => zip({ a: pasted, b: pasted }), 'holds 2 files'],
  ])('refuses %s', async (_name, pack, why) => {
    const office = started()
    office.say({ kind: 'open', session: 1, input: 'any', blob: new Blob([pack()]) })
    const { failure } = await office.hear('failed')
    expect(failure.message).toContain(why)
    expect(failure.crashed).toBe(false)
  })

  test('takes what it does not recognise as stdout when it is told so', async () => {
    const office = started()
    const blob = new Blob(['Server running on stdio!\n'])
    office.say({ kind: 'open', session: 1, input: 'any', blob })
    expect((await office.hear('failed')).failure.crashed).toBe(false)
    office.say({ kind: 'open', session: 2, input: 'any', blob, as: 'raw' })
    const { outcome } = await office.hear('done', (reply) => reply.session === 2)
    expect(JSON.parse(text(outcome.report))).toMatchObject({ firstViolation: { code: 'stdout-non-json' } })
  })

  test('tells which other sessions of a log have a violation, and takes the one that is chosen', async () => {
    const office = started()
    const line = (server: string, text: string) => `2025-09-01T08:00:00.100Z [info] [${server}] ${text}\n`
    const opening =
      'Message from client: {"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}},"jsonrpc":"2.0","id":0}'
    const log =
      line('notes', opening) +
      line('tides', opening) +
      '2025-09-01T08:00:00.420Z [error] [tides] No number after minus sign in JSON at position 1\n' +
      line('wind', opening)
    const blob = new Blob([log])
    office.say({ kind: 'open', session: 1, input: 'any', blob })
    office.say({ kind: 'open', session: 2, input: 'any', blob, choose: 2 })
    office.say({ kind: 'open', session: 4, input: 'any', blob, choose: 4 })
    const told = async (session: number) => {
      const { outcome } = await office.hear('done', (reply) => reply.session === session)
      const { sessions } = JSON.parse(text(outcome.sessions ?? bytes('{}'))) as { sessions: { violation?: boolean }[] }
      const { ok } = JSON.parse(text(outcome.report)) as { ok: boolean }
      return { ok, bad: sessions.map(({ violation }) => violation) }
    }
    expect(await told(1)).toEqual({ ok: true, bad: [undefined, true, undefined] })
    expect(await told(2)).toEqual({ ok: false, bad: [undefined, undefined, undefined] })
    expect((await office.hear('failed')).failure.message).toContain('no such session')
  })

  test('holds no line against a server that the page stopped reading in', async () => {
    const office = started()
    const line = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\n'
    const blob = new Blob([line.repeat(100_000)])
    office.say({ kind: 'open', session: 1, input: 'any', blob })
    await office.hear('update')
    office.say({ kind: 'finish', session: 1 })
    const { outcome } = await office.hear('done')
    expect(office.updates(1).at(-1)?.read).toBeLessThan(blob.size)
    expect(JSON.parse(text(outcome.report))).toMatchObject({ ok: true, source: { interrupted: true } })
  })

  test('stops reading a blob when told to, and judges what it has', async () => {
    const office = started()
    const line = '{"t":5,"k":"stderr","text":"' + 'x'.repeat(1000) + '\\n"}\n'
    const size = header.length + 5000 * line.length
    office.say({ kind: 'open', session: 1, input: 'transcript', blob: new Blob([header, line.repeat(5000)]) })
    await office.hear('update')
    office.say({ kind: 'finish', session: 1 })
    await office.hear('done')
    expect(office.updates(1).at(-1)?.read).toBeLessThan(size)
  })

  test('says nothing more of a closed session', async () => {
    const office = started()
    office.say({ kind: 'open', session: 1, input: 'transcript', blob: new Blob([transcript]) })
    office.say({ kind: 'close', session: 1 })
    expect((await office.ask(1, { kind: 'report' })).kind).toBe('refusal')
    await feed(office, 2, transcript, 50)
    expect(office.replies.filter((reply) => 'session' in reply && reply.session === 1)).toEqual([])
  })
})

describe('masking', () => {
  const secret = 'ghp_ABCDEFGHIJKLMNOPQRSTUV'
  const source = transcript.replace('server starting', `Project X starts with ${secret}`)
  const mask = async (whole: string, options: string) => {
    const office = started()
    office.say({ kind: 'mask', ticket: 7, blob: new Blob([whole]), options })
    return Promise.race([office.hear('masked'), office.hear('refusal')])
  }

  test('gives a copy without the secret, its report and what was masked', async () => {
    const reply = await mask(source, '{"literals":["Project X"],"names":["STARTS"]}')
    if (reply.kind !== 'masked') throw new Error(reply.message)
    const copy = text(reply.masked.transcript)
    expect(copy).not.toContain(secret)
    expect(copy).not.toContain('Project X')
    expect(copy).not.toContain('starts')
    expect(copy).toContain(' with ')
    expect(JSON.parse(text(reply.masked.masks))).toMatchObject({ count: 3, changes: [] })
    expect(text(reply.masked.report)).toBe(text((await feed(started(), 1, copy, 1000)).report))
  })

  test('refuses what is no transcript, and options that are none', async () => {
    expect(await mask('hello\n', '{}')).toMatchObject({ kind: 'refusal', ticket: 7 })
    expect(await mask(source, '[]')).toMatchObject({ kind: 'refusal', message: 'the options are no JSON object' })
  })
})
