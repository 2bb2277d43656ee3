/** A dispute, from the bank's word to its end, as a seller and an operator see it. */
import type { Browser } from 'playwright-core'
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

interface Charge {
  id: string
  status: string
  provider: string
  transactionId: string
}
const provider = 'PAGUESAFE'
const statusOf = async ({ id }: Charge) => (await product.call<Charge>('GET', `/v1/charges/${id}`)).body.status
/** @param before what happens between its payment and the chargeback. */
async function disputed(
  amount: number,
  before: (charge: Charge) => Promise<void> = async () => undefined,
): Promise<{ charge: Charge; disputeId: string }> {
  const charge = await charged<Charge>(product, {
    amount,
    paymentMethod: 'PIX',
    providerAccountId: await product.accountAt(provider),
    customer: { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' },
  })
  await product.sandbox.act({ provider, id: charge.transactionId }, 'pay')
  await expect.poll(() => statusOf(charge)).toBe('APPROVED')
  await before(charge)
  await product.sandbox.act({ provider, id: charge.transactionId }, 'chargeback')
  await expect.poll(() => statusOf(charge)).toBe('CHARGEBACK')
  const list = await product.call<{ data: { id: string }[] }>('GET', `/v1/disputes?chargeId=${charge.id}`)
  return { charge, disputeId: list.body.data[0]?.id ?? '' }
}

test('the overview tells what went back in refunds from what buyers contest', async () => {
  const { charge } = await disputed(15_000, async ({ id }) => {
    await make(product, `/v1/charges/${id}/refunds`, { amount: 5_000 })
    const refunded = async () =>
      (await product.call<{ refundedAmount: number }>('GET', `/v1/charges/${id}`)).body.refundedAmount
    await expect.poll(refunded).toBe(5_000)
  })
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto('/')
  const figure = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name }).innerText()
  await expect.poll(() => figure('Devolvido')).toMatch(/^Devolvido\s+R\$\s50,00\s+Em reembolsos$/)
  await expect.poll(() => figure('Contestações')).toMatch(/^Contestações\s+1\s+R\$\s100,00 em disputa ou perdidos$/)
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('main').getByRole('link', { name: 'Contestações' }).click()
  await page.getByText(/^1 cobrança · R\$\s150,00 · R\$\s50,00 reembolsados$/).waitFor()
  await page.locator(`a[href*="${charge.id}"]`).waitFor()
})

