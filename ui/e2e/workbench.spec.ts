// The main job, as a person does it: run a server, see the verdict, keep the recording, and have it judged again in a
// browser whose network is off.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Download, Page } from '@playwright/test'
import { expect, keepPicture, root, startServer, test } from './rig'

async function contents(download: Download): Promise<Buffer> {
  return readFileSync(await download.path())
}

/** Starts a demo server from the home page and waits for its verdict. */
async function runDemo(page: Page, url: string, mode: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: /^All \d+/ }).click()
  await page.getByRole('searchbox', { name: 'Find a demo server' }).fill(mode)
  await page.locator('section[aria-labelledby=demos] li button').first().click()
  await expect(page).toHaveURL(/#\/runs\/.+/)
}

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' })
const frames = (page: Page) => page.getByRole('grid', { name: 'Frames' })

test.describe('the main job', () => {
  // Chromium asks for the icon again whenever the title changes, also with the network off.
  test.use({ tolerated: [/ERR_INTERNET_DISCONNECTED/] })

  test('a broken server is run, judged, kept, and judged again offline to the same bytes', async ({
    page,
    context,
    server,
  }) => {
    await page.goto(server.url)
    await keepPicture(page, 'home')
    await page.getByRole('button', { name: /greets on stdout/ }).click()
    await expect(verdict(page)).toContainText('FAIL')
    await expect(verdict(page)).toContainText('Line 1 on stdout')
    await expect(verdict(page)).toContainText('stdout-non-json')
    await expect(frames(page).getByRole('row', { selected: true })).toHaveAttribute('data-address', 'stdout:1')
    await expect(page.getByRole('list', { name: /five layers/ })).toContainText('failed, byte 0')
    await expect(page.getByText('server and browser agree, byte for byte')).toBeVisible()
    await page.getByRole('tab', { name: 'Hex' }).click()
    await expect(page.getByRole('grid', { name: 'Hex and text' }).locator('.faulty').first()).toHaveText('57')
    await keepPicture(page, 'run')

    const id = /#\/runs\/([^?]+)/.exec(page.url())?.[1] ?? ''
    const [transcript] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Transcript' }).click(),
    ])
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Report' }).click(),
    ])
    const file = await contents(transcript)
    const online = await contents(report)
    expect(online.equals(await (await page.request.get(`${server.origin}api/runs/${id}/report`)).body())).toBe(true)
    expect(file.equals(await (await page.request.get(`${server.origin}api/runs/${id}/transcript`)).body())).toBe(true)

    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await expect(page.getByText(/^Engine .* is ready/)).toBeVisible()
    await context.setOffline(true)
    await page
      .getByLabel('File to open')
      .setInputFiles({ name: 'kept.stdioscope.jsonl', mimeType: 'text/plain', buffer: file })
    await expect(verdict(page)).toContainText('FAIL')
    await expect(page.getByText('Nothing left this browser')).toBeVisible()
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Report' }).click(),
    ])
    expect((await contents(again)).equals(online)).toBe(true)
    await keepPicture(page, 'offline')
    await context.setOffline(false)
  })
})

test('a command is shown as the argv it becomes, run, and followed live', async ({ page, server }) => {
  await page.goto(server.url)
  const fixture = join(root, 'bin/fixture')
  await page.getByLabel('Command of the server').fill(`${fixture} clean "a b"`)
  await expect(page.locator('#becomes')).toContainText('a b')
  await page.getByLabel('Command of the server').fill(`${fixture} clean`)
  await expect(page.locator('#becomes')).toContainText('will run')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(verdict(page)).toContainText('PASS')
  await expect(frames(page).getByRole('row').filter({ hasText: 'tools/list' }).first()).toBeVisible()
})

test('the profile ci proves first that intentional faults are caught, and says so', async ({ page, server }) => {
  await page.goto(server.url)
  await page.getByLabel('Command of the server').fill(`${join(root, 'bin/fixture')} clean`)
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByLabel('Profile').selectOption('ci')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(verdict(page)).toContainText('PASS', { timeout: 20_000 })
  await expect(verdict(page)).toContainText('negative control passed')
  const id = /#\/runs\/([^?]+)/.exec(page.url())?.[1] ?? ''
  const report: unknown = await (await page.request.get(`${server.origin}api/runs/${id}/report`)).json()
  expect(report).toMatchObject({ selftest: 'pass' })
})

test.describe('what a server refuses', () => {
  test.use({ tolerated: [/status of 400/] })

  test('a command line that is wrong is explained before anything runs', async ({ page, server }) => {
    await page.goto(server.url)
    await page.getByLabel('Command of the server').fill("node 'server.js")
    await expect(page.getByRole('alert')).toContainText('never closed')
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
  })
})

