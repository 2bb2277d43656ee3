/** What is saved, and what is refused: beside its field, in words, and gone once it is saved. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { problemDocument } from '../../api/problem.ts'
import { dayOf } from '../../domain/analytics.ts'
import { make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

test('an address loses its last hyphen; what the API says of it stands beside it, and a failure is gone once it is saved', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/offers?new=1')
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Criar oferta' })
  const slug = dialog.getByLabel('Fim do endereço')
  await dialog.getByLabel('Nome').fill('Aula avulsa')
  await dialog.getByLabel('Valor').fill('1000')
  await slug.fill('a')
  await save.click()
  await dialog.getByText('Use de 2 a 60 letras minúsculas sem acento').waitFor()
  expect(await page.getByText('pattern').count()).toBe(0)
  expect(await page.getByText('Não foi salvo').count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await slug.fill('aula avulsa ')
  await slug.blur()
  expect(await slug.inputValue()).toBe('aula-avulsa')
  await page.route('**/v1/offers', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const { status, ...said } = problemDocument('unavailable', 'req-1')
    await route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify({ status, ...said }) })
  })
  await save.click()
  await page.getByText('Não foi salvo').waitFor()
  await page.unroute('**/v1/offers')
  await save.click()
  await page.getByText('/buy/aula-avulsa').waitFor()
  await expect.poll(() => page.getByText('Não foi salvo').count()).toBe(0)
  await page.context().close()
})

test('a picture that is none is refused under its field before anything is sent', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/offers?new=1')
  const buffer = Buffer.from('<html>')
  await page.getByLabel('Imagem').setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer })
  await page.getByText('O conteúdo do arquivo não é do tipo que o nome dele diz.').waitFor()
  expect(await page.getByText('Upload realizado com sucesso!').count()).toBe(0)
  await page.context().close()
})

test('a paper that the API does not take is refused in the same words, and nothing says that it was taken', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.goto('/profile')
  await page.route('**/documents/photoDocument', async (route) => {
    const errors = [{ path: '/url', rule: 'fileType', message: 'is not the image/png that it was called' }]
    const { status, ...said } = problemDocument('rule_broken', 'req-1', { errors })
    await route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify({ status, ...said }) })
  })
  const field = page.getByLabel('Foto do documento', { exact: true }).and(page.locator(':enabled'))
  const buffer = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  await field.setInputFiles({ name: 'rg.png', mimeType: 'image/png', buffer })
  await page.getByText('O conteúdo do arquivo não é do tipo que o nome dele diz.').waitFor()
  for (const text of ['Upload realizado com sucesso!', '/url', 'Não deu certo']) {
    expect(await page.getByText(text).count(), text).toBe(0)
  }
  await page.context().close()
})

test('the menu has the new name at once, and a long one leaves the mark as large as it is', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/settings')
  const name = 'Ateliê de Cerâmica, Tecelagem e Encadernação da Serra da Mantiqueira'
  const menu = page.locator('aside[data-sidebar]')
  const mark = async () => (await menu.locator('svg').first().boundingBox())?.width
  const field = page.getByLabel('Nome da loja')
  await field.waitFor()
  const before = await mark()
  await field.fill(name)
  await page.getByRole('button', { name: 'Salvar a aparência' }).click()
  await menu.getByText(name).waitFor()
  expect(await mark()).toBe(before)
  await page.context().close()
})

test('approval is said of what is decided, with the figure of its list', async () => {
  const account = await product.accountAt('PAGUESAFE')
  const charge = { amount: 1_234, paymentMethod: 'PIX', providerAccountId: account }
  const customer = { name: 'Ana', email: 'ana@exemplo.com.br', document: '11144477735' }
  await make(product, '/v1/charges', { ...charge, customer })
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  const today = dayOf(new Date().toISOString())
  const told = page.waitForResponse((response) => {
    const { pathname, searchParams: asked } = new URL(response.url())
    // The days before are asked for as well; and today may end meanwhile.
    return pathname === '/v1/analytics' && asked.get('by') === 'day' && (asked.get('to') ?? '') >= today
  })
  await page.goto('/')
  const { total } = await (await told).json()
  expect(total.pending).toBeGreaterThan(0)
  expect(total.approved + total.rejected).toBe(0)
  await page.getByText('Nenhuma concluída. Antes: —').first().waitFor()
  await page.getByRole('link', { name: 'Aprovação', exact: true }).first().click()
  await page.waitForURL(/figure=approved/)
  await page.context().close()
})
