import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from './sha256'

test.each([0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 1000, 65_537])(
  '%d bytes have the digest that they have elsewhere',
  (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 131 + 7) & 0xff)
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  },
)
