/** A withdrawal above the platform's amount, seen by the person who asks for it and by the one who approves it. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { charged, make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

async function approveAbove(approvalAbove: number): Promise<void> {
  const { body: mine } = await product.call<{ data: { id: string }[] }>('GET', '/v1/platforms')
  await product.call('PATCH', `/v1/platforms/${mine.data[0]?.id}`, { approvalAbove })
}

test('who asks and who approves see what the account holds, and that the amount is more', async () => {
  await approveAbove(0)
  const providerAccountId = await product.accountAt('ASAAS')
  const charge = await charged<{ id: string; status: string; provider: string; transactionId: string }>(product, {
    amount: 5_990,
    paymentMethod: 'PIX',
    providerAccountId,
    customer: { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' },
  })
  await product.sandbox.act({ provider: 'ASAAS', id: charge.transactionId }, 'pay')
  type Balances = { data: { providerAccountId: string; available: number | null }[] }
  const held = async () =>
    (await product.call<Balances>('GET', '/v1/balances')).body.data.find(
      (balance) => balance.providerAccountId === providerAccountId,
    )
  await expect.poll(held).toMatchObject({ available: 5_990 })

  const { page: asks } = await visit(browser, product.addresses.app, { role: 'operator', ...PHONE })
  await asks.goto('/withdrawals/new')
  await asks.getByText('Na conta com mais saldo: R$ 59,90').waitFor()
  await asks.getByRole('combobox', { name: 'Conta no provedor' }).click()
  await asks.getByRole('option', { name: /Asaas/ }).click()
  await asks.getByText('Disponível nesta conta: R$ 59,90').waitFor()
  await asks.getByLabel('Valor do saque').fill('5991')
  await asks.getByText('Todo saque espera a aprovação de uma segunda pessoa.').waitFor()
  const isMore = 'O valor passa do saldo da conta: o provedor pode recusar o saque.'
  await asks.getByText(isMore).waitFor()
  await asks.getByLabel('Valor do saque').fill('5990')
  await asks.getByText(isMore).waitFor({ state: 'hidden' })
  await asks.getByLabel('Valor do saque').fill('5991')
  await asks.getByText(isMore).waitFor()
  await asks.getByLabel('Chave Pix').fill('11144477735')
  expect(await seriousFindings(asks)).toEqual([])
  await asks.getByRole('button', { name: 'Pedir saque de R$ 59,91' }).click()
  const question = asks.getByRole('dialog', { name: 'Pedir este saque?' })
  for (const said of ['Disponível nesta conta: R$ 59,90', isMore]) await question.getByText(said).waitFor()
  expect(await seriousFindings(asks)).toEqual([])
  await question.getByRole('button', { name: 'Pedir saque de R$ 59,91' }).click()
  await asks.getByText('Este saque espera aprovação').waitFor()

  const { page: approves } = await visit(browser, product.addresses.app, { role: 'admin' })
  await approves.goto(new URL(asks.url()).pathname)
  await approves.getByRole('button', { name: 'Aprovar', exact: true }).click()
  const dialog = approves.getByRole('dialog', { name: 'Aprovar este saque?' })
  for (const said of ['Disponível nesta conta: R$ 59,90', isMore, 'CPF 111.444.777-35'])
    await dialog.getByText(said).waitFor()
  expect(await seriousFindings(approves)).toEqual([])
})

test('that a withdrawal is for a receiver is said to who approves it, also where the name is not known', async () => {
  await approveAbove(0)
  const wish = { paymentMethod: 'PIX', amount: 100, pixKey: '11144477735', pixType: 'CPF', receiverId: 're_unknown' }
  const { id } = await make<{ id: string }>(product, '/v1/withdrawals', wish)
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto(`/withdrawals/${id}`)
  await page.getByRole('button', { name: 'Aprovar', exact: true }).click()
  await page
    .getByRole('dialog')
    .locator('dl > div', { hasText: /^Recebedor—$/ })
    .waitFor()
  await page.context().close()
})

test('a notice of a withdrawal that was sent names the withdrawal', async () => {
  await approveAbove(0)
  await product.call('POST', '/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/hooks', events: ['*'] })
  const wish = { paymentMethod: 'PIX', amount: 100, pixKey: '11144477735', pixType: 'CPF' }
  const { id } = await make<{ id: string }>(product, '/v1/withdrawals', wish)
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto('/webhook-deliveries')
  const row = page.getByRole('row').filter({ hasText: 'withdrawal.pending' })
  await row.getByText('Tentando de novo').waitFor()
  await row.getByRole('link', { name: id.slice(-6) }).click()
  await page.waitForURL(`**/withdrawals/${id}`)
})

test('one operator asks, another approves, and only then does the money leave', async () => {
  await approveAbove(100_000)
  const { page: asks } = await visit(browser, product.addresses.app, { role: 'operator', ...PHONE })
  await asks.goto('/withdrawals/new')
  await asks.getByLabel('Valor do saque').fill('100000')
  await asks.getByRole('button', { name: 'Sacar R$ 1.000,00' }).waitFor()
  await asks.getByLabel('Valor do saque').fill('100001')
  await asks.getByText('Acima de R$ 1.000,00, espera a aprovação de uma segunda pessoa.').waitFor()
  await asks.getByRole('combobox', { name: 'Conta no provedor' }).click()
  await asks.getByRole('option', { name: /Bravive/ }).click()
  await asks.getByLabel('Chave Pix').fill('11144477735')
  await asks.getByRole('button', { name: 'Pedir saque de R$ 1.000,01' }).click()
  const question = asks.getByRole('dialog', { name: 'Pedir este saque?' })
  await question.getByText('o dinheiro só sai quando uma segunda pessoa aprovar').waitFor()
  await question.getByRole('button', { name: 'Pedir saque de R$ 1.000,01' }).click()
  await asks.getByText('Este saque espera aprovação').waitFor()
  await asks.getByText('Aguarda aprovação').first().waitFor()
  await asks.getByText(/sem aprovação até .+ às \d\d:\d\d, é cancelado/).waitFor()
  await asks.getByRole('button', { name: 'Cancelar', exact: true }).waitFor()
  expect(await asks.getByRole('button', { name: 'Aprovar', exact: true }).count()).toBe(0)
  expect(await seriousFindings(asks)).toEqual([])
  expect(await product.sandbox.withdrawals('BRAVIVE')).toEqual([])

  const { page: approves } = await visit(browser, product.addresses.app, { role: 'admin' })
  await approves.goto('/withdrawals')
  await approves.getByText('Aguarda aprovação').first().waitFor()
  await approves.goto('/attention')
  await approves.getByRole('link', { name: /Saque de R\$ 1\.000,01.*segunda pessoa.*quem pediu: operator@/ }).click()
  await approves.getByRole('button', { name: 'Aprovar', exact: true }).click()
  const dialog = approves.getByRole('dialog', { name: 'Aprovar este saque?' })
  await dialog.waitFor()
  expect(await seriousFindings(approves)).toEqual([])
  const asked = approves.waitForRequest(/\/resolve\?/)
  await dialog.getByRole('button', { name: 'Aprovar e enviar' }).click()
  expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
    shown: 'awaitsApproval',
    updatedAt: expect.stringMatching(/^20/),
  })
  await approves.getByText('Uma segunda pessoa aprovou').waitFor()
  await approves.getByText('Bravive aceitou').waitFor()
  expect(await product.sandbox.withdrawals('BRAVIVE')).toHaveLength(1)
  await asks.getByText('Bravive aceitou').waitFor()
  await asks.getByText(/Próxima consulta ao provedor em cerca de .+, até ele confirmar que o dinheiro chegou/).waitFor()
  await asks.context().close()
  await approves.context().close()
})
