// @vitest-environment node
import { expect, test } from 'vitest'
import { blockSize } from './guest'
import { plain } from './unpack'

/** A file whose stream fills no memory of others, as in some browsers. */
class OldBlob extends Blob {
  override stream() {
    const whole = new Uint8Array(2 * blockSize + 5).map((_, i) => i % 251)
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(out) {
        for (let at = 0; at < whole.length; at += 100_000) out.enqueue(whole.slice(at, at + 100_000))
        out.close()
      },
    })
  }
}

test.each([
  ['into memory of ours', Blob],
  ['where the browser cannot', OldBlob],
])('a file comes block by block, %s', async (_, kind) => {
  const whole = new Uint8Array(2 * blockSize + 5).map((_, i) => i % 251)
  const got = new Uint8Array(whole.length)
  let end = 0
  for await (const { bytes, at } of plain(new kind([whole]))) {
    expect(at).toBe(end + bytes.length)
    got.set(bytes, end)
    end = at
  }
  expect(end).toBe(whole.length)
  expect(Buffer.compare(got, whole)).toBe(0)
})

test('a file without a byte has no block', async () => {
  const blocks = []
  for await (const block of plain(new Blob())) blocks.push(block)
  expect(blocks).toEqual([])
})

test('whoever has enough may stop', async () => {
  const file = new Blob([new Uint8Array(3 * blockSize)])
  for await (const { at } of plain(file)) {
    expect(at).toBe(blockSize)
    break
  }
})
