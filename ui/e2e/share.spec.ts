// Sharing, end to end: a polluted server that prints secrets is run, masked, shared and opened by somebody else.

import AxeBuilder from '@axe-core/playwright'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from '@playwright/test'
import { findHidden } from './unpack'
import { expect, keepPicture, root, startServer, test, watch, type Server } from './rig'

const binary = join(root, 'bin/stdioscope')
const token = 'ghp_R4nd0mL00kingT0kenOfTwentyFour'
const password = 'correct-horse-battery-9'
const project = 'Project Nightfall'
const secrets = [token, password, project]

/** A server that prints a secret before it speaks, some to stderr in colours and codings, and one in a result. */
const polluted = `
process.stdout.write('Connecting for ${project} with ${token}\\n')
process.stderr.write('dsn postgres://app:${password}@db.example/prod\\n')
process.stderr.write('\\x1b[32m${token}\\x1b[0m, token=\\x1b[1m${password}\\x1b[0m\\n')
process.stderr.write(Buffer.from('password=${password}').toString('base64') + ' /?next=%2F%3Fa%3D${token}\\n')
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (method === 'initialize')
    say(id, {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'polluted', version: '1' },
      instructions: 'Give password=${password} to the tools.\\n${token}',
    })
  else if (method === 'tools/list') say(id, { tools: [] })
  else if (id !== undefined)
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) + '\\n')
})
`

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share this recording' })
const judgement = (page: Page) => page.locator('[data-judgement]')

let folder = ''
let server: Server

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stdioscope-share-'))
  writeFileSync(join(folder, 'server.cjs'), polluted)
  server = await startServer(join(folder, 'data'))
})
test.afterEach(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** Runs the polluted server and opens the dialogue. */
async function beginShare(page: Page): Promise<void> {
  await page.goto(server.url)
  await page.getByLabel('Command of the server').fill(`${process.execPath} ${join(folder, 'server.cjs')}`)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(verdict(page)).toContainText('FAIL')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.locator('[data-masked=ready]')).toBeVisible()
}

async function mask(page: Page, text: string): Promise<void> {
  const form = dialog(page)
  await form.getByLabel('Mask more').fill(text)
  await form.getByRole('button', { name: /^Mask this/ }).click()
  await expect(form.getByRole('list', { name: 'Masked by you' })).toContainText(text)
  await expect(page.locator('[data-masked=ready]')).toBeVisible()
}

async function upload(page: Page): Promise<string> {
  await dialog(page).getByRole('button', { name: 'Upload and get a link' }).click()
  const link = dialog(page).getByRole('form', { name: 'A link on a server' }).getByLabel('Link', { exact: true })
  await expect(link).toHaveValue(/\/r\/[\w-]{22}$/)
  return link.inputValue()
}

/** A page of somebody else's browser. */
async function stranger(browser: Browser): Promise<{ page: Page; faults: string[] }> {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
  return { page, faults: await watch(page) }
}

function expectNoSecret(what: string, content: Buffer): void {
  for (const secret of secrets) expect(findHidden(content, secret), `${secret} in ${what}`).toBeUndefined()
}

test('the search for secrets finds them', () => {
  const hidden = Buffer.from(`x ${token} y`)
  const zipped = gzipSync(hidden)
  for (const [how, content] of Object.entries({
    plain: hidden,
    percent: Buffer.from(Array.from(token, (c) => `%${c.charCodeAt(0).toString(16)}`).join('')),
    hex: Buffer.from(`0x${hidden.toString('hex')}`),
    spaced: Buffer.from(hidden.toString('hex').replace(/(..)/g, '$1 ')),
    base64: Buffer.from(`<${hidden.toString('base64')}>`),
    gzip: Buffer.concat([Buffer.from('before'), zipped, Buffer.from('behind')]),
    cut: gzipSync(Buffer.from(token + 'x'.repeat(5000) + String(Math.random()))).subarray(0, -12),
    nested: Buffer.from(`id="x">${gzipSync(Buffer.from(zipped.toString('base64'))).toString('base64')}<`),
    fragment: Buffer.from(`#/open?z=${deflateRawSync(hidden).toString('base64url')}&e=1`),
  })) {
    expect(findHidden(content, token), how).toBeDefined()
  }
  expect(findHidden(Buffer.from('nothing here'), token)).toBeUndefined()
})

