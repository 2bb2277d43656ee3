/** A buyer at a link that sells nothing to them now: why it does not, and nothing that contradicts it. */
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { make, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { choose, fillBuyer, fillCard } from './buyer.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const LINKS = '/v1/payment-links'
const addLink = (terms: object) => make<{ id: string; url: string }>(product, LINKS, { amount: 4900, ...terms })

async function open(path: string): Promise<Page> {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.goto(path)
  return page
}

test('a link that is over says so; an address that does not exist too', async () => {
  const { id, url } = await addLink({ expiresAt: '2020-01-01T00:00:00.000Z' })
  const page = await open(new URL(url).pathname)
  await page.getByText('Este link expirou').waitFor()
  const { page: list } = await visit(browser, product.addresses.app, { role: 'seller' })
  await list.goto(`/payment-links?link=${id}`)
  // By the sellers' clock it was still the day before.
  await list.getByText('expirou em 31/12/2019').waitFor()
  await page.goto('/buy/nada')
  await page.getByText('Página não encontrada').waitFor()
})

test('a link for one buyer is reserved while its Pix waits, and sold out once that is paid', async () => {
  const { id, url } = await addLink({ maxUses: 1 })
  const { pathname } = new URL(url)
  const first = await open(pathname)
  await choose(first, 'Pix')
  await fillBuyer(first)
  await first.getByRole('button', { name: 'Pagar R$ 49,00 com Pix' }).click()
  await first.getByRole('button', { name: 'Copiar código' }).first().waitFor()
  const second = await open(pathname)
  await second.getByText('Reservado no momento').waitFor()
  await second.getByText(/volta a ficar disponível (hoje|amanhã) às \d\d:\d\d/).waitFor()
  expect(await second.getByText('Esgotado').count()).toBe(0)
  expect(await seriousFindings(second)).toEqual([])
  const { page: list } = await visit(browser, product.addresses.app, { role: 'seller' })
  await list.goto(`/payment-links?link=${id}`)
  await list.getByText('Reservado', { exact: true }).waitFor()
  expect(await list.getByText('Esgotado').count()).toBe(0)
  // To the buyer who reserves it, it is for sale: they may pay in another way.
  await first.reload()
  await first.getByRole('button', { name: 'Pagar de outra forma' }).click()
  await first.getByRole('button', { name: 'Pagar R$ 49,00 com Pix' }).waitFor()
  expect(await first.getByText('Reservado no momento').count()).toBe(0)
  await first.reload()
  await first.getByRole('button', { name: 'Copiar código' }).first().waitFor()
  const { body } = await product.call<{ data: Parameters<typeof pay>[1][] }>('GET', '/v1/charges?limit=1')
  for (const charge of body.data) await pay(product, charge)
  await first.getByText('Pagamento confirmado').waitFor()
  // By itself.
  await second.getByText('Esgotado').waitFor()
})

test('the end of a link takes the place of a decline, which offers another try', async () => {
  const { id, url } = await addLink({})
  const page = await open(new URL(url).pathname)
  await choose(page, 'Cartão')
  await fillBuyer(page)
  await fillCard(page, '4000000000000002')
  await page.getByRole('button', { name: /^Pagar R/ }).click()
  await page.getByText('O cartão foi recusado').waitFor()
  await product.call('PATCH', `${LINKS}/${id}`, { expiresAt: '2020-01-01T00:00:00.000Z' })
  await fillCard(page, '4111111111111111')
  await page.getByRole('button', { name: /^Pagar R/ }).click()
  await page.getByText('Este link expirou').waitFor()
  expect(await page.getByText('você pode tentar de novo').count()).toBe(0)
  expect(await page.getByText('O cartão foi recusado').count()).toBe(0)
})
