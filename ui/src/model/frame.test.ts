import { expect, test } from 'vitest'
import { decodeEvent, frameBytes } from './frame'

const encode = (text: string) => new TextEncoder().encode(text)
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const PIECE = encode(
  [
    '{"t":1,"k":"stdout","text":"one\\ntw"}',
    '{"t":2,"k":"stderr","text":"noise"}',
    '{"t":3,"k":"stdout","b64":"bw=="}',
    '{"t":4,"run":2,"k":"stdout","text":"other run"}',
    '{"t":5,"k":"stdout","text":"\\u00e9!\\nthree\\n"}',
    '',
  ].join('\n'),
)

test.each([
  { skip: 0, size: 3, want: 'one' },
  { skip: 4, size: 6, want: 'twoé!' },
  { skip: 0, size: 0, want: '' },
])('cuts a frame out of chunks: skip $skip, size $size', ({ skip, size, want }) => {
  expect(text(frameBytes(PIECE, { run: 1, lane: 'stdout', skip, size }))).toBe(want)
})

test('bytes of another stream or run take no part', () => {
  expect(text(frameBytes(PIECE, { run: 1, lane: 'stderr', skip: 0, size: 5 }))).toBe('noise')
  expect(text(frameBytes(PIECE, { run: 2, lane: 'stdout', skip: 6, size: 3 }))).toBe('run')
})

test('a frame whose bytes are not all there is as long as it can be', () => {
  expect(frameBytes(PIECE, { run: 1, lane: 'stdout', skip: 0, size: 999 }).length).toBeLessThan(999)
})

test.each(['', 'text', '[]', '{"t":1}', '{"t":1,"k":5}'])('"%s" is no event', (line) => {
  expect(decodeEvent(line)).toBeUndefined()
})
