/** The charges that were paid in a period, whenever they were made: chosen, shared, saved, exported; at a desk and on a phone. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import postgres from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { exported } from './exported.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

/** By its buyer: when it was made, and paid, in São Paulo. */
const CHARGES = [
  ['Ana Setembro', '2020-09-30 10:00-03', '2020-09-30 23:59:59-03'],
  ['Bia Virada', '2020-09-30 09:00-03', '2020-10-01 00:00-03'],
  ['Caio Boleto', '2020-09-30 08:00-03', '2020-10-02 12:00-03'],
  ['Duda Aberta', '2020-10-03 12:00-03', null],
  ['Enzo Outubro', '2020-10-04 12:00-03', '2020-10-31 23:59:59-03'],
  ['Fabi Novembro', '2020-10-31 12:00-03', '2020-11-01 00:00-03'],
] as const
const MADE = ['Fabi Novembro', 'Enzo Outubro', 'Duda Aberta']
const PAID = ['Enzo Outubro', 'Caio Boleto', 'Bia Virada']

beforeAll(async () => {
  const sql = postgres(product.addresses.database, { max: 1 })
  for (const [name, made, paid] of CHARGES)
    await sql`INSERT INTO charges (id, platform_id, status, payment_method, provider, amount, customer, items, checkout_token, created_at, paid_at)
      SELECT gen_random_uuid(), platform_id, ${paid ? 'APPROVED' : 'PENDING'}, 'BILLET', provider, 1000,
        ${sql.json({ name, email: 'cliente@exemplo.com.br', document: '11144477735' })}, '[]', gen_random_uuid()::text,
        ${made}::timestamptz, ${paid}::timestamptz
      FROM provider_accounts WHERE id = ${await product.accountAt('ASAAS')}`
  await sql.end()
})

const OCTOBER = '/charges?period=custom&from=2020-10-01&to=2020-10-31'

async function open(path: string, sight: BrowserContextOptions) {
  const visited = await visit(browser, product.addresses.app, { role: 'admin', ...sight })
  await visited.page.goto(path)
  return visited
}

/** In the order of the list. */
const buyers = (page: Page) => async () => {
  const links = await page.getByRole('link', { name: /^Abrir cobrança de / }).all()
  const names = await Promise.all(
    links.map(async (link) => (await link.getAttribute('aria-label')) ?? link.textContent()),
  )
  return names.map((name) => name?.replace(/^.* de /, ''))
}

test.each([
  ['at a desk', DESKTOP],
  ['on a phone', PHONE],
])('a period is of what was paid in it, where it is wanted so: %s', async (_place, sight) => {
  const { page, complaints } = await open(OCTOBER, sight)
  await expect.poll(buyers(page)).toEqual(MADE)
  if (sight === PHONE) await page.getByRole('button', { name: 'Filtros (1)' }).click()
  const choice = page.getByRole('group', { name: 'Cobranças do período' })
  await choice.getByRole('button', { name: 'Criadas', pressed: true }).waitFor()
  await choice.getByRole('button', { name: 'Pagas' }).click()
  await expect.poll(buyers(page)).toEqual(PAID)
  await page.getByText(/^3 cobranças · R\$\s30,00$/).waitFor()
  await page.getByRole('group', { name: 'Situação' }).getByRole('button', { name: 'Paga 3' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await page.reload()
  await expect.poll(buyers(page)).toEqual(PAID)
  const { page: shared } = await open(page.url().slice(product.addresses.app.length), sight)
  await expect.poll(buyers(shared)).toEqual(PAID)

  const [, ...lines] = (await exported(page)).trim().split('\r\n')
  expect(lines.map((line) => CHARGES.find(([name]) => line.includes(name))?.[0])).toEqual(PAID)
  await page.getByRole('button', { name: 'Deixar de filtrar por Pagas no período' }).click()
  await expect.poll(buyers(page)).toEqual(MADE)
  await page.goto('/exports')
  await page
    .getByText(/pagas desde .*1.* · pagas até .*31.*2020/)
    .first()
    .waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
  await shared.context().close()
})

test('it is saved with the period, and gone with it', async () => {
  const { page } = await open(`${OCTOBER}&periodOf=paid`, DESKTOP)
  await expect.poll(buyers(page)).toEqual(PAID)
  await page.getByRole('button', { name: 'Salvar filtro' }).click()
  await page.getByRole('textbox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Pagas em outubro')
  // It is shown before it is kept.
  const kept = page.waitForResponse((answer) => answer.request().method() === 'POST' && /filters$/.test(answer.url()))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await kept
  await page.goto('/charges')
  await page.getByRole('link', { name: 'Pagas em outubro' }).click()
  await expect.poll(buyers(page)).toEqual(PAID)
  await page.getByRole('button', { name: 'Limpar Período' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.context().close()
})

test('the list is by payment then, and can be read from the first on', async () => {
  const { page } = await open(`${OCTOBER}&periodOf=paid`, DESKTOP)
  await page.getByRole('columnheader', { name: 'Paga', exact: true }).getByRole('button').click()
  await expect.poll(buyers(page)).toEqual(PAID.toReversed())
  await page.getByRole('columnheader', { name: 'Criada' }).getByRole('button').click()
  await expect.poll(buyers(page)).toEqual(['Enzo Outubro', 'Bia Virada', 'Caio Boleto'])
  await page.context().close()
})

test('its order goes with it, by whichever way it goes', async () => {
  const { page } = await open('/', DESKTOP)
  const named = (name: string) => () => new URL(page.url()).searchParams.get(name)
  for (const name of ['Criadas', 'Deixar de filtrar por Pagas no período', 'Limpar Período']) {
    await page.goto(`${OCTOBER}&periodOf=paid&sort=paidAt&q=o`)
    await page.getByRole('button', { name, exact: true }).click()
    await expect.poll(named('periodOf')).toBe(null)
    expect([named('sort')(), named('q')()]).toEqual([null, 'o'])
  }
  await page.goto(`${OCTOBER}&sort=createdAt`)
  await page.getByRole('button', { name: 'Limpar Período' }).click()
  await expect.poll(named('period')).toBe(null)
  expect(named('sort')()).toBe('createdAt')
  await page.context().close()
})

test('without a day it is still of what was paid', async () => {
  const { page } = await open('/charges?period=custom&periodOf=paid', DESKTOP)
  await expect.poll(buyers(page)).toEqual(['Fabi Novembro', ...PAID, 'Ana Setembro'])
  await page.getByText(/^5 cobranças · /).waitFor()
  await page.getByRole('columnheader', { name: 'Paga', exact: true }).getByRole('button').click()
  await expect.poll(buyers(page)).toEqual(['Ana Setembro', ...PAID.toReversed(), 'Fabi Novembro'])
  await page.context().close()
})