test('a stranger opens a link, verifies it, and finds no secret anywhere', async ({ page, browser }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/shares')) sent.push(request.url())
  })
  await beginShare(page)
  const share = dialog(page)
  await expect(share).toContainText('Nothing has left this browser yet')
  await expect(share.getByRole('list', { name: 'Kinds' })).toContainText('keys and tokens')
  await expect(share.getByText('The verdict of the copy is that of the original')).toBeVisible()
  await expect(share.locator('[data-reach=machine]')).toContainText('Only this machine can open the link')
  await share.getByText('Each place, before and after').click()
  const row = share.getByRole('row', { name: token }).filter({ hasText: 'stdout:1' }).first()
  await expect(row.getByRole('cell').nth(2)).not.toContainText(token)
  await expect(share.getByRole('region', { name: 'The copy that would be sent' })).toContainText('Connecting for')
  await mask(page, project)
  await keepPicture(page, 'share')
  expect(sent, 'sent before the person said so').toEqual([])

  await share.getByLabel('Name').fill('the broken one')
  await share.getByLabel('Expires').selectOption('7d')
  const link = await upload(page)
  expect(sent).toHaveLength(1)
  await keepPicture(page, 'share-link')

  const other = await stranger(browser)
  const bodies: [string, Buffer][] = []
  const answers: Promise<unknown>[] = []
  const hear = (response: Response) => {
    if (response.url().includes('/assets/')) return
    answers.push(response.body().then((body) => bodies.push([response.url(), body])))
  }
  other.page.on('response', hear)
  await other.page.goto(`${link}#frame=stdout:1`)
  await expect(judgement(other.page)).toHaveAttribute('data-judgement', 'verified')
  await expect(verdict(other.page)).toContainText('FAIL')
  await expect(other.page.getByRole('region', { name: 'Shared recording' })).toContainText('the broken one')
  await expect(other.page.getByRole('row', { selected: true })).toHaveAttribute('data-address', 'stdout:1')
  await keepPicture(other.page, 'shared')
  other.page.off('response', hear)
  await Promise.all(answers)
  for (const secret of secrets) expect(await other.page.content()).not.toContain(secret)
  const paths = ['', '/share.json', '/report.json', '/transcript', '/badge.svg', '/badge.json', '/report.sarif']
  for (const path of [...paths, '/junit.xml']) {
    const response = await other.page.request.get(`${link}${path}`)
    expect(response.status(), path).toBe(200)
    bodies.push([path, await response.body()])
  }
  expect(bodies.some(([, body]) => findHidden(body, 'Connecting for') !== undefined)).toBe(true)
  for (const [url, body] of bodies) expectNoSecret(url, body)

  // The sharer renames it and takes it back.
  const mine = share.getByRole('form', { name: 'A link on a server' })
  await share.getByRole('button', { name: 'Rename' }).first().click()
  await share.getByLabel('New name').fill('a better name')
  await share.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mine).toContainText('a better name')
  await other.page.reload()
  await expect(other.page.getByRole('region', { name: 'Shared recording' })).toContainText('a better name')
  expect(other.faults).toEqual([])
  await share.getByRole('button', { name: 'Take back' }).first().click()
  await share.getByRole('button', { name: 'Really take it back?' }).first().click()
  await expect(share.getByText('Taken back')).toBeVisible()
  await other.page.reload()
  await expect(other.page.getByRole('alert')).toContainText('This share is gone')

  // Nor does the database hold one, of a share that stands.
  await upload(page)
  await server.stop()
  const database = readFileSync(join(folder, 'data', 'shares.db'))
  expect(findHidden(database, 'Connecting for'), 'the search reads the database').toBeDefined()
  expectNoSecret('the database', database)
})

test('a link and a file hold the recording themselves, without a secret', async ({ page, browser }) => {
  await beginShare(page)
  await mask(page, project)
  const share = dialog(page)
  const way = share.getByRole('group', { name: 'A link that holds the recording' })
  await way.getByRole('button', { name: 'Make the link' }).click()
  const link = await way.getByLabel('Link', { exact: true }).inputValue()
  expect(link.length).toBeLessThan(32_768)
  expect(findHidden(Buffer.from(link), 'Connecting for')).toBeDefined()
  expectNoSecret('the link', Buffer.from(link))

  const other = await stranger(browser)
  const asked: string[] = []
  other.page.on('request', (request) => asked.push(request.url()))
  await other.page.goto(`${link}&frame=stdout:1`)
  await expect(judgement(other.page)).toHaveAttribute('data-judgement', 'verified')
  await expect(verdict(other.page)).toContainText('FAIL')
  await expect(other.page.getByRole('row', { selected: true })).toHaveAttribute('data-address', 'stdout:1')
  const z = new URLSearchParams(new URL(link).hash.split('?')[1]).get('z') ?? ''
  expect(z.length).toBeGreaterThan(500)
  expect(asked.filter((url) => url.includes(z.slice(0, 50)) && !url.includes('#'))).toEqual([])
  await other.page.goto('about:blank')
  await other.page.goto(link.replace(z, z.slice(0, -40)))
  await expect(other.page.getByRole('alert')).toContainText('The link is damaged')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    share.getByRole('button', { name: 'Save as one HTML file' }).click(),
  ])
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  const file = readFileSync(path)
  expect(file.length).toBeLessThan(2_000_000)
  const parts = Buffer.from(
    file.toString('latin1').replace(/<script [^>]*id="(engine|code|style)">[^<]*/g, ''),
    'latin1',
  )
  expect(findHidden(parts, 'Connecting for')).toBeDefined()
  expectNoSecret('the file', parts)
  const offline = await stranger(browser)
  await offline.page.context().setOffline(true)
  await offline.page.goto(`file://${path}#frame=stdout:1`)
  await expect(judgement(offline.page)).toHaveAttribute('data-judgement', 'verified')
  await expect(offline.page.getByRole('row', { selected: true })).toHaveAttribute('data-address', 'stdout:1')
  expect(offline.faults).toEqual([])

  const [masked] = await Promise.all([
    page.waitForEvent('download'),
    share.getByRole('button', { name: 'Save the masked transcript' }).click(),
  ])
  expectNoSecret('the transcript', readFileSync(await masked.path()))
})

