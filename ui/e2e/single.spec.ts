// The page that is one file, as the command line writes it: opened from the disk with no network, it shows the same views
// and judges its recording again to the same bytes.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, keepPicture, root, test } from './rig'

const binary = join(root, 'bin/stdioscope')
const judgement = (page: Page) => page.locator('[data-judgement]')
const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' })

let folder = ''
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stdioscope-single-'))
})
test.afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command line; findings are no failure here. */
function cli(...args: string[]): string {
  try {
    return execFileSync(binary, args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 28 })
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    if (status === 1) return stdout
    throw error
  }
}

/** A run of a hundred frames, a banner before them. */
function hundredFrames(): string {
  const lines = ['{"stdioscope":1,"source":{"format":"launch"},"command":["node","server.js"],"options":{}}']
  let t = 0
  const event = (k: string, more: object) => lines.push(JSON.stringify({ t: (t += 997), k, ...more }))
  event('spawn', { pid: 4242 })
  event('stdout', { text: 'server starting with ghp_R4nd0mL00kingT0kenOfTwentyFour\n' })
  const say = (id: number, method: string, params: object, result: object) => {
    event('stdin', { text: JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\n' })
    event('stdout', { text: JSON.stringify({ jsonrpc: '2.0', id, result }) + '\n' })
  }
  const clientInfo = { name: 'test', version: '1' }
  say(
    1,
    'initialize',
    { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } },
  )
  event('stdin', { text: '{"jsonrpc":"2.0","method":"notifications/initialized"}\n' })
  for (let id = 2; id <= 50; id++) {
    const text = `forecast ${id}: ${Math.sin(id)} `.repeat(40)
    say(id, 'tools/call', { name: 'weather', arguments: { id } }, { content: [{ type: 'text', text }] })
  }
  event('eof', { stream: 'stdout' })
  event('exit', { code: 0 })
  event('end', {})
  return lines.join('\n') + '\n'
}

/** One part of the file, unpacked. */
function part(file: string, id: string): Buffer {
  const text = new RegExp(`<script type="application/gzip" id="${id}">([^<]*)<`).exec(file)?.[1]
  if (text === undefined) throw new Error(`the file has no ${id}`)
  return gunzipSync(Buffer.from(text, 'base64'))
}

/** Opens a file of the disk in a page without a network, and counts what it asks for. */
async function openFile(page: Page, path: string, hash = ''): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.context().setOffline(true)
  await page.goto(`file://${path}${hash}`)
  return asked
}

test('a run of a hundred frames fits, is shown, and is judged again to the same bytes', async ({ page }) => {
  const recording = join(folder, 'run.stdioscope.jsonl')
  const path = join(folder, 'run.html')
  writeFileSync(recording, hundredFrames())
  cli('validate', recording, '--format', 'html', '-o', path)
  expect(statSync(path).size).toBeLessThan(2_000_000)
  const file = readFileSync(path, 'utf8')
  expect(file).toMatch(/http-equiv="Content-Security-Policy"\s+content="default-src 'none'; script-src 'sha256-/)

  const asked = await openFile(page, path)
  await expect(judgement(page)).toHaveAttribute('data-judgement', 'verified')
  await expect(verdict(page)).toContainText('Line 1 on stdout')
  await expect(page.getByRole('row', { selected: true })).toHaveAttribute('data-address', 'stdout:1')
  await expect(verdict(page)).toContainText('51 in, 51 out')
  await keepPicture(page, 'single')
  for (const tab of ['Raw', 'Hex', 'Pair', /^Findings/]) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible()
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Report' }).click(),
  ])
  const again = readFileSync(await download.path())
  expect(again.equals(part(file, 'report'))).toBe(true)
  const masked = join(folder, 'masked.stdioscope.jsonl')
  writeFileSync(masked, part(file, 'transcript'))
  expect(again.toString()).toBe(cli('validate', '--json', masked))
  expect(readFileSync(masked, 'utf8')).not.toContain('ghp_')

  // A rule's page of a finding lies in the file; what judges the bytes of others does, too.
  await verdict(page).getByRole('link', { name: 'stdout-non-json' }).click()
  await expect(page.getByRole('heading', { name: 'The fix' })).toBeVisible()
  await page.goBack()
  await expect(verdict(page)).toContainText('FAIL')
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await page.getByLabel('or paste what you have').fill('Another banner\n{"jsonrpc":"2.0","id":1,"result":{}}\n')
  await page.getByRole('button', { name: /^Judge it/ }).click()
  await expect(verdict(page)).toContainText('Another banner')
  expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('blob:'))).toEqual([])
})

test('check writes it, too, and an address leads to a frame', async ({ page }) => {
  const path = join(folder, 'check.html')
  cli('check', '--format', 'html', '-o', path, '--', join(root, 'bin/fixture'), 'late-print')
  await openFile(page, path, '#frame=stdin:2&tab=raw')
  await expect(judgement(page)).toHaveAttribute('data-judgement', 'verified')
  await expect(page.getByRole('row', { selected: true })).toHaveAttribute('data-address', 'stdin:2')
  await expect(page.getByRole('tab', { name: 'Raw', selected: true })).toBeVisible()
})

test('a report that was changed is told from the one that the recording gives', async ({ page }) => {
  const path = join(folder, 'forged.html')
  const file = cli('check', '--format', 'html', '--', join(root, 'bin/fixture'), 'banner')
  const report = part(file, 'report').toString().replace('"ok": false', '"ok": true')
  const forged = gzipSync(report).toString('base64')
  writeFileSync(
    path,
    file.replace(/(id="report">)[^<]*/, (_all, start: string) => start + forged),
  )
  await openFile(page, path)
  await expect(judgement(page)).toHaveAttribute('data-judgement', 'mismatch')
  await expect(verdict(page)).toContainText('FAIL')
})

test.describe('a script that is put into the file', () => {
  test.use({ tolerated: [/script-src|Content Security Policy/] })

  test('does not run', async ({ page }) => {
    const path = join(folder, 'injected.html')
    const file = cli('check', '--format', 'html', '--', join(root, 'bin/fixture'), 'banner')
    writeFileSync(path, file.replace('<body>', '<body><script>document.title = "injected"</script>'))
    await openFile(page, path)
    await expect(judgement(page)).toHaveAttribute('data-judgement', 'verified')
    await expect(page).not.toHaveTitle('injected')
  })
})
