/** A seller makes an offer and a payment link, and a buyer opens what was copied. */
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

async function buyerSees(url: string, text: string): Promise<void> {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.goto(new URL(url).pathname)
  await page.getByText(text).first().waitFor()
  await page.context().close()
}

async function listed(path: string): Promise<{ url: string; enabled: boolean }> {
  const { body } = await product.call<{ data: { url: string; enabled: boolean }[] }>('GET', path)
  const [first] = body.data
  if (!first) throw new Error('Nothing was made')
  return first
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an offer is made, sold, paused and resumed', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/offers')
  await page.getByText('Nenhuma oferta ainda').waitFor()
  await button(page, 'Nova oferta').click()
  await button(page, 'Criar oferta').click()
  await page.getByText('Preencha este campo').waitFor()
  await page.getByLabel('Nome').fill('Curso completo')
  await page.getByLabel('Valor').fill('49700')
  await page.getByLabel('Fim do endereço').fill('Curso 2026')
  expect(await seriousFindings(page)).toEqual([])
  await button(page, 'Criar oferta').click()
  await page.getByText('À venda').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const offer = await listed('/v1/offers')
  expect(offer.url).toMatch(/\/buy\/curso-2026$/)
  await buyerSees(offer.url, 'Como você quer pagar?')
  await button(page, 'Editar').click()
  await page.getByText('cobranças já feitas ficam como estão').waitFor()
  await page.getByLabel('Valor').fill('39900')
  for (const method of ['Pix', 'Cartão', 'Boleto']) await page.getByRole('checkbox', { name: method }).uncheck()
  await button(page, 'Salvar').click()
  await page.getByText('Escolha ao menos uma').waitFor()
  await page.getByRole('checkbox', { name: 'Pix' }).check()
  expect(await seriousFindings(page)).toEqual([])
  await button(page, 'Salvar').click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await buyerSees(offer.url, 'Pagar R$ 399,00 com Pix')
  await button(page, 'Mostrar o QR code').click()
  await page.getByRole('img', { name: 'QR code da página' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await button(page, 'Fechar').click()
  await button(page, 'Pausar').click()
  await page.getByText('Em pausa').waitFor()
  await buyerSees(offer.url, 'Vendas em pausa')
  await button(page, 'Retomar').click()
  await page.getByText('À venda').waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a link of one use is made, and its page asks for its amount', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto('/payment-links')
  await page.getByText('Nenhum link ainda').waitFor()
  await button(page, 'Novo link').click()
  await page.getByLabel('Nome').fill('Sinal do casamento')
  await page.getByLabel('Valor').fill('15000')
  await page.getByLabel('Quantas vezes').fill('1')
  await button(page, 'Criar link').click()
  await page.getByText('0 de 1').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  const { url } = await listed('/v1/payment-links')
  await buyerSees(url, 'Pagar R$ 150,00 com Pix')
  await page.context().close()
})
