// The page without its server: what a visit left behind goes on working when the server is stopped, and the same page as
// a folder of files works under any path.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, keepPicture, root, startServer, test } from './rig'

// What is asked of a server that is gone fails, and the browser says so.
test.use({ serviceWorkers: 'allow', tolerated: [/ERR_CONNECTION_REFUSED|ERR_FAILED/] })

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' })

let folder = ''
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stdioscope-offline-'))
})
test.afterEach(() => rmSync(folder, { recursive: true }))

/** Waits until the service worker has everything and answers for the page. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise<void>((resolve) => {
      active?.addEventListener('statechange', () => active.state === 'activated' && resolve())
    })
  })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

async function judgeBanner(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(page.getByText('Nothing leaves this browser')).toBeVisible()
  await page.getByLabel('File to open').setInputFiles({
    name: 'stdout.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Server ready\n{"jsonrpc":"2.0","id":1,"result":{}}\n'),
  })
  await expect(verdict(page)).toContainText('FAIL')
  await expect(verdict(page)).toContainText('Server ready')
}

test('the page goes on working when the server is stopped', async ({ page }) => {
  const server = await startServer(join(folder, 'data'))
  await page.goto(server.url)
  await expect(page.getByLabel('Command of the server')).toBeVisible()
  await kept(page)
  const paths = await page.evaluate(async () => {
    const urls: string[] = []
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) urls.push(new URL(request.url).pathname)
    }
    return urls
  })
  expect(paths).toContain('/')
  expect(
    paths.filter((path) => path.startsWith('/api') || path.startsWith('/r/')),
    'data is kept',
  ).toEqual([])
  await server.stop()
  await page.goto(server.origin)
  await expect(
    page.getByText('No local server answers').or(page.getByText('Nothing leaves this browser')),
  ).toBeVisible()
  await judgeBanner(page)
  await keepPicture(page, 'stopped')
})

test.describe('the folder', () => {
  let host: Server
  const asked: { method: string; path: string }[] = []

  test.beforeEach(async () => {
    execFileSync(join(root, 'bin/stdioscope'), ['site', join(folder, 'site')], { stdio: 'pipe' })
    const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
    types['.svg'] = 'image/svg+xml'
    types['.wasm'] = 'application/wasm'
    asked.length = 0
    host = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://host').pathname
      asked.push({ method: request.method ?? '', path })
      const name = path.replace(/^\/some\/where\//, '')
      try {
        if (name === path) throw new Error('outside of the folder')
        const body = readFileSync(join(folder, 'site', name === '' ? 'index.html' : name))
        response.writeHead(200, { 'Content-Type': types[extname(name === '' ? 'index.html' : name)] ?? 'text/plain' })
        response.end(body)
      } catch {
        response.writeHead(404).end()
      }
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  })
  test.afterEach(() => void host.close())

  async function stop(): Promise<void> {
    host.closeAllConnections()
    await new Promise((resolve) => host.close(resolve))
  }

  test('works under any path, asks for nothing else, and goes on without its host', async ({ page }) => {
    const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}/some/where/`
    await page.goto(origin)
    await judgeBanner(page)
    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    await page
      .getByRole('link', { name: /stdout-non-json/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'The fix' })).toBeVisible()
    await kept(page)
    expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(asked.filter(({ path }) => !path.startsWith('/some/where/') || path.includes('/api/'))).toEqual([])
    await keepPicture(page, 'site')

    await stop()
    await page.goto('about:blank')
    await page.goto(origin)
    await judgeBanner(page)
  })
})
