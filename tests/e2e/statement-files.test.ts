/** The dialog that takes a provider's statement: what a file's headings are taken for, and which files are refused. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

test('of an account’s first statement the headings are taken for what they look like, until a user says otherwise', async () => {
  await product.accountAt('ASAAS')
  const { page } = await visit(browser, product.addresses.app, { role: 'operator', ...DESKTOP })
  await page.goto('/reconciliation')
  await page.getByRole('button', { name: 'Importar extrato' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar um extrato' })
  const buffer = Buffer.from('Referência;Líquido;Bruto;Tarifa;Data\nz1;9,00;10,00;1,00;02/01/2026\n')
  await dialog.getByLabel('Arquivo CSV').setInputFiles({ name: 'primeiro.csv', mimeType: 'text/csv', buffer })
  const choice = (label: string) => dialog.getByRole('combobox', { name: label, exact: true })
  await expect.poll(() => choice('Valor').inputValue()).toBe('')
  await choice('Conta').click()
  await dialog.getByRole('option', { name: /Asaas/i }).click()
  await dialog.getByText('confira antes de importar').waitFor()
  const values = () =>
    Promise.all(['Id da transação', 'Valor', 'Tarifa', 'Situação', 'Data'].map((label) => choice(label).inputValue()))
  await expect.poll(values).toEqual(['Referência', 'Bruto', 'Tarifa', '', 'Data'])
  await choice('Valor').click()
  await dialog.getByRole('option', { name: 'Líquido', exact: true }).click()
  await expect.poll(values).toEqual(['Referência', 'Líquido', 'Tarifa', '', 'Data'])
  await dialog.getByRole('button', { name: 'Importar', exact: true }).click()
  await page.getByText('Linhas: 1. Conhecidas: 0. Diferenças: 1.').waitFor()
})

test('a file that cannot be imported is refused in the dialog, in words', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator', ...PHONE })
  await page.goto('/reconciliation')
  await page.getByRole('button', { name: 'Importar extrato' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar um extrato' })
  const send = () => dialog.getByRole('button', { name: 'Importar', exact: true }).click()
  const choose = (name: string, buffer: Buffer, mimeType = 'text/csv') =>
    dialog.getByLabel('Arquivo CSV').setInputFiles({ name, mimeType, buffer })
  await send()
  await expect.poll(() => dialog.getByText('Preencha este campo').count()).toBe(2)
  await dialog.getByRole('combobox', { name: 'Conta' }).click()
  await dialog.getByRole('option', { name: /PagueSafe/i }).click()

  await choose('logo.png', Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0]), 'image/png')
  await dialog.getByText('O arquivo não é um CSV').waitFor()
  await choose('vazio.csv', Buffer.from(''))
  await dialog.getByText('O arquivo está vazio.').waitFor()
  await choose('grande.csv', Buffer.alloc(20 * 1024 * 1024 + 1, 'a;b\n'))
  await dialog.getByText('O arquivo tem mais de 20 MB').waitFor()
  await send()
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  const table = dialog.getByRole('table', { name: 'As primeiras linhas do arquivo' })
  await choose('datas.csv', Buffer.from('Id;Valor;Data;Valor\na;1,00;01/01/2026;9,00\n\nb;2,00;31/02/2026;9,00\n'))
  await table.getByText('31/02/2026').waitFor()
  for (const [label, heading] of Object.entries({ 'Id da transação': 'Id', Valor: 'Valor' })) {
    await dialog.getByRole('combobox', { name: label, exact: true }).click()
    await dialog.getByRole('option', { name: heading, exact: true }).click()
  }
  // What stands for something already is offered for nothing else.
  await dialog.getByRole('combobox', { name: 'Data', exact: true }).click()
  await dialog.getByRole('option', { name: 'Data', exact: true }).waitFor()
  expect(await dialog.getByRole('option').allTextContents()).toEqual(['Data'])
  await dialog.getByRole('option', { name: 'Data', exact: true }).click()
  const headings = ['IdId da transação', 'ValorValor', 'DataData', 'Valor']
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(headings)
  await send()
  await dialog.getByText('Linha 4: “31/02/2026” não é uma data.').waitFor()

  await page.route('**/v1/reconciliation/statements', (route) => route.fulfill({ status: 429, body: '' }))
  await send()
  await dialog.getByText('Outro extrato está sendo importado.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints.filter((complaint) => !/42[29]/.test(complaint))).toEqual([])
  await page.context().close()
})
