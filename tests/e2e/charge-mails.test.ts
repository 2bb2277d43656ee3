/** A seller mails a charge to its buyer, and sees what became of each mail. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { charged, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const CUSTOMER = { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' }

/** The device's own: it keeps what it is handed. */
const SHARING = `navigator.share = async (data) => { globalThis.shared = data }`

test('a charge is mailed to a corrected address, shared, and its receipt is mailed once it is paid', async () => {
  const made = await charged(product, { paymentMethod: 'PIX', amount: 4321, customer: CUSTOMER })
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller' })
  await page.addInitScript(SHARING)
  await page.goto(`/charges/${made.id}`)
  await page.getByRole('button', { name: 'Compartilhar' }).click()
  const payUrl = await page.getByRole('link', { name: 'Abrir página do cliente' }).getAttribute('href')
  await expect.poll(() => page.evaluate('shared?.url')).toBe(payUrl)

  await page.getByRole('button', { name: 'Enviar por e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar por e-mail' })
  const address = dialog.getByRole('textbox', { name: 'Enviar para' })
  await expect.poll(() => address.inputValue()).toBe(CUSTOMER.email)
  await address.fill('financeiro@')
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true')
  expect(await seriousFindings(page)).toEqual([])
  await address.fill('financeiro@loja.example')
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  const mails = page.getByRole('list', { name: 'E-mails ao cliente' })
  const asked = mails.getByRole('listitem').filter({ hasText: /^Link para pagar: .*financeiro@loja\.example/ })
  // Without a mail server it is kept in the mailbox.
  await asked.getByText('não há servidor de e-mail').waitFor()
  await pay(product, made)
  const receipt = mails.getByRole('listitem').filter({ hasText: /^Recibo: .*financeiro@loja\.example/ })
  await receipt.getByText('não há servidor de e-mail').waitFor()
  // What can be paid no more is not asked for again.
  expect(await mails.getByRole('button').allTextContents()).toEqual(['Enviar de novo'])
  await receipt.getByRole('button', { name: 'Enviar de novo: Recibo' }).click()
  const again = page.getByRole('dialog', { name: 'Enviar de novo' })
  await again.getByRole('textbox').fill('outra@loja.example')
  await again.getByRole('button', { name: 'Enviar', exact: true }).click()
  await mails
    .getByRole('listitem')
    .filter({ hasText: /^Recibo: .*outra@loja\.example/ })
    .waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])

  await page.goto('/mailbox')
  const list = page.getByRole('button', { name: /^A sua cobrança – Loja Demo.*financeiro@loja\.example/ })
  await list.click()
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Abrir a página de pagamento' })
  await expect.poll(() => link.getAttribute('href')).toBe(payUrl)
  await page.context().close()

  const phone = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await phone.page.goto(`/charges/${made.id}`)
  await phone.page.getByRole('list', { name: 'E-mails ao cliente' }).waitFor()
  expect(await overflow(phone.page)).toBeLessThanOrEqual(0)
  await phone.page.context().close()
})
