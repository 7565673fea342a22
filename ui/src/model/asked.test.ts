import { expect, test } from 'vitest'
import { readEnv, readRequests, readToolCalls, withChange } from './asked'

test('variables stand one a line', () => {
  expect(readEnv('A=1\n\n B = x=y \n')).toEqual({ value: { A: '1', B: ' x=y' }, fault: '' })
  expect(readEnv('A=1\nnothing\n=x').fault).toBe('nothing has no name and value: write NAME=value.')
})

test('requests have params when something follows the method', () => {
  expect(readRequests('tools/list\nping {}\n')).toEqual({
    value: [{ method: 'tools/list' }, { method: 'ping', params: {} }],
    fault: '',
  })
  expect(readRequests('tools/call {"a"')).toEqual({ value: [], fault: 'The params of tools/call are not JSON.' })
})

test('tools are named, with arguments or without', () => {
  expect(readToolCalls('echo {"text":"a b"}\nnow')).toEqual({
    value: [{ name: 'echo', arguments: { text: 'a b' } }, { name: 'now' }],
    fault: '',
  })
})

test('an empty value takes an option away', () => {
  expect(withChange({ a: '1', b: 2 }, { a: '' })).toEqual({ b: 2 })
  expect(withChange({ a: '1', b: 2 }, { b: undefined, a: '3' })).toEqual({ a: '3' })
})
