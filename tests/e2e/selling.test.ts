/** A seller makes an offer and a payment link, and a buyer opens what was copied. */
import type { Browser, Locator, Page } from 'playwright-core'
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

const MOMENT_WRONG = 'Informe uma data e, se quiser, uma hora completas, no futuro'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const expectFocus = (field: Locator) =>
  expect.poll(() => field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)

/** It closes when what was asked for is done: before that the page shows what was there, and the form's own words. */
const untilDone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** What is seldom done with a row stands in its menu. */
async function choose(page: Page, row: string, what: string): Promise<void> {
  await button(page, `Ações: ${row}`).click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
}

test('an offer is made, sold, paused and resumed', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/offers')
  await page.getByText('Nenhuma oferta ainda').waitFor()
  await button(page, 'Nova oferta').click()
  await button(page, 'Criar oferta').click()
  await page.getByText('Preencha este campo').waitFor()
  await expectFocus(page.getByLabel('Nome'))
  await page.getByLabel('Nome').fill('Curso completo')
  await page.getByLabel('Valor').fill('49700')
  await page.getByLabel('Descrição').fill('Doze aulas em vídeo')
  await page.getByLabel('Imagem').setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: PNG })
  await button(page, 'Remover a imagem').waitFor()
  await page.getByLabel('Máximo de parcelas no cartão').fill('3')
  const preview = page.getByRole('region', { name: 'Como o comprador vê' })
  await preview.getByText('Pagar R$ 497,00 com Pix').waitFor()
  await preview.getByText('Doze aulas em vídeo').waitFor()
  await preview.getByText('ou em até 3x').waitFor()
  await page.getByLabel('Fim do endereço').fill('Curso 2026')
  expect(await seriousFindings(page)).toEqual([])
  await button(page, 'Criar oferta').click()
  await untilDone(page)
  await page.getByText('À venda', { exact: true }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const offer = await listed('/v1/offers')
  expect(offer.url).toMatch(/\/buy\/curso-2026$/)
  await buyerSees(offer.url, 'ou em até 3x')
  await choose(page, 'Curso completo', 'Editar')
  await page.getByText('cobranças já feitas ficam como estão').waitFor()
  await page.getByLabel('Valor').fill('39900')
  for (const method of ['Pix', 'Cartão', 'Boleto']) await page.getByRole('checkbox', { name: method }).uncheck()
  await button(page, 'Salvar').click()
  await page.getByText('Escolha ao menos uma').waitFor()
  await expectFocus(page.getByRole('checkbox', { name: 'Pix' }))
  await page.getByRole('checkbox', { name: 'Pix' }).check()
  expect(await seriousFindings(page)).toEqual([])
  await button(page, 'Salvar').click()
  await untilDone(page)
  await buyerSees(offer.url, 'Pagar R$ 399,00 com Pix')
  await choose(page, 'Curso completo', 'Mostrar o QR code')
  await page.getByRole('img', { name: 'QR code da página' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.getByRole('link', { name: 'Abrir a página' }).getAttribute('href')).toContain('/buy/curso-2026')
  await button(page, 'Fechar').click()
  await untilDone(page)
  await choose(page, 'Curso completo', 'Editar')
  await page.getByLabel('Fim do endereço').fill('curso-de-maio')
  await button(page, 'Salvar').click()
  await untilDone(page)
  await page.getByText('/buy/curso-de-maio').waitFor()
  await buyerSees('http://x/buy/curso-2026', 'Página não encontrada')
  await choose(page, 'Curso completo', 'Pausar')
  await page.getByText('Em pausa', { exact: true }).waitFor()
  offer.url = offer.url.replace('curso-2026', 'curso-de-maio')
  await buyerSees(offer.url, 'Vendas em pausa')
  await choose(page, 'Curso completo', 'Retomar')
  await page.getByText('À venda', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a link of one use is made, and its page asks for its amount', async () => {
  const { page } = await visit(browser, product.addresses.app, {
    role: 'seller',
    ...PHONE,
    // Four hours behind.
    timezoneId: 'America/Manaus',
  })
  await page.goto('/payment-links')
  await page.getByText('Nenhum link ainda').waitFor()
  await button(page, 'Novo link').click()
  await page.getByLabel('Nome').fill('Sinal do casamento')
  await page.getByLabel('Valor').fill('15000')
  await page.getByLabel('Quantas vezes').fill('1')
  const [day, time] = [page.getByLabel('Expira em', { exact: true }), page.getByLabel('Hora', { exact: true })]
  await day.fill('01/01/2020')
  await time.fill('1000')
  await button(page, 'Criar link').click()
  await page.getByText(MOMENT_WRONG).waitFor()
  await expectFocus(day)
  // Half a moment is not "never".
  await time.fill('')
  await day.fill('')
  await day.press('1')
  await button(page, 'Criar link').click()
  await page.getByText(MOMENT_WRONG).waitFor()
  await day.fill('31/02/2090')
  await page.getByText('Informe uma data que existe: dia, mês e ano').waitFor()
  await day.fill('31/01/2090')
  await time.fill('14:30')
  expect(await seriousFindings(page)).toEqual([])
  await button(page, 'Criar link').click()
  const made = page.getByRole('dialog', { name: 'Link criado' })
  await made.waitFor()
  await made.getByText((await listed('/v1/payment-links')).url).waitFor()
  await made.getByRole('img', { name: 'QR code da página' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await button(page, 'Copiar endereço').click()
  await made.getByText('Copiado').waitFor()
  await button(page, 'Fechar').click()
  await untilDone(page)
  await page.getByText('0 de 1').waitFor()
  expect(await listed('/v1/payment-links')).toMatchObject({ expiresAt: '2090-01-31T18:30:00.000Z', maxUses: 1 })
  await page.getByText('31 de jan. de 2090 às 14:30').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  const { url } = await listed('/v1/payment-links')
  await buyerSees(url, 'Pagar R$ 150,00 com Pix')
  await choose(page, 'Sinal do casamento', 'Editar')
  await expect.poll(() => day.inputValue()).toBe('31/01/2090')
  expect(await time.inputValue()).toBe('14:30')
  await day.fill('')
  await time.fill('')
  await page.getByLabel('Quantas vezes').fill('')
  await button(page, 'Salvar').click()
  await untilDone(page)
  await page.getByText('Não expira', { exact: true }).waitFor()
  expect(await listed('/v1/payment-links')).toMatchObject({ expiresAt: null, maxUses: null })
  await page.context().close()
})

test('a product is described on its page, and its offers and links are made there', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/offers')
  await page.getByRole('link', { name: 'Curso completo', exact: true }).click()
  await page.getByRole('heading', { name: 'Curso completo', level: 1 }).waitFor()
  await page.getByRole('img', { name: 'Imagem' }).waitFor()
  await button(page, 'Editar produto').click()
  await button(page, 'Remover a imagem').click()
  await button(page, 'Salvar').click()
  await untilDone(page)
  await page.getByText('Sem imagem').waitFor()
  await button(page, 'Editar produto').click()
  await page.getByLabel('Nome').fill('')
  await button(page, 'Salvar').click()
  await expectFocus(page.getByLabel('Nome'))
  await page.getByLabel('Nome').fill('Curso de fotografia')
  await page.getByLabel('Descrição').fill('Doze aulas em vídeo')
  await page.getByLabel('Imagem').setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: PNG })
  await button(page, 'Remover a imagem').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await button(page, 'Salvar').click()
  await untilDone(page)
  await page.getByRole('heading', { name: 'Curso de fotografia', level: 1 }).waitFor()
  await page.getByRole('img', { name: 'Imagem' }).waitFor()
  await button(page, 'Nova oferta').click()
  await page.getByLabel('Nome').fill('Só o primeiro módulo')
  await page.getByLabel('Valor').fill('9700')
  await button(page, 'Criar oferta').click()
  await untilDone(page)
  await page.getByText('R$ 97,00').waitFor()
  await button(page, 'Novo link').click()
  await page.getByLabel('Nome').fill('Para a turma de 2026')
  expect(await seriousFindings(page)).toEqual([])
  await button(page, 'Criar link').click()
  await page.getByRole('dialog', { name: 'Link criado' }).waitFor()
  await button(page, 'Fechar').click()
  await untilDone(page)
  await page.getByText('O da oferta').first().waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const { url } = await listed('/v1/payment-links')
  await buyerSees(url, 'Doze aulas em vídeo')
  await buyerSees(url, 'Pagar R$ 97,00 com Pix')
  await choose(page, 'Só o primeiro módulo', 'Pausar')
  await page.getByText('Em pausa', { exact: true }).waitFor()
  await buyerSees(url, 'Vendas em pausa')
  expect(complaints).toEqual([])
  await page.context().close()
})

