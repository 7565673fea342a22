// The small pure modules: addresses, units, visible characters, raw text, hex, ladder, keys.

import { expect, test } from 'vitest'
import { addressOf, formatAddress, parseAddress, rowAt } from './address'
import { cellsOf } from './cells'
import { hexOffset, hexRow, hexRows } from './hex'
import { actionOf, KEYS } from './keys'
import { rungOf } from './ladder'
import { rawLines, rawPieces } from './rawtext'
import { packed } from './testrows'
import { formatAgo, formatCount, formatDuration, formatSize, formatTime, parseDuration, parseSize } from './units'
import { pieces, visible } from './visible'

test.each(['stdout:12', '2/stdout:12', 'stderr:1', 'row:7'])('address %s goes there and back', (text) => {
  const address = parseAddress(text)
  expect(address && formatAddress(address)).toBe(text)
})

test.each(['', 'stdout', 'stdout:0', '0/stdout:1', 'event:1', 'stdout:1x', 'row:'])('"%s" is no address', (text) => {
  expect(parseAddress(text)).toBeUndefined()
})

test('a row has an address and an address its row', () => {
  const { rows } = packed([
    { no: 1, lane: 'stdout' },
    { no: 0, lane: 'event', kind: 'exit' },
    { no: 1, run: 2, lane: 'stdout' },
  ])
  const addresses = [0, 1, 2].map((row) => formatAddress(addressOf(rows, row)))
  expect(addresses).toEqual(['stdout:1', 'row:1', '2/stdout:1'])
  expect(addresses.map((text) => rowAt(rows, parseAddress(text) ?? { kind: 'row', row: -1 }))).toEqual([0, 1, 2])
})

test.each([
  [0, '0 µs'],
  [850, '850 µs'],
  [4200, '4.2 ms'],
  [47_000, '47 ms'],
  [999_400, '999 ms'],
  [999_600, '1.00 s'],
  [1_240_000, '1.24 s'],
  [59_940_000, '59.9 s'],
  [59_960_000, '1 min 00 s'],
  [125_000_000, '2 min 05 s'],
  [3_660_000_000, '1 h 01 min'],
])('%i µs is %s', (us, want) => {
  expect(formatDuration(us)).toBe(want)
})

test.each([
  [17, '17 B'],
  [999, '999 B'],
  [2100, '2.1 kB'],
  [64_000, '64 kB'],
  [999_600, '1.0 MB'],
  [1_500_000, '1.5 MB'],
])('%i bytes are %s', (bytes, want) => {
  expect(formatSize(bytes)).toBe(want)
})

test('counts, times and moments', () => {
  expect(formatCount(1_000_000)).toBe('1\u202f000\u202f000')
  expect(formatTime(40_211)).toBe('0.040')
  expect([formatAgo(0, 5000), formatAgo(0, 61_000), formatAgo(0, 7_200_000)]).toEqual([
    'just now',
    '1 min ago',
    '2 h ago',
  ])
})

test.each([
  ['64k', 64_000],
  ['64KiB', 65_536],
  ['1.5MB', 1_500_000],
  ['200', 200],
  ['x', undefined],
])('size %s', (text, want) => {
  expect(parseSize(text)).toBe(want)
})

test.each([
  ['500ms', 500_000],
  ['2s', 2_000_000],
  ['80us', 80],
  ['1min', 60_000_000],
  ['500', undefined],
])('duration %s', (text, want) => {
  expect(parseDuration(text)).toBe(want)
})

