// A JSON text as a flat tree with byte offsets. Start with parseJson: it reads as
// far as the text is JSON, and says where it stops being JSON. It does not judge
// (the engine does); it draws, so it keeps duplicate members and odd numbers.

export const NODE = { object: 0, array: 1, string: 2, number: 3, boolean: 4, null: 5 } as const

/** Nodes in document order, one entry a node in each column. */
export interface JsonTree {
  count: number
  kind: Uint8Array
  /** Byte range of the value; for an object or array that never closed, up to where reading stopped. */
  start: Uint32Array
  end: Uint32Array
  /** Byte range of the member's name with its quotes; both 0 when the node has none. */
  keyStart: Uint32Array
  keyEnd: Uint32Array
  /** The node that holds this one; the root points to itself. */
  parent: Uint32Array
  /** Number of the first node after this one and all that it holds. */
  next: Uint32Array
  /** How many members or elements it holds. */
  size: Uint32Array
  depth: Uint16Array
  /** Position among its parent's members or elements. */
  position: Uint32Array
  /** Where the text stops being one JSON value; -1 when it is one. */
  errorAt: number
}

const MAX_DEPTH = 1000

/** Reads bytes as one JSON value. Never throws. */
export function parseJson(bytes: Uint8Array): JsonTree {
  const parser = new Parser(bytes)
  return parser.run()
}

class Parser {
  private at = 0
  private count = 0
  private failed = false
  private capacity = 64
  private kind = new Uint8Array(64)
  private columns = newColumns(64)
  private depths = new Uint16Array(64)

  constructor(private readonly bytes: Uint8Array) {}

  run(): JsonTree {
    this.space()
    this.value(0, 0, 0, 0, 0)
    if (!this.failed) this.space()
    if (this.at < this.bytes.length) this.failed = true
    const { columns, count } = this
    return {
      count,
      kind: this.kind.subarray(0, count),
      start: columns.start.subarray(0, count),
      end: columns.end.subarray(0, count),
      keyStart: columns.keyStart.subarray(0, count),
      keyEnd: columns.keyEnd.subarray(0, count),
      parent: columns.parent.subarray(0, count),
      next: columns.next.subarray(0, count),
      size: columns.size.subarray(0, count),
      depth: this.depths.subarray(0, count),
      position: columns.position.subarray(0, count),
      errorAt: this.failed ? this.at : -1,
    }
  }

  private value(parent: number, depth: number, position: number, keyStart: number, keyEnd: number): void {
    const c = this.bytes[this.at]
    const kind = kindOf(c)
    if (kind < 0 || depth > MAX_DEPTH) {
      this.failed = true
      return
    }
    const node = this.add(kind, parent, depth, position, keyStart, keyEnd)
    switch (kind) {
      case NODE.object:
        this.members(node, depth)
        break
      case NODE.array:
        this.elements(node, depth)
        break
      case NODE.string:
        this.string()
        break
      case NODE.number:
        this.number()
        break
      default:
        this.word(c === 0x74 ? TRUE : c === 0x66 ? FALSE : NULL)
    }
    this.columns.end[node] = this.at
    this.columns.next[node] = this.count
  }

  private members(node: number, depth: number): void {
    this.at++
    this.space()
    if (this.take(0x7d)) return
    for (let position = 0; ; position++) {
      const keyStart = this.at
      if (this.bytes[this.at] !== 0x22) return this.stop()
      this.string()
      const keyEnd = this.at
      this.space()
      if (this.failed || !this.take(0x3a)) return this.stop()
      this.space()
      this.value(node, depth + 1, position, keyStart, keyEnd)
      if (this.hasFailed()) return
      this.columns.size[node] = position + 1
      this.space()
      if (this.take(0x7d)) return
      if (!this.take(0x2c)) return this.stop()
      this.space()
    }
  }

  private elements(node: number, depth: number): void {
    this.at++
    this.space()
    if (this.take(0x5d)) return
    for (let position = 0; ; position++) {
      this.value(node, depth + 1, position, 0, 0)
      if (this.failed) return
      this.columns.size[node] = position + 1
      this.space()
      if (this.take(0x5d)) return
      if (!this.take(0x2c)) return this.stop()
      this.space()
    }
  }

  private string(): void {
    const { bytes } = this
    for (let i = this.at + 1; i < bytes.length; i++) {
      const c = bytes[i] ?? 0
      if (c === 0x22) {
        this.at = i + 1
        return
      }
      if (c === 0x5c) i++
      else if (c < 0x20) {
        this.at = i
        return this.stop()
      }
    }
    this.at = bytes.length
    this.stop()
  }

