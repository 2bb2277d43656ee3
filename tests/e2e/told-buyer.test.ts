/** What a buyer is told once they have pressed "pay": also one who does not see the page, and one who has no other way to pay. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { hasFocus, openContext, openPage, overflow, PHONE, seriousFindings } from './browser.ts'
import { choose, fillBuyer, fillCard, PAYING } from './buyer.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const DECLINED = '4000000000000002'
const OTHER_WAY = 'Pagar de outra forma'

beforeAll(async () => {
  const { id: productId } = await make<{ id: string }>(product, '/v1/products', { name: 'Curso', description: TALL })
  const offer = (slug: string, paymentMethods: string[]) =>
    make(product, '/v1/offers', { productId, name: 'Curso completo', price: 49_700, slug, paymentMethods })
  await offer('tudo', ['PIX', 'CREDIT_CARD', 'BILLET'])
  await offer('cartao', ['CREDIT_CARD'])
  await offer('pix', ['PIX'])
})
/** So that a heading below it is out of the screen. */
const TALL = Array.from({ length: 30 }, (_, line) => `Aula ${line + 1}`).join('\n')

async function open(path: string): Promise<Page> {
  const { page } = await openPage(await openContext(browser, product.addresses.app, PHONE))
  await page.goto(path)
  return page
}

const submit = (page: Page) => page.getByRole('button', { name: /^(Pagar|Gerar boleto)/ }).last()

/** Pays with what the page asks for. */
async function pay(page: Page, card?: string): Promise<void> {
  await fillBuyer(page)
  if (card) await fillCard(page, card)
  await submit(page).click()
}

/** Where the next key goes, and what is on the screen. */
async function standsAt(page: Page, heading: string): Promise<void> {
  const came = page.getByRole('heading', { name: heading })
  await expect.poll(async () => (await came.count()) === 1 && (await hasFocus(came))).toBe(true)
  const box = await came.boundingBox()
  expect(box && box.y >= 0 && box.y + box.height <= PHONE.viewport.height).toBe(true)
}

test('the code, the decline and the receipt have the focus when they come, and a region that stood before says so', async () => {
  const page = await open('/buy/tudo')
  await choose(page, 'Pix')
  const said = page.locator('main [role=status].sr-only')
  await said.waitFor({ state: 'attached' })
  expect(await said.textContent()).toBe('')
  const region = await said.elementHandle()
  await pay(page)
  await standsAt(page, 'Pague com este código Pix')
  await expect.poll(() => region?.textContent()).toBe('O seu Pix está pronto.')
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: OTHER_WAY }).click()
  await choose(page, 'Boleto')
  await pay(page)
  await standsAt(page, 'Pague este boleto')
  await expect.poll(() => region?.textContent()).toBe('O seu boleto está pronto.')

  await page.getByRole('button', { name: OTHER_WAY }).click()
  await choose(page, 'Cartão')
  await pay(page, DECLINED)
  await standsAt(page, 'O cartão foi recusado')
  await page.getByText('você pode tentar de novo ou pagar de outra forma').waitFor()
  await choose(page, 'Cartão')
  await pay(page, '4111111111111111')
  await standsAt(page, 'Pagamento confirmado')
  await expect.poll(() => region?.textContent()).toBe('A sua compra foi paga.')
  expect(await seriousFindings(page)).toEqual([])
  // A page that is opened takes the focus from nothing.
  await page.reload()
  await page.getByText('Pagamento confirmado').waitFor()
  expect(await hasFocus(page.locator('body'))).toBe(true)
  await page.context().close()
})

test('who can pay by card alone is told of another card and of the shop, not of another way', async () => {
  const page = await open('/buy/cartao')
  await page.route(PAYING, (route) => {
    const json = { type: 'about:blank', title: 'The provider refused', status: 502, code: 'provider_refused' }
    return route.fulfill({ status: 502, headers: { 'content-type': 'application/problem+json' }, json })
  })
  await pay(page, DECLINED)
  await page.getByText(/tente outro cartão ou fale com/).waitFor()
  expect(await page.getByText('outra forma').count()).toBe(0)
  await page.unrouteAll()
  await submit(page).click()
  await page.getByText(/você pode tentar com outro cartão ou falar com/).waitFor()
  expect(await page.getByText('outra forma').count()).toBe(0)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.context().close()
})

test('who can pay by Pix alone is offered no other way', async () => {
  const page = await open('/buy/pix')
  await page.route(PAYING, (route) => {
    const json = { type: 'about:blank', title: 'The provider refused', status: 502, code: 'provider_refused' }
    return route.fulfill({ status: 502, headers: { 'content-type': 'application/problem+json' }, json })
  })
  await pay(page)
  await page.getByText(/tente mais tarde ou fale com/).waitFor()
  await page.unrouteAll()
  await submit(page).click()
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor()
  expect(await page.getByText('outra forma').count()).toBe(0)
  await page.context().close()
})

test('a link of so many uses sells one per order', async () => {
  const { id: productId } = await make<{ id: string }>(product, '/v1/products', { name: 'Ingresso' })
  const offer = { productId, name: 'Ingresso', price: 5000, paymentMethods: ['PIX'], slug: 'ingresso' }
  const { id: offerId } = await make<{ id: string }>(product, '/v1/offers', offer)
  const { id, url } = await make<{ id: string; url: string }>(product, '/v1/payment-links', { offerId })
  const page = await open(new URL(url).pathname)
  await page.getByRole('button', { name: 'Mais uma unidade' }).click()
  await page.getByRole('button', { name: 'Pagar R$ 100,00 com Pix' }).waitFor()
  await product.call('PATCH', `/v1/payment-links/${id}`, { maxUses: 2 })
  await pay(page)
  // Nothing is charged but what the page says, and it says what can be bought.
  await page.getByText('ou esta página mudou').waitFor()
  await page.getByRole('button', { name: 'Pagar R$ 50,00 com Pix' }).waitFor()
  await expect.poll(() => page.getByText('Quantidade', { exact: true }).count()).toBe(0)
  await submit(page).click()
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor()
  await page.context().close()
})

test('that the time to pay is over is said, and has the focus', async () => {
  const page = await open('/buy/pix')
  await page.clock.install()
  await pay(page)
  await standsAt(page, 'Pague com este código Pix')
  await page.clock.fastForward('48:00:00')
  await standsAt(page, 'O código expirou')
  await expect.poll(() => page.locator('main [role=status].sr-only').textContent()).toBe('O prazo para pagar acabou.')
  await page.context().close()
})
