// axe finds nothing on any page in either theme.

import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './rig'

async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  )
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing, ${theme}`, async ({ page, server }) => {
    test.setTimeout(300_000) // axe reads fourteen pages; a busy machine takes minutes
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto(server.url)
    const start = async (body: object) => {
      const answer = await page.request.post(`${server.origin}api/runs`, {
        data: body,
        headers: { Origin: server.origin.replace(/\/$/, '') },
      })
      return ((await answer.json()) as { id: string }).id
    }
    const broken = await start({ demo: 'banner' })
    const clean = await start({ demo: 'clean' })
    const open = await start({ demo: 'every-list', interactive: true })
    const pages = [
      '#/runs',
      '#/open',
      '#/rules',
      '#/rules/stdout-non-json',
      ...['json', 'raw', 'hex', 'pair', 'findings'].map((tab) => `#/runs/${broken}?frame=stdout:1&tab=${tab}`),
      `#/runs/${clean}?frame=stdout:2`,
      `#/runs/${clean}?filter=strem:x`,
      `#/runs/${open}?tab=talk`,
      `#/compare?a=${clean}&b=${broken}`,
      '#/nowhere',
    ]
    for (const hash of pages) {
      await page.goto(server.origin + hash)
      await expect(page.locator('main')).toBeVisible()
      if (hash.includes(broken) || hash.includes(clean)) {
        await expect(page.getByText(/agree, byte for byte|Latencies/).first()).toBeVisible()
      }
      expect.soft(await faults(page), `${hash} ${theme}`).toEqual([])
    }
    await page.goto(`${server.origin}#/runs`)
    await page.getByRole('button', { name: 'Options' }).click()
    expect.soft(await faults(page), 'options').toEqual([])
    await page.keyboard.press('?')
    expect.soft(await faults(page), 'help').toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    expect.soft(await faults(page), 'palette').toEqual([])
  })
}
