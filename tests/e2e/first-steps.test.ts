/** A shop that has sold nothing is led to its first sale, and what is done is ticked. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const NONE = { json: { data: [], nextCursor: null } }
const ACCOUNTS = /\/v1\/provider-accounts\?/
const LINKS = /\/v1\/payment-links\?/

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('a user who signs in sees the three steps, each ticked by what is there, on a %s', async (_name, size) => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin', ...size })
  await page.route(ACCOUNTS, (route) => route.fulfill(NONE))
  await page.route(LINKS, (route) => route.fulfill(NONE))
  // As one who has just signed in, and was sent from no page.
  await page.goto('/sign-in')
  await page.waitForURL((url) => url.pathname === '/')
  const steps = page.getByRole('region', { name: 'Três passos até a primeira venda' }).getByRole('listitem')
  await expect.poll(() => steps.count()).toBe(3)
  await expect.poll(() => steps.filter({ hasText: '(feito)' }).count()).toBe(0)
  expect(await steps.nth(2).getByRole('link').count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await page.unroute(ACCOUNTS)
  await page.unroute(LINKS)
  await page.reload()
  await steps.nth(0).getByText('(feito)').waitFor()
  await steps.nth(1).getByRole('link', { name: 'Criar link' }).click()
  await page.getByRole('dialog', { name: 'Novo link' }).waitFor()
  const made = await product.call<{ url: string }>('POST', '/v1/payment-links', { amount: 5_000, title: 'Sinal' })
  await page.goto('/')
  await steps.nth(1).getByText('(feito)').waitFor()
  const open = steps.nth(2).getByRole('link', { name: 'Abrir a página' })
  expect(await open.getAttribute('href')).toBe(made.body.url)
  expect(await steps.nth(2).getByText('(feito)').count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
})

test.each(['/payment-links?new=1', '/offers?new=1'])(
  'at %s a seller whose shop has only a paused account is told whom to ask',
  async (address) => {
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
    await page.route(ACCOUNTS, async (route) => {
      const { data, ...rest } = await (await route.fetch()).json()
      await route.fulfill({ json: { ...rest, data: data.map((account: object) => ({ ...account, enabled: false })) } })
    })
    await page.goto(address)
    const form = page.getByRole('dialog')
    await form.getByText('Por enquanto ninguém consegue pagar nesta página').waitFor()
    await form.getByText('Peça a um administrador que conecte um provedor.').waitFor()
    expect(await form.getByRole('link', { name: 'Conectar provedor' }).count()).toBe(0)
    await page.unroute(ACCOUNTS)
    await page.reload()
    await form.getByLabel('Valor').waitFor()
    await form.getByText('Por enquanto ninguém consegue pagar nesta página').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  },
)

test('a shop that has a charge, and sells through no link, is told only that a period has none', async () => {
  const providerAccountId = await product.accountAt('ASAAS')
  const customer = { name: 'Ana Lima', email: 'ana@exemplo.com.br', document: '11144477735', phone: '11912345678' }
  await charged(product, { amount: 5_000, paymentMethod: 'PIX', customer, providerAccountId })
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/?period=custom&from=2026-01-01&to=2026-01-31')
  await page.getByText('Nenhuma cobrança neste período').waitFor()
  expect(await page.getByText('Três passos até a primeira venda').count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
})