test.each([
  { text: 'plain text, größe 漢字 😀', want: 'plain text, größe 漢字 😀' },
  { text: 'a\u001b[31mred', want: 'a␛[31mred' },
  { text: 'tab\there', want: 'tab␉here' },
  { text: 'x\u202egnp.exe', want: 'x⟨U+202E⟩gnp.exe' },
  { text: '\ufefffirst', want: '⟨U+FEFF⟩first' },
  { text: 'zero\u200bwidth', want: 'zero⟨U+200B⟩width' },
  { text: 'half \ud83d', want: 'half ⟨U+D83D⟩' },
  { text: 'del\u007f c1\u009b', want: 'del␡ c1⟨U+009B⟩' },
])('shows $want', ({ text, want }) => {
  expect(visible(text)).toBe(want)
  expect(
    pieces(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(want)
})

test('a sign says what it stands for', () => {
  expect(pieces('\u202e')).toEqual([{ text: '⟨U+202E⟩', mark: true, name: 'right-to-left override, U+202E' }])
})

test.each([
  { bytes: [0x61, 0xff, 0x62], want: 'a⟨FF⟩b' },
  { bytes: [0xc3, 0xa9], want: 'é' },
  { bytes: [0xc3], want: '⟨C3⟩' },
  { bytes: [0xe2, 0x80, 0xae, 0x78], want: '⟨U+202E⟩x' },
  { bytes: [0xed, 0xa0, 0x80], want: '⟨ED⟩⟨A0⟩⟨80⟩' },
  { bytes: [0xf0, 0x9f, 0x98, 0x80], want: '😀' },
  { bytes: [0xc0, 0x80], want: '⟨C0⟩⟨80⟩' },
  { bytes: [0x00, 0x0d], want: '␀␍' },
])('bytes as text: $want', ({ bytes, want }) => {
  const found = rawPieces(Uint8Array.from(bytes), 0, bytes.length)
  expect(found.map((piece) => piece.text).join('')).toBe(want)
  expect(found.at(-1)?.end).toBe(bytes.length)
})

test('lines break between characters', () => {
  const bytes = new TextEncoder().encode('aaaé'.repeat(3))
  const starts = [...rawLines(bytes, 4)]
  expect(starts[0]).toBe(0)
  for (const start of starts) expect((bytes[start] ?? 0) & 0xc0).not.toBe(0x80)
  expect([...rawLines(new Uint8Array(10).fill(0x80), 4)]).toEqual([0, 4, 8])
  expect([...rawLines(new Uint8Array(), 80)]).toEqual([0])
})

test('hex rows', () => {
  const bytes = new TextEncoder().encode('server starting…')
  expect(hexRows(bytes.length)).toBe(2)
  expect(hexRow(bytes, 1)).toEqual([
    { at: 16, hex: '80', char: '·' },
    { at: 17, hex: 'a6', char: '·' },
  ])
  expect(hexOffset(16)).toBe('00000010')
})

test('a frame that failed at 2 passed 1 and never reached 3', () => {
  expect([1, 2, 3].map((layer) => rungOf(layer, 1, 2, true))).toEqual(['passed', 'failed', 'not-reached'])
  expect([1, 5].map((layer) => rungOf(layer, 5, 0, true))).toEqual(['passed', 'passed'])
})

test('a silence fails its layer and has passed none', () => {
  expect([4, 5].map((layer) => rungOf(layer, 0, 5, false))).toEqual(['no-message', 'failed'])
})

test('every key does what the table says', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false }
  for (const key of KEYS) {
    if (key.keys === 'Ctrl+k') expect(actionOf({ ...none, key: 'k', metaKey: true }, '')).toBe('palette')
    else {
      const [first = '', second] = key.keys.split(' ')
      expect(actionOf({ ...none, key: second ?? first }, second === undefined ? '' : first)).toBe(key.action)
    }
  }
  expect(actionOf({ ...none, key: 'f', ctrlKey: true }, '')).toBeUndefined()
})

test('an event says what was not done in time, not the word of the engine', () => {
  const { rows, strings } = packed(
    ['initialize', 'shutdown', 'terminate'].map((text) => ({ lane: 'event', kind: 'deadline', text }) as const),
  )
  const what = [0, 1, 2].map((row) => cellsOf(rows, strings, row, -1).what)
  expect(what).toEqual([
    'no answer in time: initialize',
    'no exit in time after stdin was closed',
    'no exit in time after SIGTERM',
  ])
})
