/** Money that leaves, as a seller sends it: part of a charge goes back, and a withdrawal is followed until it has arrived. */
import type { APIResponse, Browser, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { problemDocument } from '../../api/problem.ts'
import { charged, make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, pick, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

interface Charge {
  id: string
  status: string
  provider: string
  transactionId: string
  refundedAmount: number
}

async function paidCharge(provider = 'PAGUESAFE'): Promise<Charge> {
  const charge = await charged<Charge>(product, {
    amount: 14_990,
    paymentMethod: 'PIX',
    providerAccountId: await product.accountAt(provider),
    customer: { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' },
  })
  await product.sandbox.act({ provider, id: charge.transactionId }, 'pay')
  return charge
}

/** @param amount of no other at this provider. */
async function settledWithdrawal(provider: string, amount: number): Promise<string> {
  const { id } = await withdrawal(provider, amount)
  const sent = async () => (await product.sandbox.withdrawals(provider)).find((known) => known.amount === amount)?.id
  await expect.poll(sent).toBeDefined()
  await product.sandbox.actOnWithdrawal({ provider, id: (await sent()) ?? '' }, 'settle')
  return id
}

async function withdrawal(provider: string, amount: number): Promise<{ id: string }> {
  return make(product, '/v1/withdrawals', {
    paymentMethod: 'PIX',
    pixKey: '52998224725',
    pixType: 'CPF',
    name: 'Mariana Duarte',
    amount,
    providerAccountId: await product.accountAt(provider),
  })
}

async function refund(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Reembolsar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Valor do reembolso').fill(amount)
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Reembolsar R\$/ }).click()
}

test('of a refund whose outcome is not known no user is told that it was not made', async () => {
  const charge = await paidCharge()
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto(`/charges/${charge.id}`)
  await page.getByText('Pagamento confirmado').waitFor()
  const unknown = problemDocument('outcome_unknown', 'req-1', { detail: 'Read it before you ask again' })
  const contentType = 'application/problem+json'
  await page.route('**/refunds', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: unknown.status, contentType, body: JSON.stringify(unknown) })
      : route.fallback(),
  )
  const said = /^Não sabemos se o reembolso foi feito.*Peça de novo na própria cobrança: .*apareça nela\./
  const told = page.locator('[data-toast]').filter({ hasText: said })
  await refund(page, '5000')
  await told.waitFor()
})

