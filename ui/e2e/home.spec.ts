// Home: what can be run and how it is offered, what will run before it does, and the runs there have been.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, root, startServer, startServerWith, test } from './rig'

const fixture = join(root, 'bin/fixture')
const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' })
const command = (page: Page) => page.getByLabel('Command of the server')
const row = (page: Page, id: string) =>
  page.getByRole('listitem').filter({ has: page.locator(`a[href="#/runs/${id}"]`) })
const idOf = (page: Page) => /#\/runs\/([^?]+)/.exec(page.url())?.[1] ?? ''

test('before there is any run, home says what to do', async ({ page }, info) => {
  const own = await startServer(info.outputPath('data'))
  await page.goto(own.url)
  await expect(page.getByText(/^No runs yet\. Type a command above/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
  await own.stop()
})

test('a run stands in the list with its verdict and first violation, and is run again', async ({ page, server }) => {
  await page.goto(server.url)
  await page.getByRole('button', { name: /greets on stdout/ }).click()
  await expect(verdict(page)).toContainText('FAIL')
  const id = idOf(page)
  await page.goto(`${server.origin}#/runs`)
  await expect(row(page, id)).toContainText('FAIL')
  await expect(row(page, id)).toContainText('Weather MCP server')
  await row(page, id).hover()
  await row(page, id).getByRole('button', { name: 'Run again' }).click()
  await expect(verdict(page)).toContainText('FAIL')
  expect(idOf(page)).not.toBe(id)
})

test('what will run is shown with its folder and the names of its variables, and no value is kept', async ({
  page,
  server,
}) => {
  test.slow() // on a busy machine
  await page.goto(server.url)
  await command(page).fill(`${fixture} clean`)
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByLabel('Directory').fill('temp')
  await page.getByLabel('Environment').fill('HOME_TOKEN=a-secret-of-mine')
  const becomes = page.locator('#becomes')
  await expect(becomes).toContainText('will run')
  await expect(becomes).toContainText(fixture)
  await expect(becomes).toContainText('HOME_TOKEN')
  await expect(becomes).toContainText('temp')
  await expect(becomes).not.toContainText('a-secret-of-mine')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(verdict(page)).toContainText('PASS')
  const kept = await (await page.request.get(`${server.origin}api/runs/${idOf(page)}/transcript`)).text()
  expect(kept).toContain('HOME_TOKEN')
  expect(kept).not.toContain('a-secret-of-mine')
  expect(
    await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
  ).not.toContain('a-secret')
  await page.goto(`${server.origin}#/runs`)
  await expect(page.locator(`#history option[value="${fixture} clean"]`)).toBeAttached()
  await page.reload()
  await expect(page.locator(`#history option[value="${fixture} clean"]`)).toBeAttached()
})

test.describe('the form', () => {
  test.use({ tolerated: [/status of 400/] })

  test('every option of a run can be asked for', async ({ page, server }) => {
    test.slow() // on a busy machine
    const source = readFileSync(join(root, 'server/options.go'), 'utf8')
    const [, members = ''] = /type RunOptions struct \{([\s\S]*?)\n\}/.exec(source) ?? []
    const wanted = [...members.matchAll(/json:"(\w+)/g)].map(([, name]) => name)
    expect(wanted.length).toBeGreaterThan(15)

    await page.goto(server.url)
    await command(page).fill(`${fixture} clean`)
    await page.getByRole('button', { name: 'Options' }).click()
    await page.getByLabel('Profile').selectOption('registry')
    const fields: Record<string, string> = {
      Name: 'n',
      Directory: 'temp',
      Environment: 'A=1',
      Requests: 'ping',
      'Tool calls': 'echo {"text":"x"}',
      'Hostile calls': 'echo {"text":7}',
      'On stderr': 'ready',
      Scan: '.',
      'Answer, ms': '4000',
      'Start, ms': '4001',
      'Shutdown, ms': '1000',
      'Settle, ms': '10',
      Runs: '2',
      'stdout, bytes': '1000',
      'A line, bytes': '1001',
      'stderr, bytes': '1002',
    }
    for (const [label, text] of Object.entries(fields))
      await page
        .locator('.options label')
        .filter({ has: page.locator('span').getByText(label, { exact: true }) })
        .locator('input, textarea')
        .fill(text)
    await page.getByLabel('Inherits').selectOption('clean')
    for (const box of [
      'what the scan finds are errors',
      'prove first that intentional faults are caught',
      'stay open, so that you can talk to the server',
      'ask for the lists that the server advertises',
      'roots',
      'invalid-method',
    ])
      await page.getByLabel(box).click()

    const asked: Record<string, unknown>[] = []
    await page.route('**/api/runs', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      asked.push(route.request().postDataJSON() as Record<string, unknown>)
      return route.fulfill({ status: 400, body: '' })
    })
    const run = page.getByRole('button', { name: 'Run', exact: true })
    for (const protocol of ['2025-06-18', 'both']) {
      await page.getByLabel('Protocol').selectOption(protocol)
      await run.click()
      await expect(page.getByRole('alert')).toContainText('answered 400')
      await command(page).fill(`${fixture} clean ${protocol}`)
      await expect(run).toBeEnabled()
    }
    const heard = Object.assign({}, ...asked.reverse()) as Record<string, unknown>
    expect(wanted.filter((name) => name !== undefined && !(name in heard))).toEqual([])
    expect(heard).toMatchObject({ failOnStatic: true, selftest: true, probes: false, interactive: true, cwd: 'temp' })
  })
})

test('servers of the clients on this machine are offered by name, and those of a pasted configuration', async ({
  page,
}, info) => {
  test.slow() // on a busy machine
  const home = info.outputPath('home')
  mkdirSync(join(home, '.cursor'), { recursive: true })
  const servers = { found: { command: fixture, args: ['clean'], env: { FOUND_TOKEN: 'hidden-value' } } }
  writeFileSync(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: servers }))
  const own = await startServerWith({ HOME: home }, info.outputPath('data'))
  await page.goto(own.url)
  const offered = page.getByRole('region', { name: 'Servers on this machine' })
  await offered.getByRole('button', { name: 'found', exact: true }).click()
  await expect(offered).toContainText(fixture)
  await expect(offered).toContainText('FOUND_TOKEN')
  await expect(offered).not.toContainText('hidden-value')
  await offered.getByRole('button', { name: 'Run found' }).click()
  await expect(verdict(page)).toContainText('PASS')

  await page.goto(`${own.origin}#/runs`)
  await offered.getByRole('button', { name: 'Paste a configuration' }).click()
  await page
    .getByLabel('Client configuration, JSON or TOML')
    .fill(`[mcp_servers.pasted]\ncommand = "${fixture}"\nargs = ["banner"]\n`)
  await offered.getByRole('button', { name: 'Find its servers' }).click()
  await offered.getByRole('button', { name: 'pasted', exact: true }).click()
  await expect(offered).toContainText('banner')
  await offered.getByRole('button', { name: 'Run pasted' }).click()
  await expect(verdict(page)).toContainText('FAIL')
  await own.stop()
})

test('a recording that is dropped anywhere on home is judged', async ({ page, server }) => {
  await page.goto(server.url)
  await expect(page.getByRole('heading', { name: 'New run' })).toBeVisible()
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['Server ready\n{"jsonrpc":"2.0","id":1,"result":{}}\n'], 'out.txt'))
    return transfer
  })
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.locator('main').dispatchEvent(event, { dataTransfer: data })
  await expect(verdict(page)).toContainText('Server ready')
  await expect(page.getByText('Nothing left this browser')).toBeVisible()
})
