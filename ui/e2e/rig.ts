// What every end-to-end test stands on: the real binary as the server, with a data folder of its own, and a page that
// fails its test on a violation of the Content-Security-Policy, on an error in the console and on an uncaught exception.

import { test as base, expect, type Page } from '@playwright/test'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export { expect }

/** The repository, absolute, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const binary = join(root, 'bin', process.platform === 'win32' ? 'stdioscope.exe' : 'stdioscope')

/** What a command of the binary writes to stdout, whether it finds something or not. */
export function command(args: readonly string[], input: string | Buffer = ''): string {
  const { status, stdout, stderr } = spawnSync(binary, args, { input, encoding: 'utf8' })
  if (status === null || status > 1) throw new Error(`stdioscope ${args.join(' ')}: ${stderr}`)
  return stdout
}

export interface Server {
  /** The URL that the binary printed: with the token, to be opened once. */
  readonly url: string
  /** The same place without the token, with a slash at the end. */
  readonly origin: string
  /** Ends it as Ctrl-C would, and waits. */
  stop(): Promise<void>
  /** Ends it without a word, as a crash would, and waits. */
  kill(): Promise<void>
}

/** Starts `stdioscope serve` on a free port. It resolves when the URL has been printed. */
export async function startServer(data: string, ...options: string[]): Promise<Server> {
  return startServerWith({}, data, ...options)
}

/** The same, with variables of its own beside those of the tests. */
export async function startServerWith(
  env: Record<string, string>,
  data: string,
  ...options: string[]
): Promise<Server> {
  const child = spawn(binary, ['serve', '--no-open', '--listen', '127.0.0.1:0', '--data', data, ...options], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const printed: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${binary} ended before it printed its URL:\n${printed.join('\n')}`)))
    createInterface(child.stderr).on('line', (line) => {
      printed.push(line)
      const found = /http:\/\/\S+\?token=\S+/.exec(line)
      if (found !== null) resolve(found[0])
    })
  })
  return {
    url,
    origin: new URL('/', url).href,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

interface TestFixtures {
  /** Console errors that the test brings about itself, as a dropped network does. */
  tolerated: RegExp[]
}

interface WorkerFixtures {
  /** The server of this worker's tests. */
  server: Server
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  tolerated: [[], { option: true }],
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what the fixture needs.
    async ({}, use) => {
      const data = mkdtempSync(join(tmpdir(), 'stdioscope-e2e-'))
      const server = await startServer(data)
      await use(server)
      await server.stop()
      rmSync(data, { recursive: true })
    },
    { scope: 'worker' },
  ],
  page: async ({ page, tolerated }, use) => {
    const faults = await watch(page)
    await use(page)
    expect(
      faults.filter((fault) => !tolerated.some((pattern) => pattern.test(fault))),
      'faults that the page showed',
    ).toEqual([])
  },
})

/** Collects what goes wrong on a page, in words. Pages that a test opens itself are watched by calling this. */
export async function watch(page: Page): Promise<string[]> {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  await page.exposeBinding('reportViolation', (_source, words: string) => void faults.push(`policy: ${words}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const where = `${event.sourceFile}:${event.lineNumber}`
      const here = globalThis as unknown as { reportViolation: (words: string) => void }
      here.reportViolation(`${event.effectiveDirective} refused ${event.blockedURI} at ${where}`)
    })
  })
  return faults
}

/** Keeps a picture of the page in ui/screenshots, which git ignores. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(root, 'ui', 'screenshots', `${name}.png`), animations: 'disabled' })
}
