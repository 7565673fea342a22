// Server text made harmless and visible: control characters, bidirectional
// overrides and other characters without a shape are shown by name, never obeyed.
// Start with visible() for one string, pieces() for a view that styles them apart.

export interface Piece {
  text: string
  /** true: a stand-in for a character that would not show. */
  mark: boolean
  /** What the stand-in stands for, for a tooltip and a screen reader. */
  name: string
}

const NAMES: Readonly<Record<number, string>> = {
  0x00: 'NUL',
  0x07: 'BEL',
  0x08: 'backspace',
  0x09: 'tab',
  0x0a: 'newline',
  0x0b: 'vertical tab',
  0x0c: 'form feed',
  0x0d: 'carriage return',
  0x1b: 'escape',
  0x7f: 'delete',
  0x85: 'next line',
  0xa0: 'no-break space',
  0xad: 'soft hyphen',
  0x61c: 'Arabic letter mark',
  0x200b: 'zero width space',
  0x200c: 'zero width non-joiner',
  0x200d: 'zero width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'pop directional formatting',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2060: 'word joiner',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'pop directional isolate',
  0xfeff: 'byte order mark',
  0xfffd: 'replacement character',
}

/** Characters that must not reach the page as they are. */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffd]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu

/** The sign that stands for a hidden character. */
export function stand(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** The name of a hidden character. */
export function nameOf(code: number): string {
  return NAMES[code] ?? (code < 0x20 || (code >= 0x7f && code < 0xa0) ? 'control character' : 'invisible character')
}

/** The string with every hidden character replaced by its sign. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (c) => stand(c.codePointAt(0) ?? 0))
}

/** The string cut where hidden characters stand. Joined, the texts are visible(text). */
export function pieces(text: string): Piece[] {
  const out: Piece[] = []
  let from = 0
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) out.push({ text: text.slice(from, match.index), mark: false, name: '' })
    const code = match[0].codePointAt(0) ?? 0
    out.push({
      text: stand(code),
      mark: true,
      name: `${nameOf(code)}, U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
    })
    from = match.index + match[0].length
  }
  if (from < text.length) out.push({ text: text.slice(from), mark: false, name: '' })
  return out
}
