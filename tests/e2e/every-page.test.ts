/** Every page, from the list that pictures are made of: at a desk and on a phone, in light and in dark, it keeps no user out. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONSOLE_PAGES, PUBLIC_PAGES } from '../../scripts/support/demo-pages.ts'
import { type DemoWorld, makeDemoWorld } from '../../scripts/support/demo-world.ts'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, overflow, PHONE, seriousFindings, type Visit, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
let world: DemoWorld

onStage(
  (stage) => {
    ;({ product, browser } = stage)
  },
  { TEMPORAL_UI_URL: 'http://127.0.0.1:8233' },
)
beforeAll(async () => {
  world = await makeDemoWorld(product)
})

/** The menu's link to the open page, where the menu, which scrolls in a low window, does not show all of it. */
const hereOutOfSight = (page: Page) =>
  page.locator('[data-sidebar] nav [aria-current=page]').evaluateAll((links) =>
    links.flatMap((link) => {
      const { top, bottom, height } = link.getBoundingClientRect()
      const menu = link.closest('nav')?.parentElement?.getBoundingClientRect()
      const isSeen = menu && top >= menu.top && bottom <= menu.bottom
      return isSeen || height === 0 ? [] : [link.textContent]
    }),
  )

describe.each([
  ['at a desk', DESKTOP],
  ['on a phone', PHONE],
] as const)('%s,', (_place, sight) => {
  // One window for all: a new one is a new process of the browser's, which reads the whole app anew.
  let ours: Visit
  let strangers: Visit
  beforeAll(async () => {
    ours = await visit(browser, product.addresses.app, { ...sight, role: 'admin' })
    strangers = await visit(browser, product.addresses.app, sight)
  })
  afterAll(() => Promise.all([ours, strangers].map(({ page }) => page.context().close())))

  test.each([...CONSOLE_PAGES, ...PUBLIC_PAGES])(
    '$name fits, keeps no user out in light or dark, and obeys the content security policy',
    async ({ path, ready, before, isPublic, refusal }) => {
      const { page, complaints } = isPublic ? strangers : ours
      // What the page before is still busy with is no complaint of this one.
      page.once('framenavigated', () => {
        complaints.length = 0
      })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(path(world))
      await before?.(page)
      await page.getByText(ready).filter({ visible: true }).first().waitFor()
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await expect.poll(() => hereOutOfSight(page)).toEqual([])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await seriousFindings(page), colorScheme).toEqual([])
      }
      const expected = `the server responded with a status of ${refusal}`
      expect(complaints.filter((complaint) => !complaint.includes(expected))).toEqual([])
    },
  )
})
