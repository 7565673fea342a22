// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { fromBase64url, pack, toBase64url, unpack } from './pack'
import { packRecording, unpackRecording } from './packed'
import { rootOf, shareOf } from './place'
import { previewOf } from './preview'
import { decodeKept, decodeMasks, kindWords } from './shares'
import { fillViewer, readParts } from './single'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (value: Uint8Array) => new TextDecoder().decode(value)

test.each([
  ['http://127.0.0.1:7437/', undefined, 'http://127.0.0.1:7437/'],
  ['http://127.0.0.1:7437/?token=x#/runs', undefined, 'http://127.0.0.1:7437/'],
  ['https://scope.example.com/r/Ab_-9#frame=stdout:12', 'Ab_-9', 'https://scope.example.com/'],
  ['https://example.com/tools/scope/index.html#/r/x', undefined, 'https://example.com/tools/scope/'],
  ['https://example.com/r/', undefined, 'https://example.com/r/'],
  ['https://example.com/r/a/b', undefined, 'https://example.com/r/a/'],
  ['file:///home/me/report.html', undefined, 'file:///home/me/'],
])('%s shows share %s of the page at %s', (href, share, root) => {
  expect(shareOf(href)).toBe(share)
  expect(rootOf(href)).toBe(root)
})

describe('packing', () => {
  test('comes back as it was', async () => {
    for (const source of ['', 'é\n'.repeat(100_000)]) {
      const packed = toBase64url(await pack(bytes(source), 'deflate-raw'))
      expect(packed).toMatch(/^[\w-]*$/)
      expect(text(await unpack(fromBase64url(packed), 'deflate-raw', 1e6))).toBe(source)
    }
  })

  test('a bomb ends at the bound', async () => {
    const bomb = await pack(new Uint8Array(1e6), 'gzip')
    await expect(unpack(bomb, 'gzip', 1e5)).rejects.toThrow('more than 100000 bytes')
  })

  test('a damaged link says so', async () => {
    const packed = await packRecording(bytes('transcript\n'.repeat(50)), bytes('report'), '1.0.0')
    expect(packed.digest).toHaveLength(43)
    expect(text(await unpackRecording(packed))).toBe('transcript\n'.repeat(50))
    for (const z of [packed.z.slice(0, -4), `${packed.z.slice(0, 5)}!`, 'AAAA']) {
      await expect(unpackRecording({ ...packed, z })).rejects.toThrow('The link is damaged')
    }
  })
})

describe('the page that is one file', () => {
  const parts = {
    transcript: bytes('$& </script>'),
    report: bytes('{}'),
    rules: bytes('[]'),
    facts: bytes('{"name":"x"}'),
  }

  test('holds what was put into it, whatever it is', async () => {
    const page = await fillViewer('<body><!--recording--><p>$1</p>', parts)
    expect(page).not.toContain('</script></script>')
    expect(page.endsWith('<p>$1</p>')).toBe(true)
    const element = (id: string) => {
      const found = new RegExp(`<script type="application/gzip" id="${id}">([^<]*)</script>`).exec(page)
      return found === null ? null : ({ textContent: found[1] } as HTMLElement)
    }
    const read = await readParts({ getElementById: element })
    expect(read && text(read.transcript)).toBe('$& </script>')
    expect(read && text(read.facts)).toBe('{"name":"x"}')
  })

  test('holds nothing before that, and what is no viewer is refused', async () => {
    expect(await readParts({ getElementById: () => null })).toBeUndefined()
    await expect(fillViewer('<body>', parts)).rejects.toThrow('no viewer')
  })
})

test('masks are read, and a place is named by its frame or its field', () => {
  const masks = decodeMasks(
    JSON.stringify({
      count: 3,
      bytes: 20,
      kinds: [{ kind: 'token', count: 2 }],
      places: [
        { kind: '', field: 'cwd', lead: '/home/', before: 'ann', after: 'xxx' },
        { kind: 'token', run: 2, stream: 'stdout', frame: 3, before: 'abc', after: 'xxx' },
      ],
      changes: [{ change: 'gone', code: 'c', severity: 'error', address: 'stdout:1' }],
    }),
  )
  expect(masks.places.map((each) => each.where)).toEqual(['folder', '2/stdout:3'])
  expect(masks.changes).toEqual([{ change: 'gone', code: 'c', severity: 'error', address: 'stdout:1' }])
  expect(decodeMasks('nonsense')).toEqual({ count: 0, bytes: 0, kinds: [], places: [], changes: [] })
  expect(kindWords('token', 1)).toBe('key or token')
  expect(kindWords('of a newer engine', 2)).toBe('of a newer engine')
})

test('kept shares that are damaged are left out', () => {
  const good = { id: 'a', url: 'u', name: '', expires: '', deletionToken: 't', reach: 'machine', to: '' }
  expect(decodeKept(JSON.stringify([good, { id: 'b' }, 7]))).toEqual([good])
  expect(decodeKept('{')).toEqual([])
})

test('a preview shows the pipes line by line, and the rest as it is sent', () => {
  const { lines, more } = previewOf(
    '{"stdioscope":1}\n{"t":1,"k":"stdout","text":"a\\n\\nb"}\n{"t":2,"k":"stderr","b64":"w6k="}\n{"t":3,"k":"end"}\n',
  )
  expect(lines).toEqual([
    { pipe: '', text: '{"stdioscope":1}' },
    { pipe: 'out', text: 'a' },
    { pipe: 'out', text: '' },
    { pipe: 'out', text: 'b' },
    { pipe: 'err', text: 'é' },
    { pipe: '', text: '{"t":3,"k":"end"}' },
  ])
  expect(more).toBe(false)
  expect(previewOf('{}\n'.repeat(5000)).more).toBe(true)
  expect(previewOf('x'.repeat(5000)).lines[0]?.text).toMatch(/x… and 1000 characters more$/)
})
