import { expect, test } from 'vitest'
import { deepNeedle, searchPiece, type Seams } from './deepsearch'
import { packed, type PlainRow } from './testrows'

/** A transcript of chunks, and the rows that the engine would make of it. */
function recorded(chunks: { lane: 'stdin' | 'stdout' | 'stderr'; data: string; b64?: boolean }[]) {
  const encoder = new TextEncoder()
  let file = '{"stdioscope":1}\n'
  const open = new Map<string, { start: number; text: string }>()
  const plain: PlainRow[] = []
  const texts: string[] = []
  for (const { lane, data, b64 } of chunks) {
    const start = encoder.encode(file).length
    const value = b64 === true ? `"b64":${JSON.stringify(btoa(data))}` : `"text":${JSON.stringify(data)}`
    file += `{"t":1,"k":"${lane}",${value}}\n`
    const end = encoder.encode(file).length
    let rest = data
    for (let at = rest.indexOf('\n'); at >= 0; at = rest.indexOf('\n')) {
      const begun = open.get(lane) ?? { start, text: '' }
      plain.push({ lane, fileStart: begun.start, fileEnd: end })
      texts.push(begun.text + rest.slice(0, at))
      open.delete(lane)
      rest = rest.slice(at + 1)
    }
    if (rest !== '')
      open.set(lane, { start: open.get(lane)?.start ?? start, text: (open.get(lane)?.text ?? '') + rest })
  }
  return { piece: encoder.encode(file), rows: packed(plain).rows, texts }
}

const CHUNKS: Parameters<typeof recorded>[0] = [
  { lane: 'stdin', data: '{"method":"tools/call","q":"Rain"}\n' },
  { lane: 'stdout', data: 'rain one\nnothing\nrain three and rain again\nbegun ' },
  { lane: 'stderr', data: 'say \\n rain\n' },
  { lane: 'stdout', data: 'with rain\nlast\n' },
  { lane: 'stdout', data: 'umlaut \u00e9 rain\nclean\n', b64: true },
]

test.each([
  {
    text: 'rain',
    want: [
      '{"method":"tools/call","q":"Rain"}',
      'rain one',
      'rain three and rain again',
      'say \\n rain',
      'begun with rain',
      'umlaut \u00e9 rain',
    ],
  },
  { text: '"q":"rain"', want: ['{"method":"tools/call","q":"Rain"}'] },
  { text: 'nothing', want: ['nothing'] },
  { text: '\\n', want: ['say \\n rain'] },
  { text: 'last', want: ['last'] },
  { text: 'stdout', want: [] },
  { text: 'stdioscope', want: [] },
  { text: 'clean', want: ['clean'] },
  { text: 'nlast', want: [] },
  { text: 'begun with', want: ['begun with rain'] },
  { text: 'again with', want: [] },
  { text: 'rainumlaut', want: [] },
])('finds the frames that hold "$text"', ({ text, want }) => {
  const { piece, rows, texts } = recorded(CHUNKS)
  const found = new Set<number>()
  expect(searchPiece(piece, 0, rows, [deepNeedle(text)], new Map(), (_, row) => found.add(row))).toBe(piece.length)
  expect([...found].sort((a, b) => a - b).map((row) => texts[row])).toEqual(
    want.slice().sort((a, b) => texts.indexOf(a) - texts.indexOf(b)),
  )
})

test('pieces of any size find the same', () => {
  const { piece, rows } = recorded(CHUNKS)
  for (const size of [90, 150, 4000]) {
    const found = new Set<number>()
    const seams: Seams = new Map()
    let at = 0
    let want = size
    while (at < piece.length) {
      const searched = searchPiece(piece.subarray(at, at + want), at, rows, [deepNeedle('rain')], seams, (_, row) =>
        found.add(row),
      )
      at += searched
      want = searched === 0 ? want * 2 : size
    }
    expect([...found].length).toBe(6)
  }
})

test('a half line at the end is left for the next piece', () => {
  const { piece, rows } = recorded(CHUNKS)
  const cut = piece.subarray(0, piece.length - 5)
  expect(searchPiece(cut, 0, rows, [deepNeedle('x')], new Map(), () => undefined)).toBe(cut.lastIndexOf(0x0a) + 1)
})

test('a text is found however its frame was cut', () => {
  const { piece, rows, texts } = recorded(
    ['half', ' a fr', 'ame', ' and', ' the rest\nha', 'lf\n'].map((data, i) => ({
      lane: 'stdout',
      data,
      b64: i === 2,
    })),
  )
  for (const [text, want] of [
    ['half a frame', ['half a frame and the rest']],
    ['F A FRAME AND T', ['half a frame and the rest']],
    ['restha', []],
    ['half', ['half a frame and the rest', 'half']],
    ['half and', []],
  ] as const) {
    const found = new Set<number>()
    searchPiece(piece, 0, rows, [deepNeedle(text)], new Map(), (_, row) => found.add(row))
    expect([...found].sort((a, b) => a - b).map((row) => texts[row])).toEqual(want)
  }
})

test('a newline that is text, not a newline, ends no frame', () => {
  const { piece, rows, texts } = recorded([
    { lane: 'stdout', data: 'ends in a backslash\\n' },
    { lane: 'stdout', data: 'ext\n' },
  ])
  const found = new Set<number>()
  searchPiece(piece, 0, rows, [deepNeedle('\\next')], new Map(), (_, row) => found.add(row))
  expect([...found].map((row) => texts[row])).toEqual(['ends in a backslash\\next'])
})
