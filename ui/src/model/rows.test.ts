import { expect, test } from 'vitest'
import { PATCH_BYTES, ROW_BYTES, RowStore } from './rows'
import { packed } from './testrows'

test('columns come back as they were packed', () => {
  const { rows, strings } = packed([
    {
      no: 7,
      run: 2,
      lane: 'stderr',
      kind: 'stderr',
      layer: 3,
      failed: 2,
      severity: 'warning',
      flags: 9,
      size: 123456,
      t: 5_000_000_000,
      offset: 2 ** 40 + 3,
      fileStart: 2 ** 33,
      fileEnd: 2 ** 33 + 99,
      pair: 41,
      text: 'hello',
      id: '"x"',
      latency: 1234,
      skip: 17,
      logLine: 88,
    },
  ])
  expect({
    no: rows.no(0),
    run: rows.run(0),
    lane: rows.lane(0),
    kind: rows.kind(0),
    layer: rows.layer(0),
    failed: rows.failed(0),
    severity: rows.severity(0),
    flags: rows.flags(0),
    size: rows.size(0),
    t: rows.time(0),
    offset: rows.offset(0),
    fileStart: rows.fileStart(0),
    fileEnd: rows.fileEnd(0),
    pair: rows.pair(0),
    text: strings.get(rows.text(0)),
    id: strings.get(rows.id(0)),
    latency: rows.latency(0),
    skip: rows.skip(0),
    logLine: rows.logLine(0),
  }).toEqual({
    no: 7,
    run: 2,
    lane: 2,
    kind: 7,
    layer: 3,
    failed: 2,
    severity: 2,
    flags: 9,
    size: 123456,
    t: 5_000_000_000,
    offset: 2 ** 40 + 3,
    fileStart: 2 ** 33,
    fileEnd: 2 ** 33 + 99,
    pair: 41,
    text: 'hello',
    id: '"x"',
    latency: 1234,
    skip: 17,
    logLine: 88,
  })
})

test('a time before the start is negative', () => {
  const { rows } = packed([{ t: -1500 }])
  expect(rows.time(0)).toBe(-1500)
})

test('rows in many batches stand across chunks', () => {
  const store = new RowStore()
  const batch = new Uint8Array(ROW_BYTES * 10_000)
  const view = new DataView(batch.buffer)
  for (let turn = 0; turn < 10; turn++) {
    for (let i = 0; i < 10_000; i++) view.setUint32(i * ROW_BYTES, turn * 10_000 + i, true)
    store.append(batch)
  }
  expect(store.length).toBe(100_000)
  for (const row of [0, 32_767, 32_768, 65_535, 65_536, 99_999]) expect(store.no(row)).toBe(row)
  expect(() => store.no(200_000)).toThrow(RangeError)
})

test('a patch changes what it names and nothing else', () => {
  const { rows } = packed([{ layer: 5, severity: 'none', flags: 8 }, {}])
  const patch = new Uint8Array(PATCH_BYTES * 2)
  const view = new DataView(patch.buffer)
  view.setUint32(0, 0, true)
  view.setUint32(4, 2, true)
  view.setUint32(8, 0xffffffff, true)
  patch.set([255, 2, 3, 255], 12)
  view.setUint32(16, 99, true) // a row that does not exist
  const touched: number[] = []
  rows.patch(patch, (row) => touched.push(row))
  expect(touched).toEqual([0])
  expect(rows.marked).toEqual([0])
  expect([rows.pair(0), rows.latency(0), rows.layer(0), rows.failed(0), rows.severity(0), rows.flags(0)]).toEqual([
    1, 0xffffffff, 5, 2, 3, 8,
  ])
})
