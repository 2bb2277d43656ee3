/** The catalogue of providers: what each can do, and how it is narrowed. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

test("a provider's evidence is seen beside what it can do, and its sheet says how it pays out", async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/providers?view=catalog')
  const evidence = page.getByRole('columnheader', { name: 'Evidência' })
  await evidence.waitFor()
  const box = await evidence.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280)
  await page.getByRole('button', { name: 'Detalhes de Axis Banking' }).waitFor()
  await page.getByRole('button', { name: 'Boleto', exact: true }).click()
  await page.getByRole('button', { name: 'Recebedores', exact: true }).click()
  await page.getByRole('button', { name: 'Detalhes de Axis Banking' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Detalhes de Iugu', exact: true }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
  expect(asked()).toEqual({ view: 'catalog', can: 'BILLET,createReceiver' })
  await page.reload()
  await page.getByRole('button', { name: 'Detalhes de Iugu', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Boleto', exact: true, pressed: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Detalhes de Axis Banking' }).count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Buscar provedor' }).fill('axis')
  await page.getByText('Nenhum provedor com tudo isso').waitFor()
  await expect.poll(asked).toEqual({ view: 'catalog', can: 'BILLET,createReceiver', q: 'axis' })
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect.poll(asked).toEqual({ view: 'catalog' })
  await page.getByRole('button', { name: 'Detalhes de Iugu', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Detalhes de Axis Banking' }).click()
  const sheet = page.getByRole('dialog', { name: 'Axis Banking' })
  await sheet.getByText('Saca por').waitFor()
  expect(await sheet.getByText('Repetição segura').count()).toBe(0)
  await sheet.getByText('Nada além do que toda cobrança tem.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Detalhes de Asaas' }).click()
  const other = page.getByRole('dialog', { name: 'Asaas' })
  await other.getByText('Cartão de crédito: telefone do cliente, CEP, número, endereço IP do cliente').waitFor()
  await other.getByText('Token de acesso (access token)').waitFor()
  await other.getByText('Consultamos o reembolso até estar feito, ou negado').waitFor()
  expect(await page.getByText('Webhook', { exact: true }).count()).toBe(0)
  await page.context().close()
})

test('how a provider is heard, and what is repeated, is told to those who operate', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto('/providers?view=catalog')
  await page.getByRole('columnheader', { name: 'Webhook' }).waitFor()
  await page.getByRole('button', { name: 'Detalhes de Axis Banking' }).click()
  await page.getByRole('dialog').getByText('Não: sem resposta, uma pessoa decide').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.context().close()
})

test.each([
  ['seller', 0],
  ['admin', 1],
] as const)('what a provider asks of receivers and of the platform is in its sheet: %s', async (role, links) => {
  const { page } = await visit(browser, product.addresses.app, { role })
  await page.goto('/providers?view=catalog')
  const sheetOf = async (name: string) => {
    await page.getByRole('button', { name: `Detalhes de ${name}`, exact: true }).click()
    return page.getByRole('dialog', { name })
  }
  for (const [name, said] of [
    ['Abmex Split', 'Recebedores: só empresas, com CNPJ'],
    ['Asaas', 'Recebedores: renda mensal'],
  ] as const) {
    const sheet = await sheetOf(name)
    await sheet.getByText(said).waitFor()
    expect(await sheet.getByText('Configurações da plataforma que ele usa').count()).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  }
  const sheet = await sheetOf('Treeal')
  await sheet.getByText('Configurações da plataforma que ele usa').waitFor()
  const asked = sheet.getByRole('listitem')
  for (const setting of ['Certificado para receber', 'Certificado para pagar', 'Recebedor padrão']) {
    expect(await asked.filter({ hasText: setting }).count(), setting).toBe(1)
  }
  expect(await sheet.getByText('Chave privada').count()).toBe(0)
  expect(await sheet.getByRole('link', { name: 'Abrir as configurações da plataforma' }).count()).toBe(links)
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  const iugu = await sheetOf('Iugu')
  await iugu.getByText('Recebedores: todos os documentos, digitalizados').waitFor()
  await iugu.getByText('Chave privada RSA (PEM): assina os saques').waitFor()
  await page.keyboard.press('Escape')
  await iugu.waitFor({ state: 'detached' })
  const pagarme = await sheetOf('Pagar.me')
  await pagarme
    .getByText('Recebedores: celular, data de nascimento, renda e profissão; de empresas, faturamento anual e sócios')
    .waitFor()
  await page.context().close()
})
