import { expect, test } from 'vitest'
import {
  answerLine,
  askedOf,
  bringsInput,
  cancelledId,
  inputRequests,
  refusal,
  retryParams,
  rootsOf,
  sampled,
  turnsOf,
} from './answer'

const bytes = (text: string) => new TextEncoder().encode(text)
const encode = (value: unknown) => bytes(JSON.stringify(value))

test('reads what a server asks', () => {
  const asked = askedOf(
    encode({
      jsonrpc: '2.0',
      id: 0,
      method: 'elicitation/create',
      params: { message: 'Who?', requestedSchema: { type: 'object' } },
    }),
  )
  expect(asked).toMatchObject({ id: '0', method: 'elicitation/create', message: 'Who?', schema: { type: 'object' } })
  expect(askedOf(encode({ jsonrpc: '2.0', method: 'x' }))).toBeUndefined()
  expect(askedOf(bytes('not JSON'))).toBeUndefined()
})

test.each(['9007199254740993', '1.0', '"s\\u00e9"', '"a b"'])('the id %s goes back as it was written', (id) => {
  const asked = askedOf(bytes(`{"jsonrpc": "2.0", "id" : ${id}, "params": {"id": 7}, "method": "roots/list"}`))
  expect(answerLine(asked?.id ?? '', { result: { roots: [] } })).toBe(
    `{"jsonrpc":"2.0","id":${id},"result":{"roots":[]}}`,
  )
})

test('a refusal is an error', () => {
  expect(answerLine('1', refusal('sampling/createMessage'))).toBe(
    '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"User rejected sampling request"}}',
  )
})

test('a cancellation names the request that nobody needs to answer any more', () => {
  expect(cancelledId(encode({ method: 'notifications/cancelled', params: { requestId: 'x' } }))).toBe('"x"')
  expect(cancelledId(encode({ method: 'notifications/cancelled' }))).toBeUndefined()
})

test('input that a result asks for is answered by a retry with the state untouched', () => {
  const message = encode({
    id: 1,
    result: {
      resultType: 'input_required',
      inputRequests: { name: { method: 'elicitation/create', params: { message: 'Name?', requestedSchema: {} } } },
      requestState: 'opaque',
    },
  })
  expect(inputRequests(message)).toMatchObject([
    { key: 'name', method: 'elicitation/create', message: 'Name?', schema: {} },
  ])
  const params = retryParams({ name: 'greet', requestState: 'old' }, message, { name: { action: 'accept' } })
  expect(params).toEqual({
    name: 'greet',
    inputResponses: { name: { action: 'accept' } },
    requestState: 'opaque',
  })
  expect(bringsInput(encode({ params }))).toBe(true)
  expect(bringsInput(encode({ params: { name: 'greet' } }))).toBe(false)
  expect(inputRequests(encode({ id: 1, result: {} }))).toEqual([])
})

test('a request for sampling is shown as the talk that it is', () => {
  const params = {
    systemPrompt: 'Be brief.',
    messages: [
      { role: 'user', content: { type: 'text', text: 'Hello?' } },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image', data: '' },
        ],
      },
    ],
  }
  expect(turnsOf(params)).toEqual([
    { role: 'system', text: 'Be brief.' },
    { role: 'user', text: 'Hello?' },
    { role: 'user', text: 'See\n{"type":"image","data":""}' },
  ])
  expect(turnsOf(undefined)).toEqual([])
  expect(sampled('Hi')).toMatchObject({ role: 'assistant', content: { type: 'text', text: 'Hi' } })
})

test('roots are written one a line', () => {
  expect(rootsOf('file:///srv the server\n\n file:///tmp ')).toEqual({
    roots: [{ uri: 'file:///srv', name: 'the server' }, { uri: 'file:///tmp' }],
  })
})
