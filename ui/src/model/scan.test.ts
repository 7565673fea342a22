import { expect, test } from 'vitest'
import { Scan } from './scan'

const all = (scan: Scan) => Array.from({ length: scan.count }, (_, i) => scan.rowAt(i))

test('finds all rows, in steps', () => {
  const scan = new Scan((row) => row % 1000 === 0)
  let steps = 1
  while (!scan.step(10_000, () => true)) steps++
  expect(steps).toBeGreaterThan(1)
  expect(all(scan)).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000])
})

test('a row that changed comes in and goes out', () => {
  const passing = new Set([2, 5, 9])
  const scan = new Scan((row) => passing.has(row))
  scan.step(10, () => false)
  passing.add(3)
  scan.again(3)
  expect(all(scan)).toEqual([2, 3, 5, 9])
  passing.delete(2)
  scan.again(2)
  scan.again(5)
  scan.again(77) // not tested yet: it will be
  expect(all(scan)).toEqual([3, 5, 9])
})

test('gives the place of a row and of those that are not in it', () => {
  const scan = new Scan((row) => row % 2 === 0)
  scan.step(10, () => false)
  expect([0, 3, 4, 8, 99].map((row) => scan.lowerBound(row))).toEqual([0, 2, 2, 4, 5])
  expect([scan.rowAt(5), scan.rowAt(2)]).toEqual([-1, 4])
})
