// Reading values that came from the engine or the server and are `unknown` until
// looked at. Each reader takes an object and a member's name and gives a value of
// one type, or the fallback: an older or newer sender never breaks the page.

export type Fields = Readonly<Record<string, unknown>>

const NOTHING: Fields = {}

/** The value as an object; an empty one when it is none. */
export function fields(value: unknown): Fields {
  return isFields(value) ? value : NOTHING
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON text as a value; undefined when it is no JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function text(from: Fields, name: string, fallback = ''): string {
  const value = from[name]
  return typeof value === 'string' ? value : fallback
}

export function count(from: Fields, name: string, fallback = 0): number {
  const value = from[name]
  return typeof value === 'number' ? value : fallback
}

/** A number, or null when the member is absent or no number. */
export function maybe(from: Fields, name: string): number | null {
  const value = from[name]
  return typeof value === 'number' ? value : null
}

export function flag(from: Fields, name: string): boolean {
  return from[name] === true
}

export function list<T>(from: Fields, name: string, each: (value: unknown) => T): T[] {
  const value = from[name]
  return Array.isArray(value) ? value.map(each) : []
}

export function texts(from: Fields, name: string): string[] {
  return list(from, name, (value) => (typeof value === 'string' ? value : JSON.stringify(value)))
}

/** An object read by `each`; null when the member is absent or no object. */
export function optional<T>(from: Fields, name: string, each: (value: Fields) => T): T | null {
  const value = from[name]
  return isFields(value) ? each(value) : null
}

/** One of a list of words, else the fallback. */
export function oneOf<T extends string>(from: Fields, name: string, words: readonly T[], fallback: T): T {
  const value = from[name]
  return words.find((word) => word === value) ?? fallback
}
