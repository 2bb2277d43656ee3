/** A refund whose answer is lost: the page keeps what was asked for, and asks again for the same. */
import type { Browser, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { problemDocument } from '../../api/problem.ts'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const PAID = 14_990

interface Charge {
  id: string
  provider: string
  transactionId: string
}

/** The page of a charge that was paid at a provider which gives parts back. */
async function paidPage(): Promise<{ page: Page; id: string }> {
  const { id, provider, transactionId } = await charged<Charge>(product, {
    amount: PAID,
    paymentMethod: 'PIX',
    providerAccountId: await product.accountAt('PAGUESAFE'),
    customer: { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' },
  })
  await product.sandbox.act({ provider, id: transactionId }, 'pay')
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto(`/charges/${id}`)
  await page.getByText('Pagamento confirmado').waitFor()
  return { page, id }
}

/** Every request for a refund ends so, until it is routed otherwise. @returns the keys of those that were sent. */
async function endRefunds(page: Page, end: (route: Route) => Promise<void>): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = []
  await page.unroute('**/refunds')
  await page.route('**/refunds', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    return end(route)
  })
  return keys
}

const afterItArrived = async (route: Route): Promise<void> => {
  await route.fetch()
  await route.abort()
}

const broken = async (route: Route): Promise<void> => {
  const { status, ...said } = problemDocument('rule_broken', 'req-1', { detail: 'is more than is left' })
  await route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify({ status, ...said }) })
}

const open = (page: Page): Promise<void> => page.getByRole('button', { name: 'Reembolsar', exact: true }).click()
const submit = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Reembolsar R\$/ })
    .click()

async function addFact(page: Page, key: string, value: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.locator('summary').click()
  await dialog.getByRole('button', { name: 'Adicionar dado' }).click()
  await dialog.getByLabel('Nome').fill(key)
  await dialog.getByLabel('Valor', { exact: true }).fill(value)
}

async function refundsOf(id: string): Promise<{ amount: number; metadata: object }[]> {
  return (await product.call<{ data: { amount: number; metadata: object }[] }>('GET', `/v1/charges/${id}/refunds`)).body
    .data
}

test('a refund of all that was paid is asked for again as it was, by a page that was loaded again and has nothing left to give back', async () => {
  const { page, id } = await paidPage()
  const first = await endRefunds(page, afterItArrived)
  await open(page)
  await addFact(page, 'motivo', 'troca')
  await submit(page)
  await page.getByText('Reembolsada', { exact: true }).first().waitFor()
  await page.reload()
  await page.getByText('Reembolsada', { exact: true }).first().waitFor()

  await open(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Pedir de novo repete o mesmo reembolso: nada é devolvido duas vezes.').waitFor()
  const amount = dialog.getByLabel('Valor do reembolso')
  expect(await amount.inputValue()).toMatch(/149,90/)
  expect(await amount.getAttribute('readonly')).not.toBeNull()
  expect(await dialog.getByLabel('Nome').inputValue()).toBe('motivo')
  expect(await dialog.getByLabel('Valor', { exact: true }).inputValue()).toBe('troca')
  for (const field of [dialog.getByLabel('Nome'), dialog.getByLabel('Valor', { exact: true })]) {
    expect(await field.isDisabled()).toBe(true)
  }
  expect(await seriousFindings(page)).toEqual([])
  const second = await endRefunds(page, (route) => route.fallback())
  await submit(page)
  await dialog.waitFor({ state: 'detached' })
  expect(second).toEqual(first)
  expect(await refundsOf(id)).toMatchObject([{ amount: PAID, metadata: { motivo: 'troca' } }])
  // It is answered: nothing is left to give back, or to ask for again.
  await page.getByRole('button', { name: 'Reembolsar', exact: true }).waitFor({ state: 'detached' })
  await page.context().close()
})

test('what a rule says of the repeat keeps the key, and opens the fields for a correction, of which only one of the two is made', async () => {
  const { page, id } = await paidPage()
  const first = await endRefunds(page, (route) => route.abort())
  await open(page)
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByLabel('Valor do reembolso')
  await amount.fill('5000')
  await submit(page)
  await dialog.getByText('Pedir de novo repete o mesmo reembolso').waitFor()
  const repeats = await endRefunds(page, broken)
  await submit(page)
  await dialog.getByText('Corrija-o aqui: dos dois pedidos só um é feito.').waitFor()
  await page.reload()
  await page.getByText('Pagamento confirmado').waitFor()
  await open(page)
  expect(await amount.inputValue()).toMatch(/50,00/)
  await amount.fill('3000')
  expect(await seriousFindings(page)).toEqual([])
  const corrections = await endRefunds(page, (route) => route.fallback())
  await submit(page)
  await dialog.waitFor({ state: 'detached' })
  expect([...repeats, ...corrections]).toEqual([...first, ...first])
  expect(await refundsOf(id)).toMatchObject([{ amount: 3_000 }])
  await page.context().close()
})

test('one that is answered while the dialog offers to ask for it again is not made a second time', async () => {
  const { page, id } = await paidPage()
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  const first = await endRefunds(page, async (route) => {
    await isLetGo
    await route.fallback()
  })
  await open(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Valor do reembolso').fill('5000')
  await submit(page)
  await expect.poll(() => first.length).toBe(1)
  await expect.poll(() => dialog.getByLabel('Valor do reembolso').getAttribute('readonly')).not.toBeNull()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await page.locator('nav a[href="/charges"]').click()
  await page.locator(`a[href="/charges/${id}"]`).first().click()
  await open(page)
  await dialog.getByText('Este pedido ainda não teve resposta.').waitFor()
  letGo()
  await page.getByText('R$ 50,00 devolvidos a Mariana Duarte').waitFor()
  await submit(page)
  await dialog.waitFor({ state: 'detached' })
  expect(first).toEqual([first[0], first[0]])
  expect(await refundsOf(id)).toMatchObject([{ amount: 5_000 }])
  await page.context().close()
})

test('one whose request meets the end of the session is said to be not made, until the next sign-in', async () => {
  const { page, id } = await paidPage()
  // A session of its own: it is ended.
  await page.context().clearCookies()
  await page.goto(`/sign-in?next=/charges/${id}`)
  const administrator = page.getByRole('button', { name: /^Administrador/ })
  await administrator.click()
  await page.getByText('Pagamento confirmado').waitFor()
  await open(page)
  await page.request.post('/v1/auth/sign-out', { headers: { origin: product.addresses.app } })
  await submit(page)
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  const told = page.getByText('O reembolso não foi feito')
  await told.waitFor()
  await administrator.click()
  await page.getByText('Pagamento confirmado').waitFor()
  expect(await told.count()).toBe(0)
  await page.context().close()
})

test('a first try that a rule refuses was surely not made: nothing is kept of it', async () => {
  const { page } = await paidPage()
  const refused = await endRefunds(page, broken)
  await open(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Valor do reembolso').fill('5000')
  await submit(page)
  await page.getByText('O reembolso não foi feito').waitFor()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await open(page)
  await dialog.getByText('Até R$ 149,90.').waitFor()
  expect(await dialog.getByLabel('Valor do reembolso').getAttribute('readonly')).toBeNull()
  const next = await endRefunds(page, (route) => route.fallback())
  await submit(page)
  await dialog.waitFor({ state: 'detached' })
  expect(next).not.toEqual(refused)
  await page.context().close()
})
