/** A pause is said until it is over, each by itself, and the way back answers wherever it is taken. */
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const PAUSED = 'Em pausa: a página não vende'

async function links(count: number, title?: string) {
  for (let one = 0; one < count; one += 1)
    await product.call('POST', '/v1/payment-links', { amount: 1_000, ...(title && { title }) })
}

async function choose(page: Page, row: string, what: string, at = 0): Promise<void> {
  await page
    .getByRole('button', { name: `Ações: ${row}`, exact: true })
    .nth(at)
    .click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
}

async function pausedUnnamed(): Promise<number> {
  type Links = { data: { title: string | null; enabled: boolean }[] }
  const { body } = await product.call<Links>('GET', '/v1/payment-links')
  return body.data.filter(({ title, enabled }) => title === null && !enabled).length
}

const open = async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/payment-links')
  return page
}

test('it is said no more once the page sells again', async () => {
  await links(1, 'Oficina')
  const page = await open()
  await choose(page, 'Oficina', 'Pausar')
  await page.getByText(PAUSED).waitFor()
  await page.getByText('Em pausa', { exact: true }).waitFor()
  await choose(page, 'Oficina', 'Retomar')
  await page.getByText('À venda', { exact: true }).waitFor()
  await page.getByText(PAUSED).waitFor({ state: 'detached' })
  await page.context().close()
})

test('the way back that fails on another page is said there', async () => {
  await links(1, 'Palestra')
  const page = await open()
  await choose(page, 'Palestra', 'Pausar')
  await page.getByText(PAUSED).waitFor()
  await page.getByRole('link', { name: 'Clientes' }).first().click()
  await page.waitForURL((url) => url.pathname === '/customers')
  await page.route('**/v1/payment-links/*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText('Não foi salvo').waitFor()
  await page.context().close()
})

test('two without a name that are paused at once have a way back each', async () => {
  await links(2)
  const page = await open()
  const asked = Promise.withResolvers<void>()
  await page.route('**/v1/payment-links/*', async (route) => {
    await asked.promise
    await route.continue()
  })
  for (const at of [0, 1]) await choose(page, 'Sem nome', 'Pausar', at)
  asked.resolve()
  await expect.poll(() => page.getByText(PAUSED).count()).toBe(2)
  for (const left of [1, 0]) {
    await page.getByRole('button', { name: 'Desfazer' }).first().click()
    await expect.poll(pausedUnnamed).toBe(left)
  }
  expect(await page.getByText(PAUSED).count()).toBe(0)
  await page.context().close()
})
