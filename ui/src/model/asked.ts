// What a person writes in a form about a new run, one thing a line, as the values
// that the server takes. Every reader gives what it understood and what it did not.

import { parse } from './decode'
import type { AskedRequest, AskedTool } from './runs'

export interface Read<T> {
  value: T
  /** What is wrong with the first line that is; "" when nothing is. */
  fault: string
}

/** NAME=value, one a line. */
export function readEnv(text: string): Read<Record<string, string>> {
  const value: Record<string, string> = {}
  let fault = ''
  for (const line of linesOf(text)) {
    const at = line.indexOf('=')
    const name = line.slice(0, at).trim()
    if (at < 1 || name === '') fault ||= `${line} has no name and value: write NAME=value.`
    else value[name] = line.slice(at + 1)
  }
  return { value, fault }
}

/** A method and its params as JSON, one a line. */
export function readRequests(text: string): Read<AskedRequest[]> {
  return readPairs(text, (method, params) => (params === undefined ? { method } : { method, params }), 'params')
}

/** A tool's name and its arguments as JSON, one a line. */
export function readToolCalls(text: string): Read<AskedTool[]> {
  return readPairs(text, (name, given) => (given === undefined ? { name } : { name, arguments: given }), 'arguments')
}

function readPairs<T>(text: string, make: (name: string, value: unknown) => T, what: string): Read<T[]> {
  const value: T[] = []
  let fault = ''
  for (const line of linesOf(text)) {
    const at = line.search(/\s/)
    const name = at < 0 ? line : line.slice(0, at)
    const rest = at < 0 ? '' : line.slice(at).trim()
    const given = rest === '' ? undefined : parse(rest)
    if (rest !== '' && given === undefined) fault ||= `The ${what} of ${name} are not JSON.`
    else value.push(make(name, given))
  }
  return { value, fault }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Changes to a request, where an empty value takes an option away. */
export function withChange<T extends object>(request: T, change: { [K in keyof T]?: T[K] | undefined | '' }): T {
  const entries = Object.entries({ ...request, ...change }).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(entries) as T
}
