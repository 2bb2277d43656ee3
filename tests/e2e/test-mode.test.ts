/** Test data in the console: a switch away, by an address of their own, and never taken for the real thing. */
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { enter, PASSWORD } from './signing-in.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const BAND = 'Dados de teste: aqui nenhum dinheiro se move'

test('an administrator makes a test key there, tries it as the page says, and finds the charge among test data only', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/api-keys')
  await page.getByRole('link', { name: 'Ver dados de teste' }).click()
  await page.getByText(BAND).waitFor()
  expect(new URL(page.url()).pathname).toBe('/test/api-keys')
  await page.getByRole('button', { name: 'Nova chave' }).click()
  await page.getByLabel('Nome').fill('Loja em testes')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Criar chave' }).click()
  const key = await page.getByText(/^trk_test_[\w-]{43}$/).innerText()
  await page.getByText(`Authorization: Bearer ${key}`).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/key.png` })

  const made = await fetch(`${product.addresses.app}/v1/charges`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: 7654,
      paymentMethod: 'PIX',
      customer: { name: 'Bia Compradora', email: 'bia@example.com', document: '52998224725', phone: '11987654321' },
    }),
  })
  expect(made.status).toBeLessThan(300)
  await page.goto('/test/charges')
  await page.getByText('R$ 76,54').first().waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/charges.png` })
  await page.getByRole('link', { name: 'Sair do modo teste' }).click()
  await page.getByRole('link', { name: 'Ver dados de teste' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/charges')
  expect(await page.getByText(BAND).count()).toBe(0)
  expect(await page.getByText('R$ 76,54').count()).toBe(0)
  expect(complaints).toEqual([])
})

test.each([
  ['at a desk', {}],
  ['on a phone', PHONE],
])(
  'who leaves it by a typed address reads that the data is live, and may go back or stay: %s',
  async (_place, sight) => {
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...sight })
    const left = page.getByText('Você saiu do modo teste: estes são dados reais.')
    await page.goto('/charges')
    await page.getByRole('heading', { name: 'Cobranças' }).waitFor()
    expect(await left.count()).toBe(0)
    await page.goto('/test/charges')
    await page.getByText(BAND).waitFor()
    await expect.poll(() => page.title()).toBe('Teste: Cobranças · Trilho')

    await page.goto('/charges')
    await left.waitFor()
    await expect.poll(() => page.title()).toBe('Cobranças · Trilho')
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: 'Voltar aos dados de teste' }).click()
    await page.getByText(BAND).waitFor()
    expect(new URL(page.url()).pathname).toBe('/test/charges')

    await page.goto('/refunds')
    await page.getByRole('button', { name: 'Ficar nos dados reais' }).click()
    await left.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Reembolsos' }).waitFor()
    expect(await left.count()).toBe(0)
    expect(complaints).toEqual([])
  },
)

test('on a phone the switch is in the menu', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto('/test/charges')
  await page.getByText(BAND).waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/phone.png` })
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await page.getByRole('link', { name: 'Sair do modo teste' }).click()
  await page.getByText(BAND).waitFor({ state: 'detached' })
  expect(await page.getByText('Você saiu do modo teste').count()).toBe(0)
})

test.each([
  [
    'signs out',
    async (page: Page) => {
      await page.getByRole('menuitem', { name: 'Sair' }).click()
      await page.getByRole('heading', { name: 'Entrar' }).waitFor()
    },
  ],
  ['loses the session', (page: Page) => page.context().clearCookies()],
])(
  'what a user left who %s is not told to the next one in the same tab, who is called by whole letters',
  async (_how, end) => {
    const email = `${crypto.randomUUID()}@example.com`
    const name = 'Nóva 🎈 Pessôa 🎈'
    await product.call('POST', '/v1/users', { name, email, password: PASSWORD, role: 'seller' })
    const { page } = await visit(browser, product.addresses.app)
    await page.goto('/sign-in')
    await page.getByRole('button', { name: /^Vendedor/ }).click()
    await page.getByRole('heading', { name: 'Visão geral' }).waitFor()
    await page.goto('/test/charges')
    await page.getByText(BAND).waitFor()
    await page.goto('/charges')
    await page.getByText('Você saiu do modo teste').waitFor()
    const account = page.getByRole('button', { name: 'Sua conta' })
    await account.click()
    await end(page)
    await page.goto('/')
    await enter(page, email)
    await page.getByRole('heading', { name: 'Visão geral' }).waitFor()
    expect(await page.getByText('Você saiu do modo teste').count()).toBe(0)
    expect(await account.innerText()).toMatch(/^NP\s/)
  },
)