test('an address that is taken leaves no product behind, and products without an offer are shown', async () => {
  await product.call('POST', '/v1/products', { name: 'Caneca sem oferta' })
  const before = (await product.call<{ data: unknown[] }>('GET', '/v1/products')).body.data
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/offers')
  await button(page, 'Nova oferta').click()
  await page.getByLabel('Nome').fill('Repetida')
  await page.getByLabel('Valor').fill('1000')
  await page.getByLabel('Fim do endereço').fill('curso-de-maio')
  await button(page, 'Criar oferta').click()
  await page.getByText('Não foi salvo').waitFor()
  expect((await product.call<{ data: unknown[] }>('GET', '/v1/products')).body.data).toEqual(before)
  await button(page, 'Cancelar').click()
  await untilDone(page)
  await page.getByRole('link', { name: 'Produtos', exact: true }).click()
  const orphan = page.getByRole('row', { name: /Caneca sem oferta/ })
  await orphan.getByText('Sem oferta', { exact: true }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('searchbox').fill('fotografia')
  await orphan.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Curso de fotografia' }).waitFor()
  await page.context().close()
})

test('what was sold leads to its charges', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/payment-links')
  await choose(page, 'Para a turma de 2026', 'Ver as cobranças')
  await page.waitForURL(/\/charges\?paymentLinkId=[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Deixar de filtrar por Para a turma de 2026' }).waitFor()
  await page.context().close()
})
