/** An administrator of the first platform founds another, and goes there. */
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const openAccount = (page: Page) => page.getByRole('button', { name: 'Sua conta' }).click()

test('what is pressed in the menu stays under the finger when the platforms come', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin', ...PHONE })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v1/me/platforms', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/charges')
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Nova plataforma' }).hover()
  await page.mouse.down()
  release()
  await page.getByRole('menuitem', { name: 'Loja Demo' }).waitFor()
  await page.mouse.up()
  await page.getByRole('dialog', { name: 'Nova plataforma' }).waitFor()
})

test('the platforms are there when the menu opens', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin' })
  const known = page.waitForResponse('**/v1/me/platforms')
  await page.goto('/charges')
  await (await known).finished()
  await page.route('**/v1/me/platforms', (route) => route.abort())
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Loja Demo' }).waitFor()
})

test('another platform is founded from the menu, by who may, and is gone to', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/charges')
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Nova plataforma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nova plataforma' })
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('INPUT')
  await page.keyboard.press('Enter')
  await dialog.getByText('Preencha este campo').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.type('Loja do centro')
  await dialog.getByRole('button', { name: 'Criar plataforma' }).click()
  await page.waitForURL(/\/p\/[0-9a-f-]{36}\//)
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Loja do centro' }).waitFor()
  // Only the first one's administrators found others.
  expect(await page.getByRole('menuitem', { name: 'Nova plataforma' }).count()).toBe(0)
  expect(complaints).toEqual([])
  await page.context().close()

  const seller = await visit(browser, product.addresses.app, { role: 'seller' })
  await seller.page.goto('/charges')
  await openAccount(seller.page)
  await seller.page.getByRole('menuitem', { name: 'Seu acesso' }).waitFor()
  expect(await seller.page.getByRole('menuitem', { name: 'Nova plataforma' }).count()).toBe(0)
  await seller.page.context().close()
})

test('a shop that has no account yet is warned of it where it makes a link, and so is the buyer who opens it', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/charges')
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Nova plataforma' }).click()
  await page.getByRole('dialog', { name: 'Nova plataforma' }).getByLabel('Nome').fill('Loja da Ana')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/p\/[0-9a-f-]{36}\//)
  const [shop] = /^\/p\/[0-9a-f-]{36}/.exec(new URL(page.url()).pathname) ?? []
  await page.goto(`${shop}/payment-links?new=1`)
  const form = page.getByRole('dialog', { name: 'Novo link' })
  await form.getByText('Por enquanto ninguém consegue pagar nesta página').waitFor()
  await form.getByRole('link', { name: 'Conectar provedor' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await form.getByLabel('Valor').fill('5000')
  await form.getByRole('button', { name: 'Criar link' }).click()
  const made = page.getByRole('dialog', { name: 'Link criado' })
  await made.getByText('Por enquanto ninguém consegue pagar nesta página').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  const url = await made.getByRole('link', { name: 'Abrir a página' }).getAttribute('href')
  await made.getByRole('link', { name: 'Conectar provedor' }).click()
  await page.getByRole('searchbox', { name: 'Buscar provedor' }).waitFor()
  expect(complaints).toEqual([])

  const { page: buyer } = await visit(browser, product.addresses.app, PHONE)
  await buyer.goto(new URL(url ?? '').pathname)
  await buyer.getByText('Esta loja não pode receber pagamentos no momento').waitFor()
  await buyer.getByText('Fale com Loja da Ana para combinar como pagar.').waitFor()
  expect(await buyer.getByText(/minuto/).count()).toBe(0)
  expect(await seriousFindings(buyer)).toEqual([])
})

test('a user whose password an administrator chose has one of their own first', async () => {
  const [given, chosen] = ['correct horse battery', 'a password of my own']
  const email = 'fundadora@loja.example'
  await product.call('POST', '/v1/users', { name: 'Lia', email, password: given, role: 'admin' })
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.goto('/sign-in?next=/charges')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(given)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await openAccount(page)
  await page.getByRole('menuitem', { name: 'Nova plataforma' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nova plataforma' })
  await dialog.getByLabel('Nome').fill('Loja da Lia')
  await dialog.getByRole('button', { name: 'Criar plataforma' }).click()
  await dialog.getByText('Um administrador escolheu a senha').waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByLabel('Senha atual').fill(given)
  await dialog.getByLabel('Nova senha').fill(chosen)
  await dialog.getByRole('button', { name: 'Trocar senha' }).click()
  await expect.poll(() => dialog.getByLabel('Nome').inputValue()).toBe('Loja da Lia')
  await dialog.getByRole('button', { name: 'Criar plataforma' }).click()
  await page.waitForURL(/\/p\/[0-9a-f-]{36}\//)
  await page.context().close()
})
