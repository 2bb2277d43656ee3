/** A buyer who waits for the answer, leaves before it, or never gets it: they pay once, and are told what became of it. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { choose, fillBuyer, fillCard } from './buyer.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  const make = async (path: string, body: object) => (await product.call<{ id: string }>('POST', path, body)).body.id
  const productId = await make('/v1/products', { name: 'Curso de fotografia' })
  const offer = { productId, name: 'Curso completo', price: 49_700, paymentMethods: ['PIX', 'CREDIT_CARD'] }
  await make('/v1/offers', { ...offer, slug: 'curso' })
})

async function open({ withClock = false } = {}): Promise<Page> {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  if (withClock) await page.clock.install()
  await page.goto('/buy/curso')
  return page
}

const PAYING = '**/v1/checkout/pages/*/charges'

/** The server hears what is sent to pay, and the page never hears the answer; `heard` resolves once there is one. */
async function loseAnswer(page: Page, { isCut }: { isCut: boolean }): Promise<{ heard: Promise<void> }> {
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  await page.route(PAYING, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    resolve()
    if (isCut) await route.abort()
  })
  return { heard }
}

const paidBy = async (email: string) =>
  (
    await product.call<{ data: { status: string; customer: { email: string } }[] }>('GET', '/v1/charges?limit=100')
  ).body.data
    .filter(({ customer }) => customer.email === email)
    .map(({ status }) => status)

test('who waits long is told that they may, then that they may leave; who comes back finds what became of it', async () => {
  const page = await open({ withClock: true })
  await choose(page, 'Cartão')
  await fillBuyer(page)
  await page.getByLabel('E-mail').fill('espera@exemplo.com.br')
  await fillCard(page, '4111111111111111')
  const { heard } = await loseAnswer(page, { isCut: false })
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).click()
  await page.getByRole('button', { name: 'Um instante…' }).waitFor()
  await page.clock.fastForward(5_000)
  await page.getByText('Pode levar até um minuto: espere aqui e não pague de novo.').waitFor()
  await page.clock.fastForward(15_000)
  await page.getByText('se sair, volte por este mesmo endereço, neste aparelho').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await heard
  // The tab keeps who buys for a page that is loaded anew, and nothing of the card; what outlives the tab keeps neither.
  const [inTab, onDevice] = await page.evaluate<[string, string]>(
    '[JSON.stringify(sessionStorage), JSON.stringify(localStorage)]',
  )
  for (const secret of ['4111', '11144477735', 'espera@']) expect(onDevice).not.toContain(secret)
  expect(inTab).not.toContain('4111')
  const back = await page.context().newPage()
  await page.close()
  await back.goto('/buy/curso')
  await back.getByText('Pagamento confirmado').waitFor()
  expect(await paidBy('espera@exemplo.com.br')).toEqual(['APPROVED'])
  await back.context().close()
})

test('after an answer that was lost, another form pays nothing more: the payment is found first', async () => {
  const page = await open()
  await choose(page, 'Cartão')
  await fillBuyer(page)
  await page.getByLabel('E-mail').fill('perdida@exemplo.com.br')
  await fillCard(page, '4111111111111111')
  await loseAnswer(page, { isCut: true })
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).click()
  await page.getByText('Sem resposta. Verifique a conexão e tente de novo: você não paga duas vezes.').waitFor()
  await page.unroute(PAYING)
  await page.getByLabel('Nome completo').fill('Mariana Duarte Lima')
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).click()
  await page.getByText('Pagamento confirmado').waitFor()
  expect(await paidBy('perdida@exemplo.com.br')).toEqual(['APPROVED'])
  await page.context().close()
})

test('after an answer that was lost, a repeat that is refused ends nothing: another form finds the payment', async () => {
  const page = await open()
  await choose(page, 'Cartão')
  await fillBuyer(page)
  await page.getByLabel('E-mail').fill('repetida@exemplo.com.br')
  await fillCard(page, '4111111111111111')
  await loseAnswer(page, { isCut: true })
  const pay = page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' })
  await pay.click()
  await page.getByText('Sem resposta. Verifique a conexão e tente de novo: você não paga duas vezes.').waitFor()
  await page.unroute(PAYING)
  const json = { type: 'about:blank', title: 'Too many requests', status: 429, code: 'rate_limited' }
  await page.route(PAYING, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, contentType: 'application/problem+json', json })
      : route.fallback(),
  )
  await pay.click()
  await page.getByText('Muitas tentativas em pouco tempo').waitFor()
  await page.unroute(PAYING)
  await page.getByLabel('Nome completo').fill('Mariana Duarte Lima')
  await pay.click()
  await page.getByText('Pagamento confirmado').waitFor()
  expect(await paidBy('repetida@exemplo.com.br')).toEqual(['APPROVED'])
  await page.context().close()
})

test('a try that never reached anybody says so when the page is opened again, and the form is there', async () => {
  const page = await open({ withClock: true })
  await choose(page, 'Pix')
  await fillBuyer(page)
  await page.route(PAYING, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).click()
  await page.getByText('Sem resposta. Verifique a conexão').waitFor()
  await page.reload()
  await page.getByText('Procurando o seu pagamento').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.clock.fastForward(20_000)
  await page.getByText('A tentativa anterior não chegou a ser feita, e nada foi cobrado.').waitFor()
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).waitFor()
  await page.context().close()
})