test('from one run to the next, each is asked for once', async ({ page, server }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await runDemo(page, server.url, 'wrong-id')
  await expect(verdict(page)).toContainText('FAIL')
  const first = page.url()
  await page.goBack()
  await runDemo(page, server.url, 'banner')
  await expect(verdict(page)).toContainText('Line 1 on stdout')
  const id = /#\/runs\/([^?]+)/.exec(first)?.[1] ?? ''
  asked.length = 0
  await page.evaluate((hash) => (location.hash = hash), `#/runs/${id}`)
  await expect(verdict(page)).toContainText('response id 99')
  await expect(verdict(page)).toContainText('agree, byte for byte')
  expect(asked.filter((path) => path === `/api/runs/${id}/report`)).toHaveLength(1)
})

test('a run that another build of the engine judged says so, and what changed', async ({ page, server }) => {
  await runDemo(page, server.url, 'wrong-id')
  await expect(verdict(page)).toContainText('agree, byte for byte')
  const id = /#\/runs\/([^?]+)/.exec(page.url())?.[1] ?? ''
  const report = (await (await page.request.get(`${server.origin}api/runs/${id}/report`)).json()) as {
    issues: unknown[]
  }
  const info = (await (await page.request.get(`${server.origin}api/runs/${id}`)).json()) as { engine: string }
  expect(info.engine).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/)

  // Of the same version, and by the same build: then somebody is wrong.
  await page.route(`**/api/runs/${id}/report`, (route) => route.fulfill({ json: { ...report, issues: [] } }))
  await page.reload()
  await expect(verdict(page)).toContainText('server and browser disagree')

  const then = info.engine.replace(/\+.*/, '+0123456789ab')
  await page.route(`**/api/runs/${id}`, (route) => route.fulfill({ json: { ...info, engine: then } }))
  await page.reload()
  await expect(page.getByText(`Judged by engine ${then} then, by ${info.engine} now`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Findings that changed' })).toContainText('now, not then')
  await expect(verdict(page)).not.toContainText('disagree')
})

test('what is no log is no verdict, until it is taken for stdout', async ({ page, server }) => {
  await page.goto(`${server.url}#/open`)
  await page.getByRole('textbox').fill('Server running on stdio!')
  await page.getByRole('button', { name: /^Judge it/ }).click()
  await expect(verdict(page)).toContainText('UNREADABLE')
  await page.getByRole('button', { name: 'Judge it as a server’s stdout' }).click()
  await expect(verdict(page)).toContainText('stdout-non-json')
})

test('a file without a byte is said to be one, and not offered as stdout', async ({ page, server }) => {
  await page.goto(`${server.url}#/open`)
  await page.getByLabel('File to open').setInputFiles({
    name: 'empty.log',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(0),
  })
  await expect(page.getByRole('alert')).toContainText('There are no bytes in it.')
  await expect(page.getByRole('button', { name: 'Judge it as a server’s stdout' })).toBeHidden()
})

test('raw stdout that is pasted is judged', async ({ page, server }) => {
  await page.goto(server.url)
  await page.goto(`${server.origin}#/open`)
  await page.getByLabel('or paste what you have').fill('Server ready\n{"jsonrpc":"2.0","id":1,"result":{}}\n')
  await page.getByRole('button', { name: /^Judge it/ }).click()
  await expect(verdict(page)).toContainText('FAIL')
  await expect(verdict(page)).toContainText('Server ready')
})

test('a silence is judged where it stands', async ({ page, server }) => {
  await runDemo(page, server.url, 'never-answers')
  await expect(verdict(page)).toContainText('initialize-timeout', { timeout: 25_000 })
  await expect(frames(page).getByRole('row', { selected: true })).toContainText('no answer in time')
})

test('what a server hides in its text is shown and not obeyed', async ({ page, server }) => {
  await page.goto(server.url)
  await page.goto(`${server.origin}#/open`)
  await page.getByLabel('File to open').setInputFiles({
    name: 'hostile.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('\u202egnp.exe \u001b[31mred <img src=x onerror=alert(1)>\n{"jsonrpc":"2.0","method":"x"}\n'),
  })
  await expect(verdict(page)).toContainText('gnp.exe')
  await page.getByRole('tab', { name: 'Raw' }).click()
  await expect(page.getByRole('grid', { name: 'Raw text' })).toContainText('⟨U+202E⟩gnp.exe ␛[31mred <img src=x')
})

test.describe('a server that goes away', () => {
  test.use({ tolerated: [/ERR_CONNECTION_REFUSED|WebSocket/] })

  test('is said, and what has arrived stays', async ({ page }, info) => {
    const own = await startServer(info.outputPath('data'))
    await page.goto(own.url)
    const run = await page.request.post(`${own.origin}api/runs`, {
      data: { demo: 'clean', interactive: true },
      headers: { Origin: own.origin.replace(/\/$/, '') },
    })
    const { id } = (await run.json()) as { id: string }
    await page.goto(`${own.origin}#/runs/${id}`)
    await expect(verdict(page)).toContainText('CLEAN SO FAR')
    await own.kill()
    await expect(page.getByText(/Lost the connection to the local server/)).toBeVisible()
    await expect(frames(page).getByRole('row').filter({ hasText: 'initialize' }).first()).toBeVisible()
    await keepPicture(page, 'reconnecting')
  })
})