test('a link that holds a recording is verified over plain HTTP, too', async ({ page, browser }) => {
  test.slow() // every byte of the page goes through this test
  await beginShare(page)
  const way = dialog(page).getByRole('group', { name: 'A link that holds the recording' })
  await way.getByRole('button', { name: 'Make the link' }).click()
  const link = await way.getByLabel('Link', { exact: true }).inputValue()

  // A host that is neither https nor of this machine: what the browser keeps for secure contexts is not there.
  const other = await stranger(browser)
  await other.page.context().route('http://scope.test/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await page.request.get(new URL(pathname, server.origin).href) })
  })
  const plain = link.replace(server.origin, 'http://scope.test/')
  await other.page.goto(plain)
  expect(await other.page.evaluate(() => isSecureContext)).toBe(false)
  await expect(judgement(other.page)).toHaveAttribute('data-judgement', 'verified', { timeout: 45_000 })
  await other.page.goto('about:blank')
  await other.page.goto(plain.replace(/([?&]s=)./, '$1!'))
  await expect(judgement(other.page)).toHaveAttribute('data-judgement', 'mismatch', { timeout: 45_000 })
  await other.page.context().unrouteAll({ behavior: 'wait' }) // the icon may still be on its way
  expect(other.faults.filter((fault) => !fault.includes('Cross-Origin-Opener-Policy header has been ignored'))).toEqual(
    [],
  )
})

test('a page says when what was said of a recording is not what it finds', async ({ page, browser }) => {
  await beginShare(page)
  const link = await upload(page)
  const stored = (await (await page.request.get(`${link}/report.json`)).json()) as {
    engine: { version: string }
    issues: unknown[]
  }
  const other = await stranger(browser)
  let answer = ''
  await other.page.route('**/report.json', (route) => route.fulfill({ contentType: 'application/json', body: answer }))

  answer = JSON.stringify({ ...stored, engine: { ...stored.engine, version: '0.9.0' }, issues: stored.issues.slice(1) })
  await other.page.goto(link)
  await expect(judgement(other.page)).toHaveAttribute('data-judgement', 'other-engine')
  await expect(judgement(other.page)).toContainText(`Judged by engine 0.9.0 then, by ${stored.engine.version}+`)
  await expect(other.page.getByRole('list', { name: 'Findings that changed' })).toContainText('now, not then')

  answer = JSON.stringify({ ...stored, ok: true, issues: [] })
  await other.page.reload()
  await expect(judgement(other.page)).toHaveAttribute('data-judgement', 'mismatch')
  await expect(judgement(other.page)).toContainText('Does not match')
  await expect(verdict(other.page)).toContainText('FAIL')
  expect(other.faults).toEqual([])
})

test('where a mask changes the verdict, the dialogue says which finding', async ({ page }) => {
  await beginShare(page)
  const share = dialog(page)
  await share.getByRole('checkbox', { name: 'stdin' }).check()
  await expect(share.getByRole('alert')).toContainText('The masks changed the verdict')
  await share.getByRole('checkbox', { name: 'stdin' }).uncheck()
  await expect(share.getByRole('alert')).toHaveCount(0)
  await share.getByRole('checkbox', { name: 'stderr' }).check()
  await expect(share.getByRole('region', { name: 'The copy that would be sent' })).not.toContainText('dsn')
  await mask(page, 'result.instructions')
  await expect(share.getByRole('region', { name: 'The copy that would be sent' })).not.toContainText('to the tools')
})

