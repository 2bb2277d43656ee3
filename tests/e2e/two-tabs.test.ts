/** Two tabs: a buyer pays once, what the second has not been told to send by then is not sent, and a seller's theme is that of both. */
import type { Browser, Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { fillByCard, PAYING, sellCourse, statusesOf } from './buyer.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(() => sellCourse(product))

const NOW = Date.now()
const press = (page: Page) => page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).click()

/** Both have filled in the form. Time stands still: a try that was just sent stays one until `later`. */
async function tabs(email: string) {
  const { page: first } = await visit(browser, product.addresses.app, PHONE)
  await first.clock.setFixedTime(NOW)
  const second = await first.context().newPage()
  for (const tab of [first, second]) {
    await tab.goto('/buy/curso')
    await fillByCard(tab, email)
  }
  return { first, second, later: () => first.clock.setFixedTime(NOW + 20_000) }
}

/** What the tab sends to pay is met by the next of these. */
async function meet(page: Page, ...meetings: ((route: Route) => Promise<void>)[]): Promise<void> {
  await page.route(PAYING, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await meetings.shift()?.(route)
  })
}

/** The first tab has sent a try, which is held until it is let go, and the second waits for it. */
async function secondWaits(email: string) {
  const { first, second } = await tabs(email)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await meet(first, async (route) => {
    await released
    await route.fallback()
  })
  const sent = first.waitForRequest(PAYING)
  await press(first)
  await sent
  await press(second)
  await waits(second)
  return { first, second, release }
}

const waits = (page: Page) => page.getByText('Esta página espera por ela e mostra sozinha o que aconteceu').waitFor()

test('the second waits for the try of the first, and shows what it paid', async () => {
  const { first, second, release } = await secondWaits('duasabas@exemplo.com.br')
  expect(await seriousFindings(second)).toEqual([])
  release()
  for (const tab of [first, second]) await tab.getByText('Pagamento confirmado').waitFor()
  expect(await statusesOf(product, 'duasabas@exemplo.com.br')).toEqual(['APPROVED'])
  await first.context().close()
})

test('the second goes on waiting when its connection is lost', async () => {
  const { first, second, release } = await secondWaits('caiu@exemplo.com.br')
  const isLost = second.waitForEvent('requestfailed')
  await second.route(PAYING, (route) => route.abort())
  await isLost
  release()
  await first.getByText('Pagamento confirmado').waitFor()
  await second.unroute(PAYING)
  await second.getByText('Pagamento confirmado').waitFor()
  expect(await statusesOf(product, 'caiu@exemplo.com.br')).toEqual(['APPROVED'])
  await first.context().close()
})

test('where the try of the first made nothing, the second says so and sends nothing until it is asked to', async () => {
  const { first, second, later } = await tabs('nada@exemplo.com.br')
  await meet(first, (route) => route.abort())
  await press(first)
  await first.getByText('Sem resposta. Verifique a conexão').waitFor()
  await press(second)
  await waits(second)
  await later()
  await second.getByText('A tentativa anterior não chegou a ser feita, e nada foi cobrado.').waitFor()
  expect(await statusesOf(product, 'nada@exemplo.com.br')).toEqual([])
  await press(second)
  await second.getByText('Pagamento confirmado').waitFor()
  expect(await statusesOf(product, 'nada@exemplo.com.br')).toEqual(['APPROVED'])
  await first.context().close()
})

test('where the first has begun another try meanwhile, the second sends nothing beside it', async () => {
  const { first, second, later } = await tabs('corrige@exemplo.com.br')
  const [refused, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const errors = [{ path: '/customer/name', rule: 'wrong', message: 'is wrong' }]
  const json = { type: 'about:blank', title: 'A rule is broken', status: 422, code: 'rule_broken', errors }
  await meet(
    first,
    async (route) => {
      await refused.promise
      await route.fulfill({ status: 422, json })
    },
    async (route) => {
      await released.promise
      await route.fallback()
    },
  )
  const sent = first.waitForRequest(PAYING)
  await press(first)
  await sent
  await press(second)
  await waits(second)
  refused.resolve()
  await first.getByText('Confira os campos destacados').waitFor()
  await first.getByLabel('Nome completo').fill('Mariana Duarte Lima')
  const again = first.waitForRequest(PAYING)
  await press(first)
  await again
  await later()
  await second.getByText('A tentativa anterior ainda não terminou, ou esta página mudou.').waitFor()
  released.resolve()
  await first.getByText('Pagamento confirmado').waitFor()
  await second.reload()
  expect(await statusesOf(product, 'corrige@exemplo.com.br')).toEqual(['APPROVED'])
  await first.context().close()
})

test('the theme is one, wherever it is chosen', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/charges')
  await page.getByRole('heading', { name: 'Cobranças', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('tema escuro')
  await page.getByRole('option', { name: 'Tema: Escuro' }).waitFor()
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  // A button under the pointer has another colour.
  await page.getByRole('link', { name: 'Nova cobrança' }).first().hover()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Sua conta' }).click()
  expect(await page.getByRole('menuitemradio', { name: 'Escuro' }).getAttribute('aria-checked')).toBe('true')
  const other = await page.context().newPage()
  await other.goto('/refunds')
  await other.getByRole('button', { name: 'Sua conta' }).click()
  await other.getByRole('menuitemradio', { name: 'Claro' }).click()
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('light')
})
