// Answers by hand to what a server asks: in requests of its own, and in results that ask for input. What was sent is
// read in the transcript, byte for byte.

import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, keepPicture, root, test, type Server } from './rig'

const fixture = join(root, 'bin/fixture')
const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' })
const asked = (page: Page) => page.getByRole('region', { name: 'What the server asks' })

/** Starts a fixture from the home page with the options set. */
async function run(page: Page, server: Server, mode: string, options: (page: Page) => Promise<void>): Promise<void> {
  await page.goto(server.url)
  await page.getByLabel('Command of the server').fill(`${fixture} ${mode}`)
  await page.getByRole('button', { name: 'Options' }).click()
  await options(page)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page).toHaveURL(/#\/runs\/.+/)
}

async function byHand(page: Page): Promise<void> {
  await page.getByLabel('answer the server’s requests').selectOption({ label: 'by hand' })
}

/** All that was written to the server's stdin. */
async function sent(page: Page, server: Server): Promise<string> {
  const id = /#\/runs\/([^?]+)/.exec(page.url())?.[1] ?? ''
  const transcript = await (await page.request.get(`${server.origin}api/runs/${id}/transcript`)).text()
  return transcript
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { k?: string; text?: string })
    .filter((event) => event.k === 'stdin')
    .map((event) => event.text ?? '')
    .join('')
}

test('every request of a server is answered by hand, each with its own form', async ({ page, server }) => {
  await run(page, server, 'server-requests', byHand)
  const waiting = page.getByRole('status').filter({ hasText: 'The server waits for your answer' })
  await expect(waiting).toContainText('roots/list')
  await expect(waiting).toContainText('No deadline runs')
  await waiting.getByRole('button', { name: 'Answer it' }).click()

  const roots = asked(page).getByRole('article', { name: 'roots/list' })
  await roots.getByRole('textbox').fill('file:///srv the server')
  await roots.getByRole('button', { name: 'Answer', exact: true }).click()

  const sampling = asked(page).getByRole('article', { name: 'sampling/createMessage' })
  await expect(sampling).toContainText('Say hello.')
  await sampling.getByRole('button', { name: 'Decline' }).click()

  const city = asked(page).getByRole('article', { name: 'elicitation/create' })
  await expect(city).toContainText('Which city?')
  await city.getByLabel('city').fill('Oslo')
  await keepPicture(page, 'asked')
  await city.getByRole('button', { name: 'Answer', exact: true }).click()

  await expect(verdict(page)).toContainText('PASS')
  const lines = (await sent(page, server)).split('\n')
  expect(lines).toContain('{"jsonrpc":"2.0","id":2,"result":{"roots":[{"uri":"file:///srv","name":"the server"}]}}')
  expect(lines).toContain('{"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"User rejected sampling request"}}')
  expect(lines).toContain('{"jsonrpc":"2.0","id":4,"result":{"action":"accept","content":{"city":"Oslo"}}}')
})

test('a result that asks for input is answered by hand, and the call goes on', async ({ page, server }) => {
  await run(page, server, 'mrtr', async () => {
    await byHand(page)
    await page.getByRole('textbox', { name: /^Tool calls/ }).fill('echo {"text":"hi"}')
  })
  await page.getByRole('button', { name: 'Answer it' }).click()
  const input = asked(page).getByRole('article', { name: /before it answers tools\/call/ })
  await expect(input).toContainText('Which city?')
  await input.getByLabel('city').fill('Oslo')
  await input.getByRole('button', { name: 'Answer and go on' }).click()
  await expect(verdict(page)).toContainText('PASS')
  const [call, retry, ...more] = (await sent(page, server))
    .split('\n')
    .filter((line) => line.includes('tools/call'))
    .map((line) => JSON.parse(line) as { id: number; params: Record<string, unknown> })
  expect(more).toEqual([])
  expect(retry?.id).not.toBe(call?.id)
  expect(retry?.params).toEqual({
    ...call?.params,
    inputResponses: { city: { action: 'accept', content: { city: 'Oslo' } } },
    requestState: 'asked-once',
  })
})

test('who answers is changed while the server runs, and an answer may be written raw', async ({ page, server }) => {
  await run(page, server, 'server-requests', async () => {
    await page.getByLabel('stay open').check()
  })
  await expect(verdict(page)).toContainText('CLEAN SO FAR')
  await page.getByRole('button', { name: 'Talk', exact: true }).click()
  await asked(page).getByRole('radio', { name: 'by hand' }).check()
  await expect(asked(page)).toContainText('will wait here for you')
  await page.getByRole('button', { name: 'Any request' }).click()
  await page.getByLabel('Method').fill('tools/list')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const roots = asked(page).getByRole('article', { name: 'roots/list' })
  await roots.getByRole('button', { name: 'Write the raw answer' }).click()
  await roots.getByLabel('Raw answer').fill('{"jsonrpc":"2.0","id":2,  "result":{"roots":[]}}')
  await roots.getByRole('button', { name: 'Send as written' }).click()
  await expect(asked(page).getByRole('article', { name: 'sampling/createMessage' })).toBeVisible()
  await asked(page).getByRole('radio', { name: 'automatically' }).check()
  await expect(page.getByRole('region', { name: 'Sent by hand' })).toContainText('answered in')
  const lines = (await sent(page, server)).split('\n')
  expect(lines).toContain('{"jsonrpc":"2.0","id":2,  "result":{"roots":[]}}')
  expect(lines.filter((line) => line === '{"jsonrpc":"2.0","id":4,"result":{"action":"decline"}}')).toHaveLength(2)
  await page.getByRole('button', { name: 'Stop' }).click()
})
