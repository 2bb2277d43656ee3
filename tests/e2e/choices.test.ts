/** Choosing one of many: what is not on a list's first page is found by typing, and what was chosen long ago keeps its name. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Receiver } from '../../api/schemas/receiver.ts'
import type { TestProduct } from '../support/product.ts'
import { RECEIVER } from '../support/receivers.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
/** So that it stands on no first page. */
let oldest: Receiver
onStage((stage) => {
  ;({ product, browser } = stage)
})
/** More than the first page of a list holds. */
const OTHERS = Array.from({ length: 26 }, (_, index) => index + 1)

async function send<Made>(path: string, body: object): Promise<Made> {
  const answer = await product.call<Made>('POST', path, body, { 'idempotency-key': crypto.randomUUID() })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

beforeAll(async () => {
  const { id: productId } = await send<{ id: string }>('/v1/products', { name: 'Aulas' })
  const sell = (name: string) =>
    send('/v1/offers', { productId, name, price: 9_900, paymentMethods: ['PIX'], enabled: true })
  await sell('Curso raro')
  for (const number of OTHERS) await sell(`Oferta ${number}`)

  const providerAccountId = await product.accountAt('VILLET')
  const open = (name: string) => send<Receiver>('/v1/receivers', { ...RECEIVER, name, providerAccountId })
  oldest = await open('Bianca Prado')
  for (const number of OTHERS) await open(`Sócio ${number}`)
})

const box = (page: Page, name: string) => page.getByRole('combobox', { name })

test.each([
  ['at a desk', {}],
  ['on a phone', PHONE],
])('an offer that is not on the first page is found by typing, without a mouse, %s', async (_, sight) => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...sight })
  await page.goto('/payment-links')
  await page.getByRole('button', { name: 'Novo link', exact: true }).click()
  const field = box(page, 'O que vende')
  await field.click()
  await page.getByRole('option', { name: 'Oferta 26' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'Há mais: digite para procurar.' }).waitFor()
  expect(await page.getByRole('option', { name: 'Curso raro' }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])

  await field.fill('nada disso')
  await page.getByText('Nothing found.').waitFor()
  await field.fill('raro')
  await page.getByRole('option', { name: 'Curso raro' }).waitFor()
  expect(await page.getByRole('option').count()).toBe(1)
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('Curso raro')
  // It is on no page that the field has loaded by now.
  await page.getByLabel('Nome').fill('Link do curso')
  await expect.poll(() => field.inputValue()).toBe('Curso raro')
  await page.getByRole('button', { name: 'Criar link', exact: true }).click()
  await page.getByText('Link criado').first().waitFor()
  const { body } = await product.call<{ data: { title: string; offerId: string | null }[] }>('GET', '/v1/payment-links')
  const { body: offers } = await product.call<{ data: { id: string }[] }>('GET', '/v1/offers?q=raro')
  expect(body.data[0]).toMatchObject({ title: 'Link do curso', offerId: offers.data[0]?.id })
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a receiver that was chosen long ago keeps its name, and another is found by typing', async () => {
  const { body } = await product.call<{ data: { id: string }[] }>('GET', '/v1/platforms')
  const path = `/v1/platforms/${body.data[0]?.id}`
  await product.call('PATCH', path, { defaultReceiverId: oldest.receiverId })
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/settings')
  const field = box(page, 'Recebedor padrão')
  await expect.poll(() => field.inputValue()).toBe('Bianca Prado')
  await page.getByRole('button', { name: 'Limpar Recebedor padrão' }).click()
  await expect.poll(() => field.inputValue()).toBe('')
  await field.fill('bianca')
  await page.getByRole('option', { name: 'Bianca Prado' }).click()
  await expect.poll(() => field.inputValue()).toBe('Bianca Prado')
  await page.context().close()
})

test('a part of a charge goes to a receiver who is found by typing', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/charges/new')
  await page.getByText('Mais opções').click()
  await page.getByRole('button', { name: 'Dividir com um recebedor' }).click()
  const field = box(page, 'Recebedor')
  await field.fill('bianca')
  await page.getByRole('option', { name: 'Bianca Prado' }).click()
  await expect.poll(() => field.inputValue()).toBe('Bianca Prado')
  expect(await seriousFindings(page)).toEqual([])
  await page.context().close()
})
