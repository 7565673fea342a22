// What people have in hand, given to the page: progress and an end to it, and which session of a log is shown.

import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './rig'

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' })

const line = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"the tide is low"}}\n'
const lines = 200_000

/** Notes what the progress bar shows from now on; `stop`: clicks the button beside it at the first sight of it. */
async function watchProgress(page: Page, stop: boolean): Promise<() => Promise<number[]>> {
  await page.evaluate((stop) => {
    const shown: number[] = []
    Object.assign(globalThis, { shown })
    new MutationObserver(() => {
      const bar = document.querySelector('progress')
      if (!bar || bar.value === 0 || bar.value === shown.at(-1)) return
      shown.push(bar.value)
      if (stop) bar.parentElement?.querySelector('button')?.click()
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  }, stop)
  return () => page.evaluate(() => (globalThis as unknown as { shown: number[] }).shown)
}

/** Drops a text as a file, through the disk: a browser takes a big one more easily from there. */
async function open(page: Page, text: string | Uint8Array): Promise<void> {
  const path = test.info().outputPath('given.txt')
  writeFileSync(path, text)
  await page.getByLabel('File to open').setInputFiles(path)
}

test.beforeEach(async ({ page, server }) => {
  await page.goto(server.url)
  await page.goto(`${server.origin}#/open`)
  await expect(page.getByText(/^Engine .* is ready/)).toBeVisible()
})

test('a big capture shows its progress', async ({ page }) => {
  const progress = await watchProgress(page, false)
  await open(page, line.repeat(lines))
  await expect(page.getByText('Read as raw stdout of a server')).toBeVisible()
  await expect(page.locator('progress')).toHaveCount(0)
  await expect(verdict(page)).toContainText('PASS')
  const shown = await progress()
  expect(shown.length, 'steps that were shown').toBeGreaterThan(3)
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  expect(shown[0]).toBeLessThan((lines * line.length) / 2)
})

test('reading can be stopped: what was read is judged, and half a line is no fault', async ({ page }) => {
  const progress = await watchProgress(page, true)
  await open(page, line.repeat(lines))
  await expect(page.getByText('Reading was stopped; the verdict covers what was read until then.')).toBeVisible()
  await expect(verdict(page)).toContainText('PASS')
  expect((await progress()).length, 'steps until it was stopped').toBeLessThan(4)
  const frames = Number(
    /^[\d\u202f]+/.exec(((await page.locator('.count').textContent()) ?? '').trim())?.[0].replaceAll('\u202f', ''),
  )
  expect(frames).toBeGreaterThan(0)
  expect(frames).toBeLessThan(lines / 2)
})

const said = (server: string, text: string) => `2025-09-01T08:00:00.100Z [info] [${server}] ${text}\n`
const opening =
  'Message from client: {"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}},"jsonrpc":"2.0","id":0}'
const answer =
  'Message from server: {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}'
const fault = '2025-09-01T08:00:00.420Z [error] [tides] No number after minus sign in JSON at position 1\n'

test('of a log’s sessions the first with a violation is shown, and any other can be', async ({ page }) => {
  const notes = said('notes', opening) + said('notes', answer)
  await open(page, notes + said('tides', opening) + fault + said('wind', opening) + said('wind', answer))
  const picker = page.getByLabel('Session', { exact: true })
  await expect(picker.locator('option:checked')).toHaveText('2: tides ✗')
  await expect(page.getByText('3 sessions, 1 with a violation (✗); shown is the first of these,')).toBeVisible()
  await expect(verdict(page)).toContainText('FAIL')

  await picker.selectOption('1')
  await expect(verdict(page)).toContainText('PASS')
  await expect(picker.locator('option:checked')).toHaveText('1: notes')
  await expect(picker.locator('option')).toHaveText(['1: notes', '2: tides ✗', '3: wind'])
  await expect(page.getByText('3 sessions, 1 with a violation (✗); shown is')).toBeVisible()
  await expect(page.getByText('the first of these')).toHaveCount(0)
})

test('a packed log is unpacked', async ({ page }) => {
  await open(page, gzipSync(said('tides', opening) + fault))
  await expect(page.getByText('Read as claude-desktop-main')).toBeVisible()
  await expect(verdict(page)).toContainText('FAIL')
})

test('a log without a violation is shown from its first session on', async ({ page }) => {
  await open(page, said('notes', opening) + said('notes', answer) + said('wind', opening) + said('wind', answer))
  await expect(page.getByText('2 sessions, none with a violation; shown is')).toBeVisible()
  await expect(page.getByLabel('Session', { exact: true }).locator('option:checked')).toHaveText('1: notes')
  await expect(verdict(page)).toContainText('PASS')
})
