import { expect, test } from 'vitest'
import { decodeChanges } from './changes'

test('what the server says is read', () => {
  const said = {
    same: false,
    findings: [{ code: 'x', severity: 'error', before: 0, after: 2 }],
    inBoth: 3,
    capabilities: { added: ['tools'], removed: [] },
    tools: [{ name: 'a', change: 'changed', values: [{ path: '/x', before: '1', after: '' }] }],
    toolsSame: 2,
    results: [{ method: 'tools/call', asked: 'q=1;', change: 'now an error', paths: [] }],
    latencies: [{ method: 'ping', before: null, after: { count: 2, median: 5 } }],
    rows: [1, 1, -1, 2],
  }
  expect(decodeChanges(said)).toEqual({
    same: false,
    findings: [{ code: 'x', severity: 'error', message: '', before: 0, after: 2 }],
    inBoth: 3,
    capabilities: { added: ['tools'], removed: [] },
    tools: said.tools,
    toolsSame: 2,
    results: said.results,
    latencies: said.latencies,
    frames: { a: Int32Array.of(1, -1), b: Int32Array.of(1, 2) },
  })
})

test('anything else is nothing', () => {
  expect(decodeChanges('no')).toMatchObject({ same: false, tools: [], frames: { a: new Int32Array() } })
})
