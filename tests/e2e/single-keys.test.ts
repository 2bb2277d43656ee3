/** What a single key does: not while a menu is open, which is searched by typing, and not for a user who has turned it off. */
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const charges = (page: Page) => page.getByRole('heading', { name: 'Cobranças', level: 1 })
const newCharge = (page: Page) => page.getByRole('heading', { name: 'Nova cobrança', level: 1 })

test('a key that is typed into an open menu is the menu’s', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  // Its page is there at once when it is opened by mistake.
  await page.goto('/charges/new')
  await newCharge(page).waitFor()
  await page.getByRole('link', { name: 'Cobranças', exact: true }).click()
  await charges(page).waitFor()
  await page.getByRole('button', { name: /^Sua conta/ }).click()
  const menu = page.getByRole('menu')
  await menu.waitFor()
  await page.keyboard.press('n')
  await menu.press('Escape')
  await menu.waitFor({ state: 'detached' })
  expect(await charges(page).isVisible()).toBe(true)
  await page.keyboard.press('n')
  await newCharge(page).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

test('single keys are turned off on a device, and on again', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/profile')
  const chosen = page.getByRole('checkbox', { name: /^Usar atalhos de uma só tecla/ })
  await expect.poll(() => chosen.isChecked()).toBe(true)
  await chosen.uncheck()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE.viewport)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto('/charges')
  await charges(page).waitFor()
  expect(await page.locator('[aria-keyshortcuts="n"], [aria-keyshortcuts="/"]').count()).toBe(0)
  await page.keyboard.press('n')
  await page.keyboard.press('/')
  // With another key it is no single one.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await charges(page).isVisible()).toBe(true)

  await page.goto('/profile')
  await expect.poll(() => chosen.isChecked()).toBe(false)
  await chosen.check()
  await page.goto('/charges')
  await charges(page).waitFor()
  await page.keyboard.press('n')
  await newCharge(page).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})