test('a refund that the page shows before its answer is told all the same, and sent again it gives nothing back twice', async () => {
  const charge = await paidCharge()
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto(`/charges/${charge.id}`)
  await page.getByText('Pagamento confirmado').waitFor()
  // How each request ends once the page shows what has gone back by then.
  const ends: [shown: string, end: (route: Route, answer: APIResponse) => Promise<void>][] = [
    ['50,00', (route) => route.abort()],
    ['50,00', (route, response) => route.fulfill({ response })],
    ['80,00', (route, response) => route.fulfill({ response })],
  ]
  await page.route('**/refunds', async (route) => {
    const [shown, end] = (route.request().method() === 'POST' && ends.shift()) || []
    if (!end) return route.fallback()
    const answer = await route.fetch()
    await page.locator('dl > div', { hasText: new RegExp(`^Reembolsado.*${shown}$`) }).waitFor()
    return end(route, answer)
  })
  // Some of it is said for seconds only, so the page keeps all of it.
  await page.evaluate(`globalThis.told = new Set()
    new MutationObserver(() => {
      for (const { innerText } of document.querySelectorAll('[data-toast]')) told.add(innerText)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })`)
  const heard = (said: RegExp) => expect.poll(() => page.evaluate<string>(`[...told].join('\\n')`)).toMatch(said)

  await refund(page, '5000')
  await heard(/Não sabemos se o reembolso foi feito/)
  await page.getByRole('dialog').getByRole('button', { name: 'Reembolsar R$ 50,00' }).click()
  await heard(/Este pedido já tinha sido feito/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await refund(page, '3000')
  await heard(/30,00 (devolvidos a Mariana|em andamento)/)
  const { body } = await product.call<{ data: { amount: number }[] }>('GET', `/v1/charges/${charge.id}/refunds`)
  expect(body.data.map(({ amount }) => amount).sort()).toEqual([3_000, 5_000])
})

test('a part goes back, then the rest, and never more than was paid', async () => {
  const charge = await paidCharge()
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto(`/charges/${charge.id}`)
  await page.getByText('Pagamento confirmado').waitFor()
  await page.getByRole('button', { name: 'Reembolsar', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Valor do reembolso').fill('14991')
  await page.getByText('Informe um valor entre').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descartar' }).click()

  await page.getByRole('button', { name: 'Reembolsar', exact: true }).click()
  await page.getByRole('dialog').locator('summary').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Adicionar dado' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('motivo')
  await page.getByRole('dialog').getByLabel('Valor', { exact: true }).fill('troca')
  await page.getByRole('dialog').getByLabel('Valor do reembolso').fill('5000')
  expect(await seriousFindings(page)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Reembolsar R\$/ })
    .click()
  await page.getByRole('heading', { name: 'Reembolsos' }).waitFor()
  await expect
    .poll(async () => (await product.call<Charge>('GET', `/v1/charges/${charge.id}`)).body.refundedAmount)
    .toBe(5_000)
  const { body: made } = await product.call<{ data: object[] }>('GET', `/v1/charges/${charge.id}/refunds`)
  expect(made.data).toMatchObject([{ amount: 5_000, metadata: { motivo: 'troca' } }])
  await refund(page, '9990')
  await page.getByText('Reembolsada', { exact: true }).first().waitFor()
  await expect
    .poll(async () => (await product.call<Charge>('GET', `/v1/charges/${charge.id}`)).body)
    .toMatchObject({ status: 'REFUNDED', refundedAmount: 14_990 })
  await page.goto('/refunds')
  const row = page.getByRole('row').filter({ hasText: 'R$ 99,90' })
  await row.getByRole('cell', { name: 'Pix', exact: true }).waitFor()
  await page.context().close()
  // On a card, too: how it was paid, and when it was done.
  const { page: phone } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await phone.goto('/refunds')
  const card = phone.getByRole('listitem').filter({ hasText: 'R$ 99,90' })
  await card.getByText('Pix', { exact: true }).waitFor()
  await expect.poll(() => card.getByRole('term').allTextContents()).toEqual(['Devolvido'])
  expect(await seriousFindings(phone)).toEqual([])
  await phone.context().close()
})

test('a withdrawal is named once more before it goes, and followed until it has arrived', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto('/withdrawals/new')
  await page.getByLabel('Valor do saque').fill('25000')
  // In sight from the top of the form.
  const sends = await page.getByRole('button', { name: 'Sacar R$ 250,00' }).boundingBox()
  expect(sends && sends.y + sends.height).toBeLessThanOrEqual(PHONE.viewport.height)
  await pick(page, 'Conta no provedor', /Bravive/)
  await page.getByLabel('Chave Pix').fill('111')
  await page.getByRole('button', { name: 'Sacar R$ 250,00' }).click()
  await page.getByText('A chave não é válida para este tipo').waitFor()
  await page.getByLabel('Chave Pix').fill('111.444.777-36')
  await page.getByText('A chave não é válida para este tipo').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByLabel('Chave Pix').fill('11144477735')
  await page.getByLabel('Nome do titular').fill('Mariana Duarte')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Sacar R$ 250,00' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Enviar este saque?' })
  for (const fact of ['CPF 111.444.777-35', 'Mariana Duarte']) await confirmation.getByText(fact).waitFor()
  expect(await confirmation.locator('dl').textContent()).toContain('R$\u00a0250,00')
  await page.getByRole('dialog').getByRole('button', { name: 'Sacar R$ 250,00' }).click()
  await page.getByRole('heading', { name: 'R$ 250,00' }).waitFor()
  await page.getByText('Bravive aceitou').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const playground = await page.context().newPage()
  await playground.goto('/playground')
  await playground.getByRole('link', { name: 'Mariana Duarte' }).first().waitFor()
  await playground.getByRole('button', { name: 'Concluir o saque de R$ 250,00 como o banco' }).click()
  await playground.getByText('Concluído no provedor').waitFor()
  expect(await seriousFindings(playground)).toEqual([])
  expect(await product.sandbox.withdrawals('BRAVIVE')).toMatchObject([{ stage: 'paid' }])
  await expect.poll(() => page.getByText('Concluído').count()).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'De onde vem: Bravive aceitou' }).click()
  await page.getByText('O provedor respondeu ao nosso pedido.').waitFor()
  await page.getByRole('button', { name: 'De onde vem: Concluído' }).click()
  await page.getByText(/^(O provedor avisou por webhook|Nós consultamos o provedor)/).waitFor()
  await page.goto('/withdrawals')
  await page.getByText('Mariana Duarte').waitFor()
  await page.getByText('CPF 111.444.777-35').waitFor()
})