  private number(): void {
    const { bytes } = this
    let i = this.at
    while (i < bytes.length && isNumberByte(bytes[i] ?? 0)) i++
    const text = String.fromCharCode(...bytes.subarray(this.at, Math.min(i, this.at + 400)))
    if (i - this.at <= 400 && !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return this.stop()
    this.at = i
  }

  private word(word: Uint8Array): void {
    for (const c of word) {
      if (this.bytes[this.at] !== c) return this.stop()
      this.at++
    }
  }

  private space(): void {
    for (;;) {
      const c = this.bytes[this.at]
      if (c !== 0x20 && c !== 0x09 && c !== 0x0a && c !== 0x0d) return
      this.at++
    }
  }

  private take(c: number): boolean {
    if (this.bytes[this.at] !== c) return false
    this.at++
    return true
  }

  /** A method, for the compiler believes what it saw of the field a moment ago. */
  private hasFailed(): boolean {
    return this.failed
  }

  private stop(): void {
    this.failed = true
  }

  private add(kind: number, parent: number, depth: number, position: number, keyStart: number, keyEnd: number): number {
    if (this.count === this.capacity) this.grow()
    const node = this.count++
    const { columns } = this
    this.kind[node] = kind
    this.depths[node] = depth
    columns.start[node] = this.at
    columns.parent[node] = parent
    columns.position[node] = position
    columns.keyStart[node] = keyStart
    columns.keyEnd[node] = keyEnd
    return node
  }

  private grow(): void {
    this.capacity *= 2
    const kind = new Uint8Array(this.capacity)
    kind.set(this.kind)
    this.kind = kind
    const depths = new Uint16Array(this.capacity)
    depths.set(this.depths)
    this.depths = depths
    const columns = newColumns(this.capacity)
    for (const name of COLUMN_NAMES) columns[name].set(this.columns[name])
    this.columns = columns
  }
}

const COLUMN_NAMES = ['start', 'end', 'keyStart', 'keyEnd', 'parent', 'next', 'size', 'position'] as const
type Columns = Record<(typeof COLUMN_NAMES)[number], Uint32Array>

function newColumns(n: number): Columns {
  const column = () => new Uint32Array(n)
  return {
    start: column(),
    end: column(),
    keyStart: column(),
    keyEnd: column(),
    parent: column(),
    next: column(),
    size: column(),
    position: column(),
  }
}

const TRUE = new TextEncoder().encode('true')
const FALSE = new TextEncoder().encode('false')
const NULL = new TextEncoder().encode('null')

function kindOf(c: number | undefined): number {
  switch (c) {
    case 0x7b:
      return NODE.object
    case 0x5b:
      return NODE.array
    case 0x22:
      return NODE.string
    case 0x74:
    case 0x66:
      return NODE.boolean
    case 0x6e:
      return NODE.null
    default:
      return c !== undefined && (c === 0x2d || (c >= 0x30 && c <= 0x39)) ? NODE.number : -1
  }
}

function isNumberByte(c: number): boolean {
  return (c >= 0x30 && c <= 0x39) || c === 0x2d || c === 0x2b || c === 0x2e || c === 0x65 || c === 0x45
}

/** The name of a member, decoded; "" for elements and the root. */
export function keyOf(tree: JsonTree, bytes: Uint8Array, node: number): string {
  return decodeString(bytes, tree.keyStart[node] ?? 0, tree.keyEnd[node] ?? 0)
}

/** The JSON string in bytes[from, to), with its quotes, decoded. Bad escapes are left as written. */
export function decodeString(bytes: Uint8Array, from: number, to: number): string {
  if (to - from < 2) return ''
  const raw = new TextDecoder().decode(bytes.subarray(from, to))
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'string' ? value : raw
  } catch {
    return raw.slice(1, raw.endsWith('"') ? -1 : undefined)
  }
}

/** The JSON pointer (RFC 6901) of a node; "" for the root. */
export function pointerOf(tree: JsonTree, bytes: Uint8Array, node: number): string {
  const parts: string[] = []
  for (let n = node; n !== 0; n = tree.parent[n] ?? 0) {
    const key = isMember(tree, n) ? keyOf(tree, bytes, n) : String(tree.position[n] ?? 0)
    parts.push(key.replace(/~/g, '~0').replace(/\//g, '~1'))
  }
  return parts.length === 0 ? '' : `/${parts.reverse().join('/')}`
}

/** Whether the node is a member of an object (and not an element or the root). */
export function isMember(tree: JsonTree, node: number): boolean {
  return (tree.keyEnd[node] ?? 0) > 0
}

/** The innermost node whose name or value covers a byte; -1 when none does. */
export function nodeAtByte(tree: JsonTree, byte: number): number {
  let found = -1
  for (let n = 0; n < tree.count;) {
    const from = isMember(tree, n) ? (tree.keyStart[n] ?? 0) : (tree.start[n] ?? 0)
    if (from <= byte && byte < (tree.end[n] ?? 0)) {
      found = n
      n++
    } else if (found >= 0 && n >= (tree.next[found] ?? 0)) {
      break
    } else {
      n = tree.next[n] ?? n + 1
      if (n === 0) break
    }
  }
  return found
}

/** The nodes that a tree view shows, in order, given which objects and arrays are open. */
export function shownNodes(tree: JsonTree, open: (node: number) => boolean): Int32Array {
  const shown = new Int32Array(tree.count)
  let n = 0
  let count = 0
  while (n < tree.count) {
    shown[count++] = n
    const holds = (tree.size[n] ?? 0) > 0
    n = holds && !open(n) ? Math.max(tree.next[n] ?? 0, n + 1) : n + 1
  }
  return shown.subarray(0, count)
}

/** Nodes whose name or plain value contains the text, without case. */
export function findNodes(tree: JsonTree, bytes: Uint8Array, text: string, limit = 1000): number[] {
  const found: number[] = []
  const needle = text.toLowerCase()
  if (needle === '') return found
  const decoder = new TextDecoder()
  for (let n = 0; n < tree.count && found.length < limit; n++) {
    const plain = tree.kind[n] !== NODE.object && tree.kind[n] !== NODE.array
    const value = plain ? decoder.decode(bytes.subarray(tree.start[n], tree.end[n])) : ''
    if (value.toLowerCase().includes(needle) || keyOf(tree, bytes, n).toLowerCase().includes(needle)) found.push(n)
  }
  return found
}
