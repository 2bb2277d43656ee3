/** Finding one thing among all: the search over everything, by its keys and on a phone, and the searches of the lists of money. */
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Charge } from '../../api/schemas/charge.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  const { id, transactionId } = await charge('Mariana Duarte', 14_990)
  await charge('Rafael Nogueira', 49_700)
  const made = await product.sandbox.transactions({ provider: 'ASAAS' })
  const transaction = made.find((one) => one.id === transactionId)
  if (!transaction) throw new Error('The provider has made none')
  await product.sandbox.act(transaction, 'pay')
  await vi.waitFor(async () => expect((await read(id)).status).toBe('APPROVED'), { timeout: 30_000, interval: 200 })
  await send(`/v1/charges/${id}/refunds`, { amount: 4990 })
  await send('/v1/withdrawals', {
    amount: 2500,
    paymentMethod: 'PIX',
    pixType: 'EMAIL',
    pixKey: 'fornecedor@exemplo.com.br',
    providerAccountId: await product.accountAt('ASAAS'),
  })
})

const read = async (id: string) => (await product.call<Charge>('GET', `/v1/charges/${id}`)).body

async function send<Made>(path: string, body: object): Promise<Made> {
  const answer = await product.call<Made>('POST', path, body, { 'idempotency-key': crypto.randomUUID() })
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

async function charge(name: string, amount: number): Promise<Charge> {
  const customer = { name, email: 'cliente@exemplo.com.br', document: '11144477735', phone: '11912345678' }
  return send('/v1/charges', {
    amount,
    paymentMethod: 'PIX',
    customer,
    providerAccountId: await product.accountAt('ASAAS'),
  })
}

test('Ctrl-K finds a charge by its buyer, a form and a page by their names, without a mouse', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/charges')
  await page.getByText('Mariana Duarte').waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Buscar em tudo' })
  await field.waitFor()
  // Nobody is sent where they may not go.
  expect(await page.getByRole('option', { name: 'Chaves de API' }).count()).toBe(0)
  await page.keyboard.type('nogueira')
  await page.getByRole('option', { name: /^Cobranças: Rafael Nogueira R\$\s497,00 · Pendente$/ }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'R$ 497,00' }).waitFor()

  await page.keyboard.press('Control+k')
  await field.fill('saque')
  await page.getByRole('option', { name: 'Fazer: Novo saque' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Saques', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/withdrawals')

  await page.keyboard.press('Control+k')
  await field.fill('zzz nobody')
  await page.getByText('Nothing found.', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('on a phone everything is searched from the head of each page', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto('/receivers')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('fornecedor')
  await page.getByRole('option', { name: /^Saques: .*fornecedor@exemplo\.com\.br R\$\s25,00/ }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('option', { name: /^Saques:/ }).click()
  await page.getByRole('heading', { name: 'R$ 25,00' }).waitFor()
})

test('an offer, a link and an account are found among all, and the list then shows that one until it is told otherwise', async () => {
  const course = await send<{ id: string }>('/v1/products', { name: 'Curso de fotografia' })
  const offer = { productId: course.id, price: 9_700, paymentMethods: ['PIX'] }
  for (const name of ['Turma da manhã', 'Turma da noite']) await send('/v1/offers', { ...offer, name })
  for (const title of ['Sinal da obra', 'Resto da obra']) await send('/v1/payment-links', { amount: 5_000, title })
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/charges')
  await page.getByText('Mariana Duarte').waitFor()
  const rows = page.getByRole('table').first().getByRole('row')
  for (const [words, found, other] of [
    ['turma da noite', 'Turma da noite', 'Turma da manhã'],
    ['sinal da obra', 'Sinal da obra', 'Resto da obra'],
    ['treeal', 'TREEAL (demo)', 'ASAAS (demo)'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill(words)
    await page.getByRole('option', { name: new RegExp(found.replace(/[()]/g, '.')) }).click()
    await rows.filter({ hasText: found }).waitFor()
    await rows.filter({ hasText: other }).waitFor({ state: 'detached' })
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: `Deixar de filtrar por ${found}` }).click()
    await rows.filter({ hasText: other }).waitFor()
  }
  expect(complaints).toEqual([])
})

test('refunds and withdrawals are found by their words, and each leads to its page', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/refunds')
  await page.getByRole('row', { name: /Mariana Duarte/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Buscar reembolsos' }).fill('rafael')
  await page.getByText('Nenhum reembolso com estes filtros').waitFor()
  await page.getByRole('searchbox', { name: 'Buscar reembolsos' }).fill('mariana')
  await expect.poll(() => new URL(page.url()).search).toBe('?q=mariana')
  await page.getByRole('link', { name: /Abrir reembolso de R\$\s49,90/ }).click()
  await page.getByRole('heading', { name: 'R$ 49,90' }).waitFor()

  await page.goto('/withdrawals?q=ninguem')
  await page.getByText('Nenhum saque com estes filtros').waitFor()
  await page.getByRole('searchbox', { name: 'Buscar saques' }).fill('fornecedor')
  await page.getByRole('row', { name: /fornecedor@exemplo\.com\.br/ }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
})
