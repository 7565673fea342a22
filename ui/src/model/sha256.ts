// SHA-256 (FIPS 180-4), for pages that came over plain HTTP: browsers keep theirs
// from them, and what a link says must be checked there, too.

const PRIMES = primes(64)
const ROUNDS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

/** The SHA-256 of bytes: 32 of them. */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = Math.ceil((bytes.length + 9) / 64) * 64
  const padded = new Uint8Array(size)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const words = new DataView(padded.buffer)
  words.setUint32(size - 8, Math.floor(bytes.length / 0x2000_0000))
  words.setUint32(size - 4, bytes.length << 3)
  const state = START.slice()
  const w = new Uint32Array(64)
  for (let block = 0; block < size; block += 64) {
    for (let i = 0; i < 64; i++) w[i] = i < 16 ? words.getUint32(block + 4 * i) : next(w, i)
    mix(state, w)
  }
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => digest.setUint32(4 * i, word))
  return new Uint8Array(digest.buffer)
}

function next(w: Uint32Array, i: number): number {
  const [a, b] = [at(w, i - 15), at(w, i - 2)]
  const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
  const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
  return at(w, i - 16) + s0 + at(w, i - 7) + s1
}

function mix(state: Uint32Array, w: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => at(state, i)) as Eight
  for (let i = 0; i < 64; i++) {
    const t1 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(w, i)
    const t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = at(state, i) + word))
}

type Eight = [number, number, number, number, number, number, number, number]

function at(words: Uint32Array, i: number): number {
  return words[i] ?? 0
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

/** The first 32 bits of the fractional part. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 0x1_0000_0000) >>> 0
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}