test('what has come to its end is read again at once, where its provider can be asked', async () => {
  const charge = await paidCharge()
  await expect
    .poll(async () => (await product.call<Charge>('GET', `/v1/charges/${charge.id}`)).body.status)
    .toBe('APPROVED')
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator', ...PHONE })
  await page.goto(`/charges/${charge.id}`)
  await page.getByRole('button', { name: 'Consultar de novo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Consultar o provedor de novo?' })
  await dialog.getByText('R$ 149,90').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Consultar', exact: true }).click()
  await page.getByText('O provedor está sendo consultado de novo').waitFor()
  const { body } = await product.call<{ data: { type: string }[] }>('GET', `/v1/charges/${charge.id}/events`)
  expect(body.data.map(({ type }) => type)).toContain('operatorRetried')
  for (const [provider, isOffered] of [
    ['BRAVIVE', 1],
    ['CASHTIME', 0],
  ] as const) {
    const id = await settledWithdrawal(provider, 3_300)
    await page.goto(`/withdrawals/${id}`)
    await page.getByText('Concluído', { exact: true }).first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Consultar de novo' }).count()).toBe(isOffered)
  }
  expect(complaints).toEqual([])
})

test('a webhook about a withdrawal is listed as one, and is called none of a charge', async () => {
  const id = await settledWithdrawal('CASHTIME', 4_400)
  const told = async () =>
    (await product.call<{ data: object[] }>('GET', `/v1/webhook-events?withdrawalId=${id}`)).body.data
  await expect.poll(told).toMatchObject([{ provider: 'CASHTIME', state: 'delivered' }])
  const { page } = await visit(browser, product.addresses.app, { role: 'operator', ...PHONE })
  await page.goto('/webhook-events?provider=CASHTIME')
  const card = page.getByRole('listitem').filter({ has: page.locator(`a[href="/withdrawals/${id}"]`) })
  await expect.poll(() => card.getByRole('term').allTextContents()).toContain('Movimento')
  expect(await card.getByRole('definition').allTextContents()).toContainEqual(expect.stringMatching(/^Saque \w+…/))
  expect(await seriousFindings(page)).toEqual([])
  await card.getByRole('button', { name: 'Abrir webhook de' }).click()
  const sheet = page.getByRole('dialog', { name: 'Webhook de' })
  await sheet.getByText('Chegou ao movimento.').waitFor()
  expect(await sheet.getByText('cobrança').count()).toBe(0)
})

test('an operator finds what is stuck, refunds and withdrawals too, on the one page for it', async () => {
  // Its reading does not say how much has gone back, so that only an operator can tell.
  const charge = await paidCharge('ROYALTY')
  await expect
    .poll(async () => (await product.call<Charge>('GET', `/v1/charges/${charge.id}`)).body.status)
    .toBe('APPROVED')
  await product.sandbox.setFault('ROYALTY', 'refund', { fault: 'commitThenDrop' })
  await product.sandbox.setFault('CASHTIME', 'withdraw', { fault: 'commitThenDrop' })
  await make(product, `/v1/charges/${charge.id}/refunds`, { amount: 5_000 })
  await withdrawal('CASHTIME', 7_700)
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto('/charges')
  await page.getByRole('link', { name: /^Precisam de atenção\s*2$/ }).click()
  await page.getByRole('heading', { name: 'Precisam de atenção', level: 1 }).waitFor()
  await page.getByRole('link', { name: /Saque de R\$ 77,00 para Mariana Duarte.*nenhuma resposta confiável/ }).click()
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor()
  // Its provider cannot be asked after what was lost.
  expect(await page.getByRole('button', { name: 'Consultar de novo' }).count()).toBe(0)
  await page.goBack()
  await page.getByRole('heading', { name: 'Precisam de atenção', level: 1 }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: /Reembolso de R\$ 50,00/ }).click()
  await page.getByText('Isto precisa de uma decisão').waitFor()
  await page.getByText('Parado até um operador decidir').waitFor()
  const exchange = page.locator('details').filter({ hasText: 'Conversa com o provedor' }).first()
  await exchange.getByText('Sem desfecho conhecido').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Cobrança', exact: true }).click()
  await page.getByText('Um reembolso espera a decisão de um operador').waitFor()
  expect(await page.getByText('Nada a fazer').count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe(`/charges/${charge.id}`)
})
