/** Names without a space, as long as the API takes them, on a phone: no page grows wider than the screen, and no menu leaves it. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PagePath, PublicPath } from '../../web/src/routes/paths.ts'
import type { TestProduct } from '../support/product.ts'
import { atRest, openContext, openPage, PHONE } from './browser.ts'
import { EMAIL, hostile, LONG, makeHostile, NAME, SLUG } from './hostile-data.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
let context: BrowserContext
let strangers: BrowserContext
let ids: Awaited<ReturnType<typeof makeHostile>>

onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  context = await openContext(browser, product.addresses.app, { role: 'admin', ...PHONE })
  strangers = await openContext(browser, product.addresses.app, PHONE)
  ids = await makeHostile(product)
})

const main = (page: Page) => page.locator('main')

type Visit = [address: () => string, ready: (page: Page) => Promise<unknown>]
const says = (text: string) => (page: Page) => main(page).getByText(text).filter({ visible: true }).first().waitFor()
const asks = (label: string) => (page: Page) => page.getByLabel(label).first().waitFor()

/** The compiler misses a page of the console that is not here. */
const VISITS: Record<PagePath, Visit[]> = {
  '/': [[() => '/', says('Por provedor')]],
  charges: [
    [() => '/charges', says(NAME)],
    [() => `/charges?customerId=${ids.customer}`, asks(`Deixar de filtrar por ${NAME}`)],
  ],
  'charges/new': [[() => '/charges/new', (page) => page.getByRole('button', { name: /^Cobrar/ }).waitFor()]],
  'charges/:id': [
    [() => `/charges/${ids.paid}`, says('Pagamento confirmado')],
    [() => `/charges/${ids.stuck}`, says('Sem desfecho conhecido')],
    [() => `/charges/${ids.boleto}`, says('Linha digitável')],
  ],
  attention: [[() => '/attention', says(NAME)]],
  refunds: [[() => '/refunds', says(NAME)]],
  'refunds/:id': [[() => `/refunds/${ids.refund}`, says(NAME)]],
  withdrawals: [[() => '/withdrawals', says(LONG(40))]],
  'withdrawals/new': [[() => '/withdrawals/new', asks('Chave Pix')]],
  'withdrawals/:id': [[() => `/withdrawals/${ids.withdrawal}`, says(hostile(200))]],
  receivers: [[() => '/receivers', says(NAME)]],
  'receivers/new': [[() => '/receivers/new', asks('CEP')]],
  'receivers/:id': [[() => `/receivers/${ids.receiver}`, says(EMAIL)]],
  disputes: [[() => '/disputes', says('999.999.999,99')]],
  'disputes/:id': [[() => `/disputes/${ids.dispute}`, says(hostile(1000))]],
  customers: [[() => '/customers', says(NAME)]],
  'customers/:id': [
    [() => `/customers/${ids.customer}`, says('Ver na lista de cobranças')],
    [() => `/customers/${crypto.randomUUID()}`, says('Este cliente não está aqui')],
  ],
  offers: [[() => '/offers', says(hostile(200))]],
  'products/:id': [[() => `/products/${ids.product}`, says(hostile(200))]],
  'payment-links': [[() => '/payment-links', says(hostile(200))]],
  providers: [[() => '/providers', says(hostile(100))]],
  'providers/:code/connect': [[() => '/providers/TREEAL/connect', asks('Client ID')]],
  reconciliation: [[() => '/reconciliation', says('999.999.999,99')]],
  routing: [[() => '/routing', says(hostile(100))]],
  'webhook-events': [[() => '/webhook-events', says('Entregue')]],
  'webhook-deliveries': [[() => '/webhook-deliveries', says(LONG(100))]],
  'webhook-endpoints': [[() => '/webhook-endpoints', says(LONG(900))]],
  exams: [[() => '/exams', says('O exame é feito no modo teste')]],
  'exams/:id': [[() => `/test/exams/${ids.exam}`, says(LONG(100))]],
  playground: [[() => '/playground', says('RECEIVED')]],
  mailbox: [[() => '/mailbox', says(EMAIL)]],
  'api-keys': [[() => '/api-keys', says(hostile(100))]],
  profile: [[() => '/profile', asks('Senha atual')]],
  people: [[() => '/people', says(hostile(100))]],
  settings: [[() => '/settings', asks('Nome')]],
  exports: [[() => '/exports', says(LONG(100))]],
  'audit-log': [[() => '/audit-log', says(hostile(100))]],
}

/** What a visitor sees who has not signed in: these, and the buyers' pages. */
const PUBLIC: Record<PublicPath | '/pay/:token' | '/buy/:slug', Visit[]> = {
  '/sign-in': [[() => '/sign-in', (page) => page.getByText('Contas de demonstração').waitFor()]],
  '/docs': [[() => '/docs', (page) => page.getByText('Comece aqui').waitFor()]],
  '/forgot-password': [[() => '/forgot-password', (page) => page.getByLabel('E-mail').waitFor()]],
  '/invitation': [[() => '/invitation#x', (page) => page.getByRole('heading').first().waitFor()]],
  '/new-password': [[() => '/new-password#x', (page) => page.getByRole('heading').first().waitFor()]],
  '/pay/:token': [
    [() => `/pay/${ids.token}`, (page) => page.getByText('Pagamento confirmado').waitFor()],
    [() => `/pay/${ids.boletoToken}`, (page) => page.getByText('Copiar linha digitável').waitFor()],
    [() => `/pay/${ids.orderToken}`, (page) => page.getByText('Pagamento confirmado').waitFor()],
  ],
  '/buy/:slug': [[() => `/buy/${SLUG}`, (page) => page.getByText(hostile(200)).first().waitFor()]],
}

const flat = (visits: Record<string, Visit[]>) =>
  Object.entries(visits).flatMap(([path, each]) => each.map(([address, ready]) => [path, address, ready] as const))

/** What stands out of the screen to the right, unless something that scrolls by itself holds it; a phone zooms out to show it. */
const WIDEST = `(() => {
  const edge = document.documentElement.clientWidth
  if (innerWidth <= 390 && document.documentElement.scrollWidth <= edge) return []
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > 391)
    .map((element) => element.outerHTML.slice(0, 200))
    .slice(0, 5)
})()`

async function fits(from: BrowserContext, address: string, ready: Visit[1]): Promise<void> {
  const { page } = await openPage(from)
  await page.goto(address)
  await ready(page)
  expect(await page.evaluate(WIDEST)).toEqual([])
  await page.close()
}

async function inside(locator: Locator): Promise<void> {
  await locator.waitFor()
  await atRest(locator.page())
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not shown')
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(390)
}

describe('at 390 px', () => {
  test.each(flat(VISITS))('%s (%#) is as wide as the screen', (_, address, ready) => fits(context, address(), ready))
  test.each(flat(PUBLIC))('%s (%#), to a stranger', (_, address, ready) => fits(strangers, address(), ready))

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
    await inside(page.getByRole('option', { name: hostile(100) }).first())
    expect(await page.evaluate(WIDEST)).toEqual([])
    await page.close()
  })
})
