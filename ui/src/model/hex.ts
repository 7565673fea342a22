// Bytes as rows of a hex dump, sixteen a row, each byte beside its character.
// hexRow makes one row, so that a view makes only those it shows.

export const HEX_WIDTH = 16

export interface HexCell {
  /** Byte offset in the frame, from 0. */
  at: number
  hex: string
  /** One character: the byte's own when it is printable ASCII, else a middle dot. */
  char: string
}

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))

/** How many rows a dump of so many bytes has. */
export function hexRows(size: number): number {
  return Math.ceil(size / HEX_WIDTH)
}

/** The cells of one row. */
export function hexRow(bytes: Uint8Array, row: number): HexCell[] {
  const from = row * HEX_WIDTH
  return Array.from(bytes.subarray(from, from + HEX_WIDTH), (byte, i) => ({
    at: from + i,
    hex: HEX[byte] ?? '',
    char: byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte === 0x20 ? ' ' : '·',
  }))
}

/** An offset as eight hexadecimal digits. */
export function hexOffset(at: number): string {
  return at.toString(16).padStart(8, '0')
}
