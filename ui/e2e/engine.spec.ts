// The built worker and module, as the page would start them, under the server's own Content-Security-Policy.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Reply, Request } from '../src/engine/protocol'
import { expect, root, test } from './rig'

const assets = readdirSync(join(root, 'ui/dist/assets'))

/** The URL path of the one asset whose name begins and ends so. */
function asset(begin: string, end: string): string {
  const [name, ...others] = assets.filter((asset) => asset.startsWith(begin) && asset.endsWith(end))
  if (name === undefined || others.length > 0) throw new Error(`not one ${begin}*${end} in ui/dist/assets`)
  return `/assets/${name}`
}

const worker = asset('engine.worker-', '.js')
const module = asset('engine-', '.wasm')

/** Judges files, base64, one after another in one worker of the page; gives their reports as text, or what failed. */
async function judge(page: Page, files: readonly string[]): Promise<string[]> {
  return page.evaluate(
    async ({ worker, module, files }) => {
      const running = new Worker(worker, { type: 'module' })
      const say = (request: Request) => running.postMessage(request)
      const hear = () =>
        new Promise<Reply>((resolve, reject) => {
          running.onerror = (event) => reject(new Error(event.message))
          running.onmessage = ({ data }: MessageEvent<Reply>) => {
            if (data.kind !== 'update') resolve(data)
          }
        })
      const started = hear()
      say({ kind: 'start', module: { url: new URL(module, location.href).href } })
      const ready = await started
      if (ready.kind !== 'ready') throw new Error(JSON.stringify(ready))
      const reports: string[] = []
      for (const [session, file] of files.entries()) {
        const heard = hear()
        const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0))
        say({ kind: 'open', session, input: 'transcript', blob: new Blob([bytes]) })
        const reply = await heard
        reports.push(reply.kind === 'done' ? new TextDecoder().decode(reply.outcome.report) : JSON.stringify(reply))
        say({ kind: 'close', session })
      }
      running.terminate()
      return reports
    },
    { worker, module, files },
  )
}

test('the engine takes at most 900 kB to fetch', () => {
  expect(statSync(join(root, `ui/dist${module}.br`)).size).toBeLessThanOrEqual(900_000)
})

test('the engine becomes ready in a worker of the page', async ({ page, server }) => {
  await page.goto(server.url)
  const [report] = await judge(page, [btoa('{"stdioscope":1,"source":{"format":"launch"}}\n')])
  expect(JSON.parse(report ?? '')).toMatchObject({ schemaVersion: 1 })
})

test('Chromium gives, byte for byte, the native report of every fixture', async ({ page, server }) => {
  const folder = join(root, 'fixtures/transcripts')
  const names = readdirSync(folder).filter((name) => name.endsWith('.stdioscope.jsonl'))
  expect(names.length).toBeGreaterThan(20)
  await page.goto(server.url)
  test.slow() // as many runs of the binary as there are fixtures
  const reports = await judge(
    page,
    names.map((name) => readFileSync(join(folder, name)).toString('base64')),
  )
  for (const [i, name] of names.entries()) {
    expect.soft(reports[i], name).toBe(nativeReport(join(folder, name)))
  }
})

/** What `validate --json` prints; it exits 1 when the report holds an error. */
function nativeReport(path: string): string {
  try {
    return execFileSync(join(root, 'bin/stdioscope'), ['validate', '--json', path], { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    if (status === 1) return stdout
    throw error
  }
}
