// Every view beside the main job: filter and its address, keys, palette, rules, comparison, talking, phones.

import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { command, expect, keepPicture, test, type Server } from './rig'

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' })
const frames = (page: Page) => page.getByRole('grid', { name: 'Frames' })
const selected = (page: Page) => frames(page).getByRole('row', { selected: true })

/** What the page was about to do for the next two frames is done. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
}

/** Starts a demo through the API, so that a test begins where it has something to say. */
async function start(page: Page, server: Server, body: object): Promise<string> {
  await page.goto(server.url)
  const answer = await page.request.post(`${server.origin}api/runs`, {
    data: body,
    headers: { Origin: server.origin.replace(/\/$/, '') },
  })
  return ((await answer.json()) as { id: string }).id
}

async function ended(page: Page): Promise<void> {
  await expect(page.locator('[data-parity=same]')).toBeVisible()
}

test('the filter narrows the list, explains mistakes, and stands in the address', async ({ page, server }) => {
  const id = await start(page, server, { demo: 'banner' })
  await page.goto(`${server.origin}#/runs/${id}?filter=kind:request`)
  await ended(page)
  const shown = frames(page).locator('[data-address]')
  await expect(shown).toHaveCount(3)
  const filter = page.getByRole('combobox', { name: 'Filter' })
  await page.keyboard.press('/')
  await expect(filter).toBeFocused()
  await filter.fill('metho')
  await expect(page.getByRole('option').first()).toContainText('method:')
  await page.keyboard.press('Tab')
  await page.keyboard.type('tools')
  await page.keyboard.press('Tab')
  await expect(filter).toHaveValue(/^method:tools\/list/)
  await expect(shown).toHaveCount(2)
  await expect(page).toHaveURL(/filter=method:tools\/list/)
  await filter.fill('strem:stdout')
  await expect(page.getByText('Did you mean stream:?')).toBeVisible()
  await filter.fill('running')
  await expect(shown).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('running')
})

test('a text is found in the bytes, beyond what the row says', async ({ page, server }) => {
  const id = await start(page, server, { demo: 'clean' })
  await page.goto(`${server.origin}#/runs/${id}?filter=inputSchema`)
  await ended(page)
  await expect(frames(page).locator('[data-address]')).toHaveCount(1)
  await expect(frames(page).locator('[data-address]')).toContainText('tools/list')
})

test('the command line lists the frames that the page shows', async ({ page, server }) => {
  test.slow() // on a busy machine
  const id = await start(page, server, { demo: 'every-list' })
  await page.goto(`${server.origin}#/runs/${id}`)
  await ended(page)
  const answer = await page.request.get(`${server.origin}api/runs/${id}/transcript`)
  expect(answer.ok()).toBe(true)
  const recording = await answer.body()
  const shown = frames(page).locator('[data-address]')
  const filter = page.getByRole('combobox', { name: 'Filter' })
  for (const text of [
    'kind:response',
    '!stream:event dur:>=0us',
    'tool:*',
    'method:tools/* !kind:request',
    'id:2,3',
    'inputSchema',
    '!inputSchema kind:result',
    '"\\"name\\"" stream:stdout',
    'kind:exit,spawn',
    'size:>1k status:ok',
    'stream:stderr',
    'severity:none is:paired t:>0us',
    'is:first',
  ]) {
    const { frames: rows } = JSON.parse(command(['validate', '--json', '--filter', text, '-'], recording)) as {
      frames: { address: string }[]
    }
    await filter.fill(text)
    await expect(shown, text).toHaveCount(rows.length)
    expect(await shown.evaluateAll((all) => all.map((each) => each.getAttribute('data-address'))), text).toEqual(
      rows.map((row) => row.address),
    )
  }
})

