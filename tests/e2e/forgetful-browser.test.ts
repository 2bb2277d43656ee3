/** A buyer whose browser keeps nothing: the address says what there is to find, and they pay once. */
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { PHONE, visit } from './browser.ts'
import {
  choose,
  cut,
  fillBuyer,
  fillByCard,
  holdOutcome,
  loseAnswer,
  loseTry,
  PAYING,
  sellCourse,
  statusesOf,
} from './buyer.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(() => sellCourse(product))

const paidBy = (email: string) => statusesOf(product, email)

const KEEPS_NOTHING = `for (const name of ['sessionStorage', 'localStorage'])
  Object.defineProperty(window, name, { get: () => { throw new DOMException('', 'SecurityError') } })`

/** Nothing can be bought or cancelled there. */
const OF_PAYMENT = /\/pay\/[^/?#]+$/
const OF_TRY = /\/buy\/curso#try=[^&]+&order=[^&]+$/

test('a browser that keeps nothing finds a payment without an answer by its address, as often as it is loaded', async () => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.addInitScript(KEEPS_NOTHING)
  await page.goto('/buy/curso')
  await fillByCard(page, 'nadaguarda@exemplo.com.br')
  // The page asks after it two seconds later, and would show the payment instead.
  const { answer } = await holdOutcome(page)
  await loseAnswer(page, cut)
  const pay = page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' })
  await pay.click()
  await page.getByText('Sem resposta. Verifique a conexão').waitFor()
  await page.unroute(PAYING)
  answer()
  for (let load = 0; load < 2; load += 1) {
    await page.reload()
    await page.getByText('Pagamento confirmado').waitFor()
    await page.waitForURL(OF_PAYMENT)
  }
  expect(await paidBy('nadaguarda@exemplo.com.br')).toEqual(['APPROVED'])
  await page.context().close()
})

test('a browser that keeps nothing goes back to the code that can be paid, after a try that was refused or never made', async () => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.addInitScript(KEEPS_NOTHING)
  await page.clock.install()
  await page.goto('/buy/curso')
  await choose(page, 'Pix')
  await fillBuyer(page)
  await page.getByLabel('E-mail').fill('outraforma@exemplo.com.br')
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).click()
  const code = page.getByRole('button', { name: 'Copiar código Pix' })
  await code.waitFor()
  await page.waitForURL(OF_PAYMENT)
  const ofPix = page.url()
  await page.getByRole('button', { name: 'Pagar de outra forma' }).click()
  await fillByCard(page, 'outraforma@exemplo.com.br')
  const pay = page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' })
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '60' }
  const json = { type: 'about:blank', title: 'Too many requests', status: 429, code: 'rate_limited' }
  await page.route(PAYING, (route) => route.fulfill({ status: 429, headers, json }), { times: 1 })
  await pay.click()
  await page.getByText('Muitas tentativas em pouco tempo').waitFor()
  expect(page.url()).toBe(ofPix)
  const { answer } = await loseTry(page)
  await pay.click()
  await page.getByText('Sem resposta. Verifique a conexão').waitFor()
  expect(page.url()).toMatch(OF_TRY)
  await page.reload()
  await page.getByText('Procurando o seu pagamento').waitFor()
  await page.clock.fastForward(20_000)
  answer()
  await code.waitFor()
  expect(page.url()).toBe(ofPix)
  expect(await page.getByText('nada foi cobrado').count()).toBe(0)
  await page.reload()
  await code.waitFor()
  expect(await page.getByRole('button', { name: /^Pagar/ }).count()).toBe(0)
  expect(await paidBy('outraforma@exemplo.com.br')).toEqual(['PENDING'])
  await page.context().close()
})

test('a browser that keeps nothing shows the code; what the page cannot draw leaves words, and no blank page', async () => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.addInitScript(KEEPS_NOTHING)
  await page.goto('/buy/curso')
  await choose(page, 'Pix')
  await fillBuyer(page)
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).click()
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor()
  const selling = '**/v1/checkout/pages/curso'
  await page.route(selling, (route) => route.fulfill({ json: { slug: 'curso', state: 'open', brandColor: null } }))
  await page.goto('/buy/curso')
  await page.getByText('Algo falhou nesta página. Se você já pagou, não pague de novo').waitFor()
  await page.unroute(selling)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await page.getByRole('heading', { name: 'Curso completo' }).waitFor()
  await page.context().close()
})
