/** What was sold, in the lists of those who sell it. */
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { charged, make, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  const coffee = await charge('Maria Aparecida Duarte do Nascimento', [
    'Café torrado em grãos da Serra da Mantiqueira',
    'Xícara',
    'Entrega',
  ])
  await pay(product, coffee)
  await charge('Rafael Nogueira', ['Curso de cerâmica'])
})

interface Row {
  id: string
}

const PRICE = 123_456_789

async function charge(name: string, titles: readonly string[]) {
  return charged(product, {
    amount: PRICE * titles.length,
    orderId: 'PEDIDO-2026-000123',
    paymentMethod: 'PIX',
    customer: { name, email: 'cliente@exemplo.com.br', document: '11144477735', phone: '11912345678' },
    items: titles.map((title) => ({ title, unitPrice: PRICE, quantity: 1, tangible: true })),
    providerAccountId: await product.accountAt('ASAAS'),
  })
}

test.each([
  ['/offers', 'Em pausa', 'paused'],
  ['/payment-links', 'Expirado', 'expired'],
])('%s are narrowed to one state, which stands in the address, on a phone too', async (path, state, asked) => {
  for (const screen of [DESKTOP, PHONE]) {
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...screen })
    await page.goto(path)
    if (screen === PHONE) await page.getByRole('button', { name: 'Filtros', exact: true }).click()
    await page.getByRole('combobox', { name: 'Situação' }).click()
    await page.getByRole('option', { name: state }).click()
    await expect.poll(() => new URL(page.url()).search).toBe(`?state=${asked}`)
    await page.getByText('Nada com estes filtros').waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      screen.viewport.width,
    )
    await page.getByRole('button', { name: 'Limpar Situação' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    expect(await seriousFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  }
})

test('a charge leads to the offer and the link by which its buyer came, and says who made it', async () => {
  const { id: productId } = await make<Row>(product, '/v1/products', { name: 'Oficina de torno' })
  const offer = { productId, name: 'Turma da noite', price: 9_700, paymentMethods: ['PIX'] }
  const { id: offerId } = await make<Row>(product, '/v1/offers', offer)
  const link = await make<Row & { slug: string }>(product, '/v1/payment-links', { offerId, title: 'Para a feira' })
  const customer = { name: 'Ana Prado', email: 'ana@exemplo.com.br', document: '11144477735', phone: '11912345678' }
  await make(product, `/v1/checkout/pages/${link.slug}/charges`, { paymentMethod: 'PIX', customer })
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...DESKTOP })
  const facts = page.getByRole('region', { name: 'Dados' })
  const fact = (name: string) => facts.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
  await page.goto('/charges')
  await page.getByRole('link', { name: /de Ana Prado$/ }).click()
  await fact('Oferta').getByText('Oficina de torno').waitFor()
  await fact('Criada por').getByText('Comprador', { exact: true }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await fact('Oferta').getByRole('link', { name: 'Turma da noite' }).click()
  await page.getByRole('heading', { name: 'Oficina de torno', level: 1 }).waitFor()
  expect(new URL(page.url()).search).toBe(`?offer=${offerId}`)
  // Whose key it was made with tells a seller nothing.
  await page.getByText('Seu sistema', { exact: true }).waitFor()
  await page.goBack()
  await fact('Link').getByRole('link', { name: 'Para a feira' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/payment-links')
  expect(new URL(page.url()).search).toBe(`?link=${link.id}`)
  await page.goto('/charges')
  await page.getByRole('link', { name: /de Rafael Nogueira$/ }).click()
  await fact('Criada por').getByText('Seu sistema', { exact: true }).waitFor()
  expect(await facts.getByText(/^(Oferta|Link)$/).count()).toBe(0)
  expect(complaints).toEqual([])
})

describe.each([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
] as const)('on %s', (_, screen) => {
  test('a list of charges says what was sold, finds it without its accents, and is no wider than its page', async () => {
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...screen })
    await page.goto('/charges')
    await page.getByText('Curso de cerâmica').waitFor()
    await page.getByRole('searchbox').fill('cafe graos')
    await page.getByText('Curso de cerâmica').waitFor({ state: 'detached' })
    const sold = page.getByTitle('Café torrado em grãos da Serra da Mantiqueira, Xícara, Entrega')
    await sold.getByText('+2', { exact: true }).waitFor()
    const list = page.getByRole('main').locator('table, ul[aria-label]').last()
    const wider = await list.evaluate((it) => it.scrollWidth - (it.parentElement?.clientWidth ?? 0))
    expect(wider).toBeLessThanOrEqual(0)
    expect(await seriousFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})