test('everything is reached by keys', async ({ page, server }) => {
  const id = await start(page, server, { demo: 'banner' })
  await page.goto(`${server.origin}#/runs/${id}`)
  await ended(page)
  await expect(selected(page)).toHaveAttribute('data-address', 'stdout:1')
  await page.keyboard.press('j')
  await expect(selected(page)).toHaveAttribute('data-address', 'stdout:2')
  await page.keyboard.press('[')
  await expect(selected(page)).toHaveAttribute('data-address', 'stdin:1')
  await page.keyboard.press(']')
  await expect(selected(page)).toHaveAttribute('data-address', 'stdout:2')
  await page.keyboard.press('f')
  await expect(selected(page)).toHaveAttribute('data-address', 'stdout:1')
  await expect(page).toHaveURL(/frame=stdout:1/)
  await page.keyboard.press('k')
  await page.keyboard.press('n')
  await expect(selected(page)).toHaveAttribute('data-address', 'stdout:1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { selected: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Raw' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys and filter' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys and filter' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find a command, run or rule' })).toBeFocused()
  await page.keyboard.type('stdout-bom:')
  await expect(page.getByRole('option', { name: /stdout-bom:/ })).toBeVisible() // the rules arrive when first asked for
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A byte order mark on stdout')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL(/#\/runs$/)
})

test('a person who scrolls away from the selected frame stays there', async ({ page, server }) => {
  const id = await start(page, server, { demo: 'banner' })
  await page.setViewportSize({ width: 1280, height: 480 })
  await page.goto(`${server.origin}#/runs/${id}`)
  await ended(page)
  await expect(selected(page)).toBeInViewport()
  await frames(page).evaluate((list) => (list.scrollTop = 99_999))
  await expect(frames(page).getByRole('row').last()).toContainText('exited')
  await drawn(page) // whatever would bring it back has had its chance
  expect(await frames(page).evaluate((list) => list.scrollTop)).toBeGreaterThan(100)
})

test('a frame has an address that can be passed on', async ({ page, server }) => {
  const id = await start(page, server, { demo: 'clean' })
  await page.goto(`${server.origin}#/runs/${id}?frame=stdout:2&tab=pair`)
  await ended(page)
  await expect(selected(page)).toHaveAttribute('data-address', 'stdout:2')
  await expect(page.getByText(/answered in/)).toBeVisible()
})

test('tree, raw text and hex share one selection', async ({ page, server }) => {
  const id = await start(page, server, { demo: 'clean' })
  await page.goto(`${server.origin}#/runs/${id}?frame=stdout:2`)
  await ended(page)
  await page.getByRole('treeitem').filter({ hasText: 'protocolVersion' }).click()
  await page.getByRole('tab', { name: 'Hex' }).click()
  const chosen = page.getByRole('grid', { name: 'Hex and text' }).locator('.text .chosen')
  await expect(chosen.first()).toHaveText('"')
  const text = (await chosen.allTextContents()).join('')
  expect(text).toMatch(/^"protocolVersion":"\d{4}-\d\d-\d\d"$/)
  await page.getByRole('tab', { name: 'JSON' }).click()
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('protocolVersion')
})

test('what is selected in a frame, and a finding, have an address that can be passed on', async ({ page, server }) => {
  test.slow() // on a busy machine
  const id = await start(page, server, { demo: 'banner' })
  await page.goto(`${server.origin}#/runs/${id}?frame=stdout:3`)
  await ended(page)
  await page.getByRole('treeitem').filter({ hasText: 'protocolVersion' }).click()
  await expect(page).toHaveURL(/frame=stdout:3&bytes=\d+-\d+$/)
  const url = page.url()
  await page.keyboard.press('Escape')
  await frames(page).locator('[data-address="stdout:4"]').click()
  await expect(page).toHaveURL(/frame=stdout:4$/)
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await expect(page.getByRole('treeitem', { selected: true })).toHaveCount(0)
  await page.goto(url)
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('protocolVersion')
  await page.reload()
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('protocolVersion')
  expect(page.url()).toBe(url)

  await page.goto(`${server.origin}#/runs/${id}?tab=findings&frame=stdout:1`)
  await page.getByRole('tabpanel').getByRole('button').first().click()
  await expect(page).toHaveURL(/finding=1/)
})

test('a lost connection is said, and comes back by itself', async ({ page, server }) => {
  test.slow() // on a busy machine
  const id = await start(page, server, { demo: 'clean', interactive: true })
  let lost: (() => Promise<void>) | undefined
  let connections = 0
  let open = true
  await page.routeWebSocket(/\/events/, async (socket) => {
    connections++
    if (!open) return socket.close({ code: 1011 })
    socket.connectToServer()
    lost = () => socket.close({ code: 1011 })
    return Promise.resolve()
  })
  await page.goto(`${server.origin}#/runs/${id}`)
  await expect(frames(page).getByRole('row').filter({ hasText: 'tools/list' }).first()).toBeVisible()
  open = false
  await lost?.()
  await expect(page.getByText(/Lost the connection to the local server/)).toBeVisible()
  const before = await frames(page).getByRole('row').count()
  await page.request.post(`${server.origin}api/runs/${id}/send`, {
    data: { message: { jsonrpc: '2.0', id: 901, method: 'ping' } },
    headers: { Origin: server.origin.replace(/\/$/, '') },
  })
  open = true
  await expect(page.getByText(/Lost the connection to the local server/)).toHaveCount(0, { timeout: 20_000 })
  await expect(frames(page).getByRole('row').filter({ hasText: '901' })).toHaveCount(2)
  expect(await frames(page).getByRole('row').count()).toBeGreaterThan(before)
  expect(connections).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Stop' }).click()
})

test('nothing jumps while a run streams in, and 1280 by 720 holds it all', async ({ page, server }) => {
  test.slow() // on a busy machine
  await page.setViewportSize({ width: 1280, height: 720 })
  const id = await start(page, server, { demo: 'clean', interactive: true })
  await page.goto(`${server.origin}#/runs/${id}`)
  await expect(frames(page).getByRole('row').filter({ hasText: 'tools/list' }).first()).toBeVisible()
  for (const part of [
    verdict(page),
    frames(page),
    page.locator('canvas'),
    page.getByRole('combobox', { name: 'Filter' }),
    page.getByRole('region', { name: 'Inspector' }),
  ])
    await expect(part).toBeInViewport({ ratio: 0.95 })
  await page.evaluate(() => {
    const moved: number[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift' })
  })
  for (let i = 0; i < 30; i++)
    await page.request.post(`${server.origin}api/runs/${id}/send`, {
      data: { message: { jsonrpc: '2.0', id: 700 + i, method: i % 3 === 0 ? 'no/such' : 'tools/list' } },
      headers: { Origin: server.origin.replace(/\/$/, '') },
    })
  await expect(frames(page).getByRole('row').filter({ hasText: '729' }).last()).toBeVisible()
  const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved)
  expect(moved.reduce((sum, each) => sum + each, 0)).toBeLessThan(0.02)
  await page.getByRole('button', { name: 'Stop' }).click()
})

test('a filter that nothing passes says so, and is taken away with one press', async ({ page, server }) => {
  const id = await start(page, server, { demo: 'banner' })
  await page.goto(`${server.origin}#/runs/${id}?filter=id:nowhere`)
  await ended(page)
  await expect(page.getByText(/^No frame of \d+ passes this filter/)).toBeVisible()
  await page.getByRole('button', { name: 'Show all frames' }).click()
  await expect(frames(page)).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('')
  await expect(page.getByText(/passes this filter/)).toBeHidden()
  // The rows stand below each other: none has taken the place of the words.
  const tops = await frames(page)
    .locator('[data-address]')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(tops.length)
})

test('a verdict too long for one line is read to its end', async ({ page, server }) => {
  const id = await start(page, server, { demo: 'pretty-json' })
  await page.goto(`${server.origin}#/runs/${id}`)
  await ended(page)
  const sentence = verdict(page).locator('.sentence')
  await expect(sentence).toContainText('(tools/list).')
  expect(await sentence.evaluate((p) => p.scrollWidth <= p.clientWidth && p.scrollHeight <= p.clientHeight)).toBe(true)
})

test('a brush on the timeline filters by time, and all of it comes back', async ({ page, server }) => {
  const id = await start(page, server, { demo: 'banner' })
  await page.goto(`${server.origin}#/runs/${id}`)
  await ended(page)
  const box = await page.locator('canvas').boundingBox()
  if (!box) throw new Error('no timeline')
  await page.mouse.move(box.x + 300, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 600, box.y + 40, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue(/^t:\d+us\.\.\d+us$/)
  await page.getByRole('button', { name: 'All of the time' }).click()
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('')
})

test('rules are found, explained, and shown happening', async ({ page, server }) => {
  await page.goto(server.url)
  await page.getByRole('link', { name: 'Rules' }).click()
  await page.getByRole('searchbox', { name: 'Find a rule' }).fill('not json')
  await page.getByRole('link', { name: /stdout-non-json/ }).click()
  await expect(page.getByRole('heading', { name: 'The fix' })).toBeVisible()
  await keepPicture(page, 'rule')
  await page.getByRole('button', { name: 'See it happen here' }).click()
  await expect(verdict(page)).toContainText('stdout-non-json')
})

test('two runs are compared', async ({ page, server }) => {
  const a = await start(page, server, { demo: 'clean' })
  const b = await start(page, server, { demo: 'banner' })
  await page.goto(`${server.origin}#/compare?a=${a}&b=${b}`)
  await expect(page.getByRole('row', { name: /Verdict.*differs/ })).toContainText('FAIL')
  await expect(page.getByText('only in B', { exact: true })).toBeVisible()
  await expect(page.getByText(/The same 2, with the same schemas/)).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Frames of both runs' }).getByRole('row')).toHaveCount(1)
  await keepPicture(page, 'compare')
})

test('what changed is what the command line says', async ({ page, server }, info) => {
  test.slow() // on a busy machine
  const a = await start(page, server, { demo: 'tool-no-description' })
  const b = await start(page, server, { demo: 'every-list' })
  const files = []
  for (const id of [a, b]) {
    await page.goto(`${server.origin}#/runs/${id}`)
    await ended(page)
    files.push(info.outputPath(`${id}.jsonl`))
    writeFileSync(
      info.outputPath(`${id}.jsonl`),
      await (await page.request.get(`${server.origin}api/runs/${id}/transcript`)).body(),
    )
  }
  const said = JSON.parse(command(['diff', '--json', ...files])) as {
    capabilities: { added: string[] }
    tools: { name: string; change: string }[]
    latencies: { method: string }[]
    frames: { before?: object; after?: object }[]
  }
  await page.goto(`${server.origin}#/compare?a=${a}&b=${b}`)
  const tools = page.getByRole('region', { name: 'Tools and schemas' }).getByRole('listitem')
  await expect(tools).toHaveCount(said.tools.length)
  expect(said.tools.length).toBeGreaterThan(0)
  for (const { name, change } of said.tools)
    await expect(tools.filter({ hasText: name }).filter({ hasText: change })).not.toHaveCount(0)
  const answers = page.getByRole('region', { name: 'Capabilities and answers' })
  for (const name of said.capabilities.added) await expect(answers).toContainText(name)
  await expect(page.getByRole('region', { name: 'Latencies, median' }).getByRole('rowheader')).toHaveText(
    said.latencies.map((latency) => latency.method),
  )
  const alone = said.frames.filter((pair) => !pair.before || !pair.after).length
  await expect(page.getByText(`${alone} of ${said.frames.length}`)).toBeVisible()
  await page
    .getByRole('link', { name: /resources\/list/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`runs/${b}\\?frame=`))
})

test.describe('a run that is gone', () => {
  test.use({ tolerated: [/status of 404/] })

  test('is one sentence, not an empty list of frames', async ({ page, server }) => {
    await page.goto(server.url)
    await page.goto(`${server.origin}#/runs/20990101-000000-gone`)
    await expect(page.getByRole('alert')).toContainText('No such run.')
    await expect(verdict(page)).toContainText('NOT OPENED')
    await expect(frames(page)).toBeHidden()
    await expect(page.getByRole('group', { name: 'Timeline' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Transcript' })).toBeHidden()
  })

  test('cannot be compared, and that is said', async ({ page, server }) => {
    const a = await start(page, server, { demo: 'clean' })
    await page.goto(`${server.origin}#/compare?a=${a}&b=20990101-000000-gone`)
    await expect(page.getByRole('region', { name: 'Comparison' })).toContainText(
      /no such run|does not exist|There is no/i,
    )
  })
})

test('a live server is talked to: a tool by its form, a request, raw bytes', async ({ page, server }) => {
  test.slow() // on a busy machine
  const id = await start(page, server, { demo: 'every-list', interactive: true })
  await page.goto(`${server.origin}#/runs/${id}?tab=talk`)
  await page.getByRole('combobox', { name: 'Tool' }).selectOption('echo')
  await page.getByLabel(/^text/).fill('hello there')
  await page.getByRole('button', { name: 'Call echo' }).click()
  await expect(page.getByRole('region', { name: 'Sent by hand' })).toContainText('answered in')
  await expect(page.getByRole('treeitem').filter({ hasText: 'hello there' })).toBeVisible()
  await page.getByRole('button', { name: 'Any request' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(frames(page).getByRole('row').filter({ hasText: 'ping' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Raw bytes' }).click()
  await page.getByLabel('Bytes').fill('nonsense \\xff')
  await page.getByRole('button', { name: 'Send 11 bytes' }).click()
  await expect(frames(page).getByRole('row').filter({ hasText: 'nonsense' })).toBeVisible()
  await keepPicture(page, 'talk')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('The server has ended')).toBeVisible()
  await page.getByRole('button', { name: 'Start it again and talk to it' }).click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(page.getByRole('button', { name: 'Call echo' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
})

test('a run that only looked is run again to be talked to', async ({ page, server }) => {
  const id = await start(page, server, { demo: 'clean' })
  await page.goto(`${server.origin}#/runs/${id}?tab=talk`)
  await page.getByRole('button', { name: 'Start it again and talk to it' }).click()
  await expect(page.getByRole('button', { name: /^Call / })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
})

test.describe('values of variables', () => {
  test.use({ tolerated: [/status of 400/] })

  test('are never stored, so running again asks for them', async ({ page, server }) => {
    const id = await start(page, server, { demo: 'clean', env: { E2E_TOKEN: 'a-value-of-mine' } })
    await page.goto(`${server.origin}#/runs/${id}`)
    await ended(page)
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.getByLabel(/E2E_TOKEN/).fill('a-value-of-mine')
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page).not.toHaveURL(new RegExp(id))
    await ended(page)
  })
})

test('the list follows what arrives until a person scrolls', async ({ page, server }) => {
  test.slow() // on a busy machine
  const id = await start(page, server, { demo: 'every-list', interactive: true })
  await page.goto(`${server.origin}#/runs/${id}?tab=talk`)
  const follow = page.getByRole('button', { name: 'follow' })
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Any request' }).click()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  for (let i = 0; i < 12; i++) await send.click()
  await expect(frames(page).getByRole('row').filter({ hasText: '1012' }).last()).toBeInViewport()
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await frames(page).hover()
  await page.mouse.wheel(0, -400)
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Stop' }).click()
})

test('a run is named, run again and deleted', async ({ page, server }) => {
  const id = await start(page, server, { demo: 'clean' })
  await page.goto(`${server.origin}#/runs`)
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href="#/runs/${id}"]`) })
  await row.hover()
  await row.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('New name').fill('my own name')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('my own name')
  page.on('dialog', (dialog) => void dialog.accept())
  await row.hover()
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})

test('on a phone nothing is cut off, and the inspector is a sheet', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const other = await start(page, server, { demo: 'clean' })
  const id = await start(page, server, { demo: 'banner' })
  // Each page, and what stands on it when it has arrived.
  for (const [hash, sign] of [
    [`#/compare?a=${other}&b=${id}`, 'Latencies, median'],
    ['#/runs', 'demo banner'],
    ['#/open', 'Engine'],
    ['#/rules', 'stdout-bom'],
    ['#/rules/stdout-bom', 'A good one'],
    [`#/runs/${id}`, 'FAIL'],
  ] as const) {
    await page.goto(server.origin + hash)
    await expect(page.locator('main')).toContainText(sign)
    await drawn(page)
    const widest = await page.evaluate(() =>
      Math.max(
        document.documentElement.scrollWidth,
        ...Array.from(document.querySelectorAll('main > *'), (e) => e.scrollWidth),
      ),
    )
    expect(widest, hash).toBeLessThanOrEqual(390)
  }
  await ended(page)
  await page.getByRole('button', { name: 'Inspect the selected frame' }).click()
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeVisible()
  await keepPicture(page, 'phone')
})
