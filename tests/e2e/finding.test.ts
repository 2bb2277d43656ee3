/** Finding one thing among all: the search over everything, by its keys and on a phone, and the searches of the lists of money. */
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Charge } from '../../api/schemas/charge.ts'
import { charged, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  const paid = await charge('Mariana Duarte', 14_990)
  await charge('Rafael Nogueira', 49_700)
  await pay(product, paid)
  await send(`/v1/charges/${paid.id}/refunds`, { amount: 4990 })
  await send('/v1/withdrawals', {
    amount: 2500,
    paymentMethod: 'PIX',
    pixType: 'EMAIL',
    pixKey: 'fornecedor@exemplo.com.br',
    providerAccountId: await product.accountAt('ASAAS'),
  })
})

async function send<Made>(path: string, body: object): Promise<Made> {
  const answer = await product.call<Made>('POST', path, body, { 'idempotency-key': crypto.randomUUID() })
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

async function charge(name: string, amount: number): Promise<Charge> {
  const customer = { name, email: 'cliente@exemplo.com.br', document: '11144477735', phone: '11912345678' }
  const providerAccountId = await product.accountAt('ASAAS')
  return charged(product, { amount, paymentMethod: 'PIX', customer, providerAccountId })
}

test('Ctrl-K finds a charge by its buyer, a form and a page by their names, without a mouse', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/charges')
  await page.getByText('Mariana Duarte').waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Buscar em tudo' })
  // What is typed goes into it by itself, once it has the focus.
  await field.and(page.locator(':focus')).waitFor()
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
  await page.getByText('Nada encontrado', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Fazer: Nova cobrança' }).waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).not.toBe('INPUT')
  expect(new URL(page.url()).pathname).toBe('/withdrawals')
  expect(await page.getByRole('dialog', { name: 'Buscar' }).count()).toBe(1)
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

test('Ctrl-K finds a charge, a refund and a withdrawal by their amount', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  for (const [typed, option, heading] of [
    ['497,00', /^Cobranças: Rafael Nogueira/, /R\$\s497,00/],
    ['R$ 49,90', /^Reembolsos: Mariana Duarte/, /R\$\s49,90/],
    ['25,00', /^Saques: .*fornecedor@exemplo\.com\.br/, /R\$\s25,00/],
  ] as const) {
    await page.goto('/charges')
    await page.getByRole('row', { name: /Mariana Duarte/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill(typed)
    await page.getByRole('option', { name: option }).click()
    await page.getByRole('heading', { name: heading }).first().waitFor()
  }
  expect(complaints).toEqual([])
})

const amountsOf = (rows: readonly string[]) => rows.map((text) => /[\d.]+,\d{2}/.exec(text)?.[0])

test('refunds and withdrawals are put in the order of their amounts by the header, or on a phone among the filters', async () => {
  for (const amount of [3100, 700]) {
    await send('/v1/withdrawals', {
      amount,
      paymentMethod: 'PIX',
      pixType: 'EMAIL',
      pixKey: 'fornecedor@exemplo.com.br',
      providerAccountId: await product.accountAt('ASAAS'),
    })
  }
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  const shown = async () => amountsOf(await page.locator('tbody tr').allInnerTexts())
  await page.goto('/withdrawals')
  await page
    .getByRole('row', { name: /fornecedor/ })
    .first()
    .waitFor()
  const header = page.getByRole('columnheader', { name: 'Valor' })
  await header.getByRole('button').click()
  await expect.poll(shown).toEqual(['31,00', '25,00', '7,00'])
  expect(await header.getAttribute('aria-sort')).toBe('descending')
  await header.getByRole('button').click()
  await expect.poll(shown).toEqual(['7,00', '25,00', '31,00'])
  await page.reload()
  await expect.poll(shown).toEqual(['7,00', '25,00', '31,00'])
  await page.getByRole('columnheader', { name: 'Pago' }).getByRole('button').click()
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=-approvedAt')
  await expect.poll(async () => (await shown()).length).toBe(3)
  expect(await seriousFindings(page)).toEqual([])
  await page.goto('/refunds?sort=approvedAt')
  await page.getByRole('row', { name: /Mariana Duarte/ }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Devolvido' }).getAttribute('aria-sort')).toBe('ascending')
  expect(complaints).toEqual([])

  const { page: phone } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await phone.goto('/withdrawals')
  await phone.getByRole('button', { name: 'Filtros' }).click()
  await phone.getByRole('combobox', { name: 'Ordem' }).click()
  await phone.getByRole('option', { name: 'Menor valor primeiro' }).click()
  const cards = phone.locator('main ul[aria-label] > li').filter({ hasText: ',00' })
  await expect.poll(async () => amountsOf(await cards.allInnerTexts())).toEqual(['7,00', '25,00', '31,00'])
  await phone.getByRole('button', { name: 'Filtros (1)' }).waitFor()
  expect(await seriousFindings(phone)).toEqual([])
})
