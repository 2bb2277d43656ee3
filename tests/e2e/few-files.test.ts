/** How many files a page of the console is: on a slow network each is waited for. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

test('a list of the console is a handful of files', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  const scripts = new Set<string>()
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.add(request.url())))
  await page.goto('/charges', { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(scripts.size).toBeGreaterThan(0)
  expect(scripts.size).toBeLessThanOrEqual(25)
  await page.context().close()
})