test('text that is selected in the copy can be masked, and a long recording does not fit into a link', async ({
  page,
}) => {
  await beginShare(page)
  const copy = dialog(page).getByRole('region', { name: 'The copy that would be sent' })
  await copy.getByText('Connecting for').evaluate((line) => {
    const text = line.firstChild
    if (text === null) throw new Error('the line is empty')
    const from = text.textContent?.indexOf('Project') ?? 0
    getSelection()?.setBaseAndExtent(text, from, text, from + 'Project Nightfall'.length)
  })
  await dialog(page).getByRole('button', { name: 'Mask the selection' }).click()
  await expect(dialog(page).getByRole('list', { name: 'Masked by you' })).toContainText(project)
  await expect(copy).not.toContainText(project)
  await dialog(page)
    .getByRole('button', { name: `Do not mask ${project}` })
    .click()
  await expect(copy).toContainText(project)
  await dialog(page).getByRole('button', { name: 'Close' }).click()

  // Random bytes do not shrink.
  const noise = Buffer.from(Array.from({ length: 60_000 }, () => Math.floor(Math.random() * 95) + 32)).toString(
    'latin1',
  )
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await page
    .getByLabel('File to open')
    .setInputFiles({ name: 'noise.txt', mimeType: 'text/plain', buffer: Buffer.from(`${noise}\n{"jsonrpc":"2.0"}\n`) })
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.locator('[data-masked=ready]')).toBeVisible()
  await expect(dialog(page).getByText('It does not fit')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Make the link' })).toHaveCount(0)
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the dialogue and above what is shared, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await beginShare(page)
    const faults = async () => (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes])
    const link = await upload(page)
    await dialog(page).getByText('Each place, before and after').click()
    expect(await faults()).toEqual([])
    await page.goto(link)
    await expect(judgement(page)).toHaveAttribute('data-judgement', 'verified')
    await page.getByText('You shared this').click()
    expect(await faults()).toEqual([])
  })
}

test.describe('a team’s server', () => {
  let team: ChildProcess
  let origin = ''
  let uploadToken = ''

  test.beforeEach(async () => {
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const data = join(folder, 'team')
    uploadToken = execFileSync(binary, ['token', 'create', 'e2e', '--data', data], { encoding: 'utf8' }).trim()
    const options = ['--team', '--listen', `127.0.0.1:${port}`, '--public-url', origin, '--data', data]
    team = spawn(binary, ['serve', ...options], { stdio: ['ignore', 'ignore', 'pipe'] })
    await new Promise<void>((resolve, reject) => {
      team.once('exit', () => reject(new Error('the team’s server ended')))
      team.stderr?.on('data', (text: Buffer) => text.includes('serving shared reports') && resolve())
    })
  })
  test.afterEach(async () => {
    const ended = new Promise((resolve) => team.once('exit', resolve))
    team.kill('SIGTERM')
    await ended
  })

  test('gets a share from the workbench, and one from its own page', async ({ page, browser }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    await beginShare(page)
    const way = dialog(page).getByRole('form', { name: 'A link on a server' })
    await way.getByRole('radio', { name: 'on a team’s server' }).check()
    await way.getByLabel('Server', { exact: true }).fill(origin)
    await way.getByLabel('Upload token').fill(uploadToken)
    const link = await upload(page)
    expect(link.startsWith(`${origin}/r/`)).toBe(true)
    expect(new Set(asked), 'the page talks to its own server alone').toEqual(new Set([new URL(server.origin).origin]))

    const other = await stranger(browser)
    await other.page.goto(link)
    await expect(judgement(other.page)).toHaveAttribute('data-judgement', 'verified')
    await way.getByRole('button', { name: 'Take back' }).click()
    await way.getByRole('button', { name: 'Really take it back?' }).click()
    await expect(way.getByText('Taken back')).toBeVisible()
    expect((await page.request.get(link)).status()).toBe(410)

    await other.page.goto(`${origin}/#/open`)
    await other.page.getByLabel('or paste what you have').fill('Banner\n{"jsonrpc":"2.0","id":1,"result":{}}\n')
    await other.page.getByRole('button', { name: /^Judge it/ }).click()
    await other.page.getByRole('button', { name: 'Share' }).click()
    await expect(other.page.locator('[data-masked=ready]')).toBeVisible()
    await expect(other.page.locator('[data-reach=machine]')).toHaveCount(0)
    await dialog(other.page).getByLabel('Upload token').fill(uploadToken)
    const second = await upload(other.page)
    const third = await stranger(browser)
    await third.page.goto(second)
    await expect(judgement(third.page)).toHaveAttribute('data-judgement', 'verified')
    expect([...other.faults, ...third.faults]).toEqual([])
  })
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