describe.each([
  ['a desk', DESKTOP, 14_990],
  ['a phone', PHONE, 15_990],
] as const)('on %s', (_, screen, amount) => {
  test('is found in the list, answered with evidence, and won: the charge is paid again', async () => {
    const { charge } = await disputed(amount)
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator', ...screen })
    await page.goto('/attention')
    await page.getByText('Contestação aberta').first().waitFor()
    await page.goto(`/charges/${charge.id}`)
    const onCharge = page.getByRole('list', { name: 'Contestações' })
    await onCharge.getByRole('link', { name: /^Abrir a contestação/ }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    const charged = `Cobrança de R$\u00a0${amount / 100}`.replace('.', ',')
    const chip = page.getByRole('button', { name: `Deixar de filtrar por ${charged}` })
    await page.getByRole('link', { name: 'Webhooks recebidos' }).click()
    await expect.poll(() => page.url()).toContain(`/webhook-events?chargeId=${charge.id}`)
    await chip.waitFor()
    await page.getByRole('button', { name: 'Abrir webhook de PagueSafe' }).first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.goBack()
    // No endpoint is told of it: what the list is narrowed to is said all the same, and let go.
    await page.getByRole('link', { name: 'Avisos enviados' }).click()
    await chip.waitFor()
    await page.getByText('Nada com estes filtros').waitFor()
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await chip.waitFor({ state: 'detached' })
    await page.goto(`/disputes?chargeId=${charge.id}`)
    await page.getByRole('link', { name: /^Abrir a contestação/ }).waitFor()
    await chip.click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    const money = `R$ ${amount / 100}`.replace('.', ',').replace(' ', '\u00a0')
    const link = page.getByRole('link', { name: `Abrir a contestação de ${money}` })
    await link.waitFor()
    // The provider has not said until when: a card says nothing of it, a table has a dash.
    const row = page.getByRole(screen === PHONE ? 'listitem' : 'row').filter({ has: link })
    if (screen === PHONE) expect(await row.getByText('Prazo').count()).toBe(0)
    else await row.getByText('—').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await link.click()
    await page.getByText('Chargeback').first().waitFor()
    await page.getByText('Palavra do provedor').waitFor()
    await page
      .getByLabel('Adicionar um arquivo')
      .setInputFiles({ name: 'nota-fiscal.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 nota') })
    await page
      .getByRole('list', { name: 'Provas' })
      .getByRole('button', { name: 'nota-fiscal.pdf', exact: true })
      .waitFor()
    await page.getByText('Os arquivos ficam guardados aqui e não são enviados ao provedor.', { exact: true }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)

    await page.getByRole('button', { name: 'Foi ganha' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Marcar como ganha' }).click()
    await dialog.getByText('Diga como se sabe.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByLabel('Como se sabe').fill('O banco escreveu na segunda-feira')
    await dialog.getByRole('button', { name: 'Marcar como ganha' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('O dinheiro ficou com você').waitFor()
    await page.getByText('O banco escreveu na segunda-feira').waitFor()
    await expect.poll(() => statusOf(charge)).toBe('APPROVED')
    expect(await page.getByRole('button', { name: /^Foi/ }).count()).toBe(0)
    await page.goto(`/charges/${charge.id}`)
    await page.getByText('Contestação ganha: paga de novo').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

test('a seller sees it and gives evidence, is told who decides, and sees its end at once', async () => {
  const { charge, disputeId } = await disputed(16_990)
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto(`/disputes/${disputeId}`)
  await page.getByLabel('Adicionar um arquivo').waitFor({ state: 'attached' })
  // None is promised where the provider said none.
  await page.getByText(/^Responda à contestação no painel do provedor o quanto antes/).waitFor()
  const empty = { name: 'vazio.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) }
  await page.getByLabel('Adicionar um arquivo').setInputFiles(empty)
  await page.getByText('Este arquivo está vazio: escolha outro').waitFor()
  const wrong = { name: 'de-outro.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 outro') }
  await page.getByLabel('Adicionar um arquivo').setInputFiles(wrong)
  await page.getByRole('button', { name: 'Excluir de-outro.pdf' }).click()
  const sure = page.getByRole('dialog', { name: 'Excluir este arquivo?' })
  expect(await seriousFindings(page)).toEqual([])
  await sure.getByRole('button', { name: 'Excluir' }).click()
  await sure.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'de-outro.pdf' }).first().waitFor({ state: 'detached' })
  expect(await page.getByText('Palavra do provedor').count()).toBe(0)
  const history = page.getByRole('region', { name: 'Linha do tempo' })
  await history.getByText('aviso do provedor').first().waitFor()
  await page.getByText('Conversa com o provedor').click()
  await page.getByRole('heading', { name: 'Tentativa 1 · PagueSafe' }).waitFor()
  await page.getByText('Quem decide é um operador ou administrador: peça a um deles.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.getByRole('button', { name: /^Foi/ }).count()).toBe(0)
  await product.sandbox.act({ provider, id: charge.transactionId }, 'win')
  await page.getByText('O dinheiro ficou com você').waitFor()
  await history.getByText('Contestação ganha: paga de novo').waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

test('who closed it is named in the reader’s words, and the name of a key only to those who see keys', async () => {
  const { disputeId } = await disputed(17_990)
  await make(product, `/v1/disputes/${disputeId}/resolve`, { state: 'WON', note: 'O banco escreveu' })
  for (const [role, who] of [
    ['operator', 'Chave da instalação'],
    ['seller', 'Seu sistema'],
  ] as const) {
    const { page } = await visit(browser, product.addresses.app, { role })
    await page.goto(`/disputes/${disputeId}`)
    await page.locator('dl > div', { hasText: new RegExp(`^Encerrada por${who}$`) }).waitFor()
    await page.context().close()
  }
})
