/** Names without a space, as long as the API takes them, on a phone: no page grows wider than the screen, and no menu leaves it. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { atRest, openContext, openPage, PHONE } from './browser.ts'
import { onStage } from './stage.ts'

const LONG = (length: number) => 'W'.repeat(length)
const EMAIL = `${LONG(60)}@${LONG(60)}.com.br`
const HTML = '<img/src=x>'
const NAME = `${HTML}${LONG(180)}`
const CUSTOMER = { name: NAME, email: EMAIL, document: '11144477735' }

let product: TestProduct
let browser: Browser
let context: BrowserContext
let ids: Record<'paid' | 'stuck' | 'boleto' | 'token' | 'boletoToken' | 'withdrawal' | 'receiver', string>

const call = async (method: string, path: string, body: object) => {
  const answer = await product.call<Record<string, string>>(method, path, body, {
    'idempotency-key': crypto.randomUUID(),
  })
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const charge = async (provider: string, more: object = {}) =>
  call('POST', '/v1/charges', {
    amount: 99_999_999_999,
    paymentMethod: 'PIX',
    customer: CUSTOMER,
    items: [{ title: LONG(200), unitPrice: 99_999_999_999, quantity: 1 }],
    orderId: LONG(100),
    description: LONG(500),
    webhookUrl: `http://127.0.0.1:9/${LONG(500)}`,
    providerAccountId: await product.accountAt(provider),
    ...more,
  })

onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  context = await openContext(browser, product.addresses.app, { role: 'admin', ...PHONE })
  const { body: platforms } = await product.call<{ data: { id: string }[] }>('GET', '/v1/platforms')
  const { body: people } = await product.call<{ data: { id: string }[] }>('GET', '/v1/users?limit=100')
  await call('PATCH', `/v1/platforms/${platforms.data[0]?.id}`, { name: LONG(100) })
  for (const { id } of people.data) await call('PATCH', `/v1/users/${id}`, { name: LONG(100) })
  for (const provider of ['ASAAS', 'PAGUESAFE', 'BRAVIVE', 'IUGU']) {
    const id = await product.accountAt(provider)
    await call('PATCH', `/v1/provider-accounts/${id}`, { name: LONG(100) })
  }
  await call('POST', '/v1/api-keys', { name: LONG(100), role: 'seller' })

  const paid = await charge('ASAAS')
  const [transaction] = await product.sandbox.transactions({ provider: 'ASAAS' })
  if (transaction) await product.sandbox.act(transaction, 'pay')
  const boleto = await charge('ASAAS', { paymentMethod: 'BILLET' })
  await product.sandbox.setFault('PAGUESAFE', 'createTransaction', { fault: 'commitThenDrop' })
  const stuck = await charge('PAGUESAFE')
  const withdrawal = await call('POST', '/v1/withdrawals', {
    amount: 99_999_999_999,
    paymentMethod: 'PIX',
    pixType: 'EMAIL',
    pixKey: `${LONG(40)}@${LONG(40)}.com.br`,
    name: LONG(200),
    description: LONG(200),
    providerAccountId: await product.accountAt('BRAVIVE'),
  })
  const receiver = await call('POST', '/v1/receivers', {
    name: NAME,
    document: '52998224725',
    documentType: 'CPF',
    email: EMAIL,
    address: { street: 'Rua', number: '1', zipcode: '01310100', city: 'SP', district: 'Centro', state: 'SP' },
    bankAccount: {
      bankCode: '341',
      branchNumber: '1234',
      accountNumber: '56789',
      accountDigit: '0',
      accountType: 'CHECKING',
    },
    providerAccountId: await product.accountAt('ASAAS'),
    providerData: { incomeValue: 100_000 },
  })
  ids = {
    paid: String(paid.id),
    stuck: String(stuck.id),
    boleto: String(boleto.id),
    token: String(paid.checkoutToken),
    boletoToken: String(boleto.checkoutToken),
    withdrawal: String(withdrawal.id),
    receiver: String(receiver.id),
  }
})

const main = (page: Page) => page.locator('main')

const PAGES: [path: string, address: () => string, ready: (page: Page) => Promise<unknown>][] = [
  ['charges', () => '/charges', (page) => main(page).getByText(NAME).first().waitFor()],
  ['charges/new', () => '/charges/new', (page) => page.getByRole('button', { name: /^Cobrar/ }).waitFor()],
  ['charges/:id', () => `/charges/${ids.paid}`, (page) => page.getByText('Pagamento confirmado').waitFor()],
  ['charges/:id', () => `/charges/${ids.stuck}`, (page) => page.getByText('Sem desfecho conhecido').waitFor()],
  ['charges/:id', () => `/charges/${ids.boleto}`, (page) => page.getByText('Linha digitável').first().waitFor()],
  ['attention', () => '/attention', (page) => main(page).getByText(NAME).first().waitFor()],
  ['withdrawals', () => '/withdrawals', (page) => main(page).getByText(LONG(40)).first().waitFor()],
  ['withdrawals/new', () => '/withdrawals/new', (page) => page.getByLabel('Chave Pix').waitFor()],
  [
    'withdrawals/:id',
    () => `/withdrawals/${ids.withdrawal}`,
    (page) => main(page).getByText(LONG(200)).filter({ visible: true }).first().waitFor(),
  ],
  ['receivers', () => '/receivers', (page) => main(page).getByText(NAME).first().waitFor()],
  ['receivers/new', () => '/receivers/new', (page) => page.getByLabel('CEP').waitFor()],
  ['receivers/:id', () => `/receivers/${ids.receiver}`, (page) => page.getByText(EMAIL).waitFor()],
  ['providers', () => '/providers', (page) => main(page).getByText(LONG(100)).first().waitFor()],
  ['providers/:code/connect', () => '/providers/TREEAL/connect', (page) => page.getByLabel('Client id').waitFor()],
  ['webhook-events', () => '/webhook-events', (page) => page.getByText('Entregue').first().waitFor()],
  ['webhook-deliveries', () => '/webhook-deliveries', (page) => main(page).getByText(LONG(100)).first().waitFor()],
  ['playground', () => '/playground', (page) => page.getByText('RECEIVED').first().waitFor()],
  ['api-keys', () => '/api-keys', (page) => main(page).getByText(LONG(100)).first().waitFor()],
  ['pay/:token', () => `/pay/${ids.token}`, (page) => page.getByText('Pagamento confirmado').waitFor()],
  ['pay/:token', () => `/pay/${ids.boletoToken}`, (page) => page.getByText('Copiar linha digitável').waitFor()],
]

/** What stands out of the screen to the right, unless something that scrolls by itself holds it; a phone zooms out to show it. */
const WIDEST = `(() => {
  const edge = document.documentElement.clientWidth
  if (innerWidth <= 390 && document.documentElement.scrollWidth <= edge) return []
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > 391)
    .map((element) => element.outerHTML.slice(0, 200))
    .slice(0, 5)
})()`

async function inside(locator: Locator): Promise<void> {
  await locator.waitFor()
  await atRest(locator.page())
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not shown')
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(390)
}

describe('at 390 px', () => {
  test.each(PAGES)('%s (%#) is as wide as the screen', async (_path, address, ready) => {
    const { page } = await openPage(context)
    await page.goto(address())
    await ready(page)
    expect(await page.evaluate(WIDEST)).toEqual([])
    await page.close()
  })

  test('the menu, the account menu and a list of choices stay on the screen', async () => {
    const { page } = await openPage(context)
    await page.goto('/charges')
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    const menu = page.getByRole('dialog')
    await inside(menu)
    await menu.getByRole('button', { name: 'Sua conta' }).click()
    await inside(page.getByRole('menu'))
    await page.goto('/charges/new')
    await page.getByRole('combobox', { name: 'Conta no provedor' }).click()
    await page.getByRole('option').first().waitFor()
    await inside(page.getByRole('option', { name: LONG(100) }).first())
    expect(await page.evaluate(WIDEST)).toEqual([])
    await page.close()
  })
})
