/** A charge that is made from another one, or for a customer: filled in, kept in a draft of its own, and never silently empty. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { openContext, openPage, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const customer = { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' }
const address = {
  zipCode: '01310100',
  address: 'Avenida Paulista',
  number: '900',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}

interface Made {
  id: string
  customerId: string
  provider: string
  transactionId: string
}

let charge: Made
beforeAll(async () => {
  await charged(product, { amount: 9_900, paymentMethod: 'PIX', customer, address })
  charge = await charged<Made>(product, { amount: 14_990, paymentMethod: 'PIX', customer })
})

const typed = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true }).inputValue()

test('what is changed in a copy is still there after a reload, and the draft of a plain charge stays as it was', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/charges/new')
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('outra@exemplo.com.br')
  await page.goto(`/charges/new?from=${charge.id}`)
  await page.getByText('Cópia de outra cobrança').waitFor()
  expect(await typed(page, 'E-mail')).toBe(customer.email)
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('nova@exemplo.com.br')
  await page.reload()
  await page.getByText('Cópia de outra cobrança').waitFor()
  expect(await typed(page, 'E-mail')).toBe('nova@exemplo.com.br')
  await page.goto('/charges/new')
  await expect.poll(() => typed(page, 'E-mail')).toBe('outra@exemplo.com.br')
  expect(complaints).toEqual([])
  await page.context().close()
})

test.each([
  ['a charge', () => `/charges/new?from=${charge.id}`, () => `/v1/charges/${charge.id}`],
  ['a customer', () => `/charges/new?customer=${charge.customerId}`, () => `/v1/customers/${charge.customerId}`],
])('%s that cannot be read is said, and read again when asked', async (_, form, path) => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  let isFailing = true
  await page.route(
    (url) => url.pathname === path(),
    (route) => (isFailing ? route.fulfill({ status: 500, json: {} }) : route.fallback()),
  )
  await page.goto(form())
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('textbox', { name: 'E-mail', exact: true }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  isFailing = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.poll(() => typed(page, 'E-mail')).toBe(customer.email)
  await page.context().close()
})

test.each([
  ['at a desk', {}],
  ['on a phone', PHONE],
])("a customer's page leads to a charge with their data and last address, %s", async (_, sight) => {
  const context = await openContext(browser, product.addresses.app, { role: 'seller', ...sight })
  const { page, complaints } = await openPage(context)
  await page.goto(`/customers/${charge.customerId}`)
  await page.getByRole('link', { name: 'Nova cobrança', exact: true }).click()
  await page.getByText('O cliente já está preenchido').waitFor()
  expect(await typed(page, 'Nome completo')).toBe(customer.name)
  expect(await typed(page, 'CPF ou CNPJ')).toBe('111.444.777-35')
  expect(await typed(page, 'CEP')).toBe('01310-100')
  await page.getByRole('textbox', { name: 'Rua', exact: true }).waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
