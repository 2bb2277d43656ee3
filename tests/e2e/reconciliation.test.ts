/** A provider's statement, imported by an operator: what differs is seen, and settled with a note. */
import type { Browser, Locator, Page } from 'playwright-core'
import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { charged, make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

async function charge(amount: number): Promise<string> {
  const { transactionId } = await charged(product, {
    amount,
    paymentMethod: 'PIX',
    providerAccountId: await product.accountAt('PAGUESAFE'),
    customer: { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' },
  })
  return transactionId
}

async function bring(page: Page, lines: readonly string[], columns: Record<string, string>) {
  await page.getByRole('button', { name: 'Importar extrato' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar um extrato' })
  await dialog.getByRole('combobox', { name: 'Conta' }).click()
  await dialog.getByRole('option', { name: /PagueSafe/i }).click()
  const buffer = Buffer.from(['Id;Valor;Data', ...lines].join('\n'))
  await dialog.getByLabel('Arquivo CSV').setInputFiles({ name: 'extrato.csv', mimeType: 'text/csv', buffer })
  const [first = ''] = lines
  await dialog
    .getByRole('table', { name: 'As primeiras linhas do arquivo' })
    .getByText(first.split(';')[0] ?? '')
    .first()
    .waitFor()
  for (const [label, heading] of Object.entries(columns)) {
    await dialog.getByRole('combobox', { name: label, exact: true }).click()
    await dialog.getByRole('option', { name: heading, exact: true }).click()
  }
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await dialog.getByRole('button', { name: 'Importar', exact: true }).click()
  return dialog
}

/** Whether nothing covers its middle. */
const isInSight = (line: Locator) =>
  line.evaluate((shown) => {
    const { x, y, width, height } = shown.getBoundingClientRect()
    return shown.contains(shown.ownerDocument.elementFromPoint(x + width / 2, y + height / 2))
  })

const COLUMNS = { 'Id da transação': 'Id', Valor: 'Valor' }

describe.each([
  ['a desk', DESKTOP, 'x1'],
  ['a phone', PHONE, 'x2'],
] as const)('on %s', (_, screen, unknown) => {
  test('is refused where it cannot be read, compared where it can, and a difference is settled', async () => {
    const transactionId = await charge(12_300)
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator', ...screen })
    await page.goto('/reconciliation')
    await page.getByRole('button', { name: 'Conciliar agora' }).click()
    await page.getByText(/^Conciliado .* por operator@trilho\.local: .* Nada diferente desde então\.$/).waitFor()
    const bad = await bring(page, Array<string>(3).fill(`${transactionId};1.234;`), COLUMNS)
    await bad.getByText('O arquivo não foi importado:').waitFor()
    await bad.getByText('Linha 2: o valor “1.234”').waitFor()
    await expect.poll(() => isInSight(bad.getByText('Linha 4: o valor “1.234”'))).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Descartar' }).click()

    await bring(page, [`${transactionId};120,00;02/01/2026`, `${unknown};5,00;02/01/2026`], COLUMNS)
    await page.getByText('Linhas: 2. Conhecidas: 1. Diferenças: 2.').waitFor()
    await page.getByText(/^Conciliado .* por operator@trilho\.local: .* 2 diferenças desde então\.$/).waitFor()
    const colleague = await visit(browser, product.addresses.app, { role: 'admin', ...screen })
    await colleague.page.goto('/reconciliation')
    for (const view of [page, colleague.page]) {
      await view.getByText(/^Conciliado .* por operator@trilho\.local: .* 2 diferenças desde então\.$/).waitFor()
    }
    await page.getByText('extrato.csv').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)

    await page.getByRole('button', { name: `Falta aqui: abrir ${unknown}` }).click()
    const sheet = page.getByRole('dialog', { name: 'Falta aqui' })
    await sheet.getByRole('button', { name: 'Marcar como resolvida' }).waitFor()
    expect(await sheet.getByRole('term').allTextContents()).toEqual([
      'Situação',
      'Aqui',
      'No provedor',
      'Transação',
      'Encontrada',
      'Encontrada em',
    ])
    await sheet.getByRole('button', { name: 'Marcar como resolvida' }).click()
    await sheet.getByText('Diga o que foi.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await sheet.getByLabel('O que foi').fill('Da loja antiga')
    await sheet.getByRole('button', { name: 'Marcar como resolvida' }).click()
    await page.getByText('Diferença resolvida').waitFor()

    await page.route('**/resolve?*', async (route) => {
      await product.call('POST', new URL(route.request().url()).pathname, { note: 'Uma tarifa' })
      await route.continue()
    })
    await page.getByRole('button', { name: `Outro valor: abrir ${transactionId}` }).click()
    const second = page.getByRole('dialog', { name: 'Outro valor' })
    await second.getByLabel('O que foi').fill('Um desconto')
    await second.getByRole('button', { name: 'Marcar como resolvida' }).click()
    await page.getByText('Ela já tinha sido resolvida').waitFor()
    await second.getByText('Uma tarifa').waitFor()
    await page.goto('/reconciliation?state=resolvedByHand')
    await page.getByRole('button', { name: `Falta aqui: abrir ${unknown}` }).click()
    await page.getByText('Da loja antiga').waitFor()
    expect(complaints.filter((complaint) => !/4(22|09)/.test(complaint))).toEqual([])
    await page.context().close()
  })
})

test.each([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
] as const)('on %s a difference that changes under the operator is settled only as it was shown', async (_, screen) => {
  const transactionId = await charge(20_000)
  const importer = (await visit(browser, product.addresses.app, { role: 'admin', ...screen })).page
  await importer.goto('/reconciliation')
  const state = async (amount: string) => {
    await bring(importer, [`${transactionId};${amount};02/01/2026`], { ...COLUMNS, Data: 'Data' })
    await importer.getByText('Linhas: 1. Conhecidas: 1. Diferenças: 1.').waitFor()
    await importer.reload()
  }
  await state('198,00')
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator', ...screen })
  await page.goto('/reconciliation')
  await page.getByRole('button', { name: `Outro valor: abrir ${transactionId}` }).click()
  const sheet = page.getByRole('dialog', { name: 'Outro valor' })
  await sheet.getByText(/R\$\s198,00/).waitFor()
  await sheet.getByLabel('O que foi').fill('É a tarifa')
  const settle = async () => {
    const answered = page.waitForResponse((response) => response.url().includes('/resolve'))
    await sheet.getByRole('button', { name: 'Marcar como resolvida', disabled: false }).click()
    return (await answered).status()
  }
  // The sheet is read again by itself, whatever its reader looks at.
  await state('50,00')
  await sheet.getByText(/R\$\s50,00/).waitFor()
  // Only a refusal shows it anew.
  await page.route('**/resolve?*', (route) => route.fulfill({ status: 500 }), { times: 1 })
  expect(await settle()).toBe(500)
  expect(await settle()).toBe(409)
  await page.getByText('Ela mudou desde que foi mostrada a você').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await state('45,00')
  expect(await settle()).toBe(409)
  await sheet.getByText(/R\$\s45,00/).waitFor()
  expect(await settle()).toBe(200)
  await page.getByText('Diferença resolvida').waitFor()
  await page.goto('/reconciliation?state=resolvedByHand')
  await page.getByRole('button', { name: `Outro valor: abrir ${transactionId}` }).click()
  await sheet.getByText('É a tarifa').waitFor()
  await sheet.getByText(/R\$\s45,00/).waitFor()
  expect(complaints.filter((complaint) => !/409|500/.test(complaint))).toEqual([])
  for (const view of [page, importer]) await view.context().close()
})

test('a transaction that only a statement tells of is said to be of the charge whose answer was lost', async () => {
  const provider = 'PAGUESAFE'
  await product.sandbox.setFault(provider, 'createTransaction', { fault: 'commitThenDrop' })
  const { id } = await make<{ id: string }>(product, '/v1/charges', {
    amount: 9_900,
    paymentMethod: 'PIX',
    providerAccountId: await product.accountAt(provider),
    customer: { name: 'Rafael Nogueira', email: 'rafael@exemplo.com.br', document: '11144477735' },
  })
  const charge = async () => (await product.call<Record<string, unknown>>('GET', `/v1/charges/${id}`)).body
  await expect.poll(charge).toMatchObject({ attention: 'unknownOutcome' })
  const [made] = await product.sandbox.transactions({ provider })
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator', ...PHONE })
  await page.goto('/reconciliation')
  await bring(page, [`${made?.id};99,00;02/01/2026`], COLUMNS)
  await page.getByRole('button', { name: `Falta aqui: abrir ${made?.id}` }).click()
  const sheet = page.getByRole('dialog', { name: 'Falta aqui' })
  await sheet.getByRole('combobox', { name: 'De qual movimento é' }).click()
  await sheet.getByRole('option', { name: /Cobrança de R\$\s99,00 · Rafael Nogueira/ }).click()
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  const answer = sheet.getByRole('button', { name: 'É deste movimento' })
  await page.setViewportSize(DESKTOP.viewport)
  // The question below keeps its distance.
  const gap = async () => {
    const [above, below] = await Promise.all([
      answer.boundingBox(),
      sheet.locator('label').filter({ hasText: 'O que foi' }).boundingBox(),
    ])
    return above && below ? below.y - above.y - above.height : 0
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(32)
  await page.setViewportSize(PHONE.viewport)
  await answer.click()
  await page.getByText('A transação é deste movimento agora').waitFor()
  await expect.poll(charge).toMatchObject({ transactionId: made?.id, attention: null })
  await page.getByRole('button', { name: `Falta aqui: abrir ${made?.id}` }).click()
  await page.getByText('A transação já é conhecida').waitFor()
  await page.keyboard.press('Escape')
  // The record says that the money is there: the difference ends once it is here, too.
  await product.sandbox.act({ provider, id: `${made?.id}` }, 'pay')
  await expect.poll(charge).toMatchObject({ status: 'APPROVED' })
  await page.goto('/reconciliation?state=resolvedAutomatically')
  await page.getByRole('button', { name: `Falta aqui: abrir ${made?.id}` }).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

test.each([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
] as const)(
  'on %s the differences of one account are counted by kind, and the address keeps both',
  async (_, screen) => {
    const sql = postgres(product.addresses.database, { max: 1 })
    const of = async (provider: string, kind: string, transactionId: string) =>
      sql`INSERT INTO reconciliation_items (id, platform_id, provider_account_id, provider, kind, transaction_id)
      SELECT gen_random_uuid(), platform_id, id, provider, ${kind}, ${transactionId} FROM provider_accounts
      WHERE id = ${await product.accountAt(provider)} ON CONFLICT DO NOTHING`
    await of('VENITIP', 'missingHere', 'v1')
    await of('VENITIP', 'amount', 'v2')
    await of('VENITIP', 'amount', 'v3')
    await of('PAGUESAFE', 'amount', 'p1')
    await sql.end()
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator', ...screen })
    await page.goto('/reconciliation')
    if (screen === PHONE) await page.getByRole('button', { name: 'Filtros', exact: true }).click()
    await page.getByRole('combobox', { name: 'Conta' }).click()
    await page.getByRole('option', { name: /VenitIp/i }).click()
    await page.getByText('3 no total').waitFor()
    // Each says whose it is.
    for (const transaction of ['v1', 'v2', 'v3']) await page.getByText(transaction, { exact: true }).waitFor()
    const kinds = page.getByRole('group', { name: 'Tipo' })
    await kinds.getByRole('button', { name: 'Falta aqui 1' }).waitFor()
    await kinds.getByRole('button', { name: 'Outro valor 2' }).click()
    await page.getByText('2 no total').waitFor()
    await page.getByRole('button', { name: 'Outro valor: abrir v2' }).waitFor()
    expect(await page.getByRole('button', { name: /: abrir / }).count()).toBe(2)
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.reload()
    await page.getByText('2 no total').waitFor()
    await kinds.getByRole('button', { pressed: true }).filter({ hasText: 'Outro valor' }).waitFor()
    if (screen === PHONE) await page.getByRole('button', { name: 'Filtros (1)' }).click()
    // Its name comes with the accounts.
    await expect.poll(() => page.getByRole('combobox', { name: 'Conta' }).inputValue()).toMatch(/VenitIp/i)
    expect(complaints).toEqual([])
    await page.context().close()
  },
)

test('a day that is over has its line, with what it came to', async () => {
  const sql = postgres(product.addresses.database, { max: 1 })
  await sql`UPDATE provider_accounts SET created_at = now() - interval '3 days'`
  await sql.end()
  const summaries = async () =>
    (await product.call<{ data: { day: string }[] }>('GET', '/v1/reconciliation/summaries')).body.data.map(
      ({ day }) => day,
    )
  // One after another, each missing day is made up for; one more where a day ends meanwhile.
  await expect.poll(async () => (await summaries()).length).toBeGreaterThanOrEqual(3)
  const [newest] = await summaries()
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator', ...PHONE })
  await page.goto('/reconciliation')
  const days = page.getByRole('region', { name: 'Dia a dia' })
  await days.locator(`time[datetime="${newest}"]`).first().waitFor()
  await days
    .getByText(/R\$\s0,00/)
    .first()
    .waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
  await page.context().close()
})
