/** An administrator says who takes which charge, sees it simulated, and finds the reason on the charge. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { hasFocus, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

test('a rule is made, simulated, followed, seen on the charge, paused and deleted', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/routing')
  await page.getByText('Nenhuma regra ainda').waitFor()
  await page.getByRole('button', { name: 'Nova regra' }).click()
  const form = page.getByRole('dialog', { name: 'Nova regra' })
  await form.getByRole('button', { name: 'Salvar regra' }).click()
  await expect.poll(() => form.getByText('Preencha este campo').count()).toBe(2)
  // It is above what the sheet shows.
  await expect.poll(() => hasFocus(form.getByLabel('Nome'))).toBe(true)
  await form.getByLabel('Nome').fill('Pix na IUGU')
  for (const [field, text] of Object.entries({
    'Valor a partir de': '5000',
    'Valor até': '1000',
    'Parcelas a partir de': '6',
    'Parcelas até': '2',
  }))
    await form.getByLabel(field).fill(text)
  await form.getByRole('checkbox', { name: 'Pix' }).check()
  await form.getByRole('combobox', { name: 'Contas' }).fill('iugu (')
  await form.getByRole('option', { name: 'Iugu (demo)' }).click()
  await form.getByText('1. Iugu (demo)').waitFor()
  await form.getByRole('button', { name: 'Salvar regra' }).click()
  await expect.poll(() => form.getByText('Não pode ser menor que o “a partir de”').count()).toBe(2)
  expect(await seriousFindings(page)).toEqual([])
  for (const field of ['Valor a partir de', 'Valor até']) await form.getByLabel(field).fill('0')
  for (const field of ['Parcelas a partir de', 'Parcelas até']) await form.getByLabel(field).fill('')
  await form.getByRole('button', { name: 'Salvar regra' }).click()
  await page.getByRole('cell', { name: 'Pix na IUGU', exact: true }).waitFor()

  const simulator = page.getByRole('region', { name: 'Simulador' })
  await simulator.getByRole('button', { name: 'Simular' }).click()
  await simulator.getByText('Decidido pela regra “Pix na IUGU”.').waitFor()
  const first = simulator.getByRole('listitem').first()
  await expect.poll(() => first.textContent()).toContain('Iugu (demo)')
  await expect.poll(() => first.textContent()).toContain('Primeira')
  expect(await seriousFindings(page)).toEqual([])

  const charge = await charged(product, {
    amount: 4_990,
    paymentMethod: 'PIX',
    customer: { name: 'Mariana Duarte', email: 'mariana@example.com', document: '11144477735' },
  })
  expect(charge.provider).toBe('IUGU')
  await page.goto(`/charges/${charge.id}`)
  const why = page.getByRole('region', { name: 'Por que este provedor' })
  await why.getByText('Decidido pela regra “Pix na IUGU”.').waitFor()
  // Of the accounts of every provider the page does not become six screens long.
  const named = why.getByRole('listitem').filter({ visible: true })
  expect(await named.count()).toBe(8)
  await why.getByText(/^Mais \d+ contas$/).click()
  await expect.poll(() => named.count()).toBeGreaterThan(60)

  await page.goto('/routing')
  await page.getByRole('button', { name: 'Pausar Pix na IUGU' }).click()
  await page.getByText('Pausada', { exact: true }).waitFor()
  await page.getByText('Regra em pausa: ela não decide mais nada').waitFor()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText('Pausada', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Pausar Pix na IUGU' }).click()
  await page.getByText('Pausada', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Simular' }).click()
  await page.getByText('Nenhuma regra combinou: valeu a ordem das contas.').waitFor()
  await page.getByRole('button', { name: 'Excluir Pix na IUGU' }).click()
  await page.getByRole('button', { name: 'Excluir regra' }).click()
  await page.getByText('Regra excluída').waitFor()
  await page.getByText('Nenhuma regra ainda').waitFor()
  expect(await page.getByRole('button', { name: 'Desfazer' }).count()).toBe(0)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('on a phone, with the longest names, nothing leaves the screen', async () => {
  const accounts = await product.call<{ data: { id: string }[] }>('GET', '/v1/provider-accounts?limit=3')
  await product.call('POST', '/v1/routing-rules', {
    name: 'W'.repeat(100),
    strategy: 'split',
    when: { paymentMethods: ['PIX', 'CREDIT_CARD', 'BILLET'], amountFrom: 1, amountTo: 99_999_999_999 },
    accounts: accounts.body.data.map(({ id }) => ({ providerAccountId: id, weight: 1000 })),
  })
  const { page } = await visit(browser, product.addresses.app, { role: 'operator', ...PHONE })
  await page.goto('/routing')
  await page.getByText('W'.repeat(100)).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  expect(await page.getByRole('button', { name: 'Nova regra' }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.context().close()
})
