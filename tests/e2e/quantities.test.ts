/** A buyer who wants more of an offer than some ways to pay, or all, take. */
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, hasFocus, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

/** By card less than R$ 200 can be paid, and in any way less than R$ 300. */
beforeAll(async () => {
  const create = (path: string, body: object) => make<{ id: string }>(product, path, body)
  const paused = await create('/v1/provider-accounts', {
    provider: 'ASAAS',
    secretKey: 'none',
    name: 'Parada',
    enabled: false,
  })
  const accounts = [{ providerAccountId: paused.id }]
  await create('/v1/routing-rules', { name: 'Caro', when: { amountFrom: 30_000 }, accounts })
  const byCard = { paymentMethods: ['CREDIT_CARD'], amountFrom: 20_000 }
  await create('/v1/routing-rules', { name: 'Cartão caro', when: byCard, accounts })
  const { id: productId } = await create('/v1/products', { name: 'Caneca' })
  const offer = { name: 'Caneca azul', price: 10_000, paymentMethods: ['PIX', 'CREDIT_CARD'], slug: 'caneca' }
  await create('/v1/offers', { productId, ...offer })
})

const PORTUGUESE = {
  language: 'Português',
  more: 'Mais uma unidade',
  less: 'Uma unidade a menos',
  card: 'Cartão',
  pix: 'Pagar com Pix',
  lost: 'Aqui não vale para R$ 200,00: Cartão. Escolha outra forma abaixo ou uma quantidade menor.',
  none: 'O valor de R$ 300,00 não pode ser pago aqui',
  fewer: 'Com a quantidade 2, que dá R$ 200,00, você pode:',
  payTwo: 'Pagar R$ 200,00 com Pix',
  closed: 'Esta loja não pode receber',
}
const ENGLISH = {
  language: 'English',
  more: 'One more',
  less: 'One less',
  card: 'Card',
  pix: 'Pay by Pix',
  lost: 'Not taken here for R$200.00: Card. Choose another way below, or a smaller quantity.',
  none: 'R$300.00 cannot be paid here',
  fewer: 'At a quantity of 2, which comes to R$200.00, you can:',
  payTwo: 'Pay R$200.00 by Pix',
  closed: 'This shop cannot take',
}

test.each([
  ['a phone', PHONE, PORTUGUESE],
  ['a desktop', DESKTOP, ENGLISH],
])('on %s the buyer is told what this amount is not taken by, and pays for fewer', async (_, options, said) => {
  const { page, complaints } = await visit(browser, product.addresses.app, options)
  await page.goto('/buy/caneca')
  await page.getByRole('button', { name: said.language }).click()
  const more = page.getByRole('button', { name: said.more })
  const less = page.getByRole('button', { name: said.less })
  const notice = page.getByRole('status')
  const card = page.getByRole('radio', { name: said.card })
  await card.waitFor({ state: 'attached' })
  expect(await notice.getByText(said.lost).count()).toBe(0)

  await more.click()
  await notice.getByText(said.lost).waitFor()
  expect(await card.count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])

  await more.click()
  await notice.getByText(said.none).waitFor()
  await notice.getByText(said.fewer).waitFor()
  expect(await page.getByText(said.closed).count()).toBe(0)
  expect(await hasFocus(more)).toBe(true)
  expect(await notice.getByRole('button').allTextContents()).toEqual([said.pix])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])

  await notice.getByRole('button', { name: said.pix }).click()
  await page.getByRole('button', { name: said.payTwo }).waitFor()
  await less.click()
  await card.waitFor({ state: 'attached' })
  expect(await notice.getByText(said.lost).count()).toBe(0)
  expect(complaints).toEqual([])
})
