/** What a buyer pays by: until when, and how. */
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { ADDRESS } from '../support/address.ts'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { choose, fillBuyer, reading } from './buyer.ts'
import { onStage } from './stage.ts'

const COPY_LINE = 'Copiar linha digitável'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
let url: string
beforeAll(async () => {
  const paymentMethods = ['BILLET', 'PIX']
  const { body } = await product.call<{ url: string }>('POST', '/v1/payment-links', { amount: 4_700, paymentMethods })
  url = new URL(body.url).pathname
})

const customer = { name: 'Mariana Duarte', email: 'dia@exemplo.com.br', document: '11144477735', phone: '11912345678' }
const boleto = { amount: 49_700, paymentMethod: 'BILLET', customer, address: ADDRESS, description: 'Curso' }

/** The first moment of a day in São Paulo, which has kept one clock the whole year since 2019. */
const startOf = (now: number) =>
  Date.parse(`${new Date(now - 3 * 3_600_000).toISOString().slice(0, 10)}T00:00:00-03:00`)

test('a boleto can be paid on the whole of its last day, and is past due on the next', async () => {
  const { checkoutToken } = await charged<{ checkoutToken: string }>(product, boleto)
  const { page } = await visit(browser, product.addresses.app, PHONE)
  let before = 0
  await reading(page, (_, now) => ({ expiresAt: new Date(startOf(now) - before).toISOString() }))
  await page.goto(`/pay/${checkoutToken}`)
  await page.getByRole('button', { name: COPY_LINE }).waitFor()
  expect(await page.getByText('O boleto venceu').count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  before = 1
  await page.reload()
  await page.getByText('O boleto venceu').waitFor()
  expect(await page.getByRole('button', { name: COPY_LINE }).count()).toBe(0)
})

test('on its last day the page that sold it shows it, here and in another tab, and offers no other code', async () => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await reading(page, (_, now) => ({ expiresAt: new Date(startOf(now)).toISOString() }))
  await page.goto(url)
  await choose(page, 'Boleto')
  await fillBuyer(page)
  await page.getByRole('button', { name: 'Gerar boleto de R$ 47,00' }).click()
  await page.getByRole('button', { name: COPY_LINE }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: COPY_LINE }).waitFor()
  expect(await page.getByRole('button', { name: 'Gerar outro' }).count()).toBe(0)
  const tab = await page.context().newPage()
  await reading(tab, (_, now) => ({ expiresAt: new Date(startOf(now)).toISOString() }))
  await tab.goto(url)
  await tab.getByText('Você tem um boleto em aberto aqui').waitFor()
})
