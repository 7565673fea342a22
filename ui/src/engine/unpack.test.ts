// @vitest-environment node
import { expect, test } from 'vitest'
import { plain } from './unpack'

test('a file comes whole, piece by piece', async () => {
  const whole = new Uint8Array(2 ** 21 + 5).map((_, i) => i % 251)
  const got = new Uint8Array(whole.length)
  let end = 0
  for await (const { bytes, at } of plain(new Blob([whole]))) {
    expect(at).toBe(end + bytes.length)
    got.set(bytes, end)
    end = at
  }
  expect(end).toBe(whole.length)
  expect(Buffer.compare(got, whole)).toBe(0)
})

test('a file without a byte has no piece', async () => {
  const pieces = []
  for await (const piece of plain(new Blob())) pieces.push(piece)
  expect(pieces).toEqual([])
})

test('whoever has enough may stop', async () => {
  const file = new Blob([new Uint8Array(2 ** 22)])
  for await (const { at } of plain(file)) {
    expect(at).toBeLessThan(file.size)
    break
  }
})
