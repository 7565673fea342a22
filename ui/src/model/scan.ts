// The rows that pass a filter, found in steps so that no step holds up the screen,
// and kept as one sorted list. Start with Scan: step() until done, and again when
// rows have come or changed.

import type { Test } from './match'

/** How many rows are tested between two looks at the clock. */
const BATCH = 4096

export class Scan {
  /** Rows that pass, ascending; the first `count` entries. */
  private found = new Uint32Array(1024)
  count = 0
  /** Rows tested so far. */
  tested = 0

  constructor(private readonly test: Test) {}

  /** Tests rows up to `length` until the time is over; true when all are tested. */
  step(length: number, timeIsOver: () => boolean): boolean {
    while (this.tested < length) {
      const end = Math.min(length, this.tested + BATCH)
      for (let row = this.tested; row < end; row++) if (this.test(row)) this.push(row)
      this.tested = end
      if (timeIsOver()) break
    }
    return this.tested >= length
  }

  /** Forgets what was found: all rows are to be tested again. */
  restart(): void {
    this.count = 0
    this.tested = 0
  }

  /** Tests one row again that has changed. */
  again(row: number): void {
    if (row >= this.tested) return
    const at = this.lowerBound(row)
    const was = at < this.count && this.found[at] === row
    const is = this.test(row)
    if (was === is) return
    if (is) {
      this.push(0)
      this.found.copyWithin(at + 1, at, this.count - 1)
      this.found[at] = row
    } else {
      this.found.copyWithin(at, at + 1, this.count)
      this.count--
    }
  }

  /** The row at a position of the list. */
  rowAt(position: number): number {
    return position < this.count ? (this.found[position] ?? -1) : -1
  }

  /** Position of a row; of the next one that passes when it does not pass itself. */
  lowerBound(row: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.found[middle] ?? 0) < row) low = middle + 1
      else high = middle
    }
    return low
  }

  private push(row: number): void {
    if (this.count === this.found.length) {
      const grown = new Uint32Array(this.count * 2)
      grown.set(this.found)
      this.found = grown
    }
    this.found[this.count++] = row
  }
}
