/** A buyer who reads English is mailed in English. */
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { PHONE, visit } from './browser.ts'
import { fillByCard, sellCourse } from './buyer.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

beforeAll(() => sellCourse(product))

test.each([
  ['Português', /^Pagar .* com cartão$/, 'Recibo do seu pagamento'],
  ['English', /^Pay .* by card$/, 'Receipt of your payment'],
])('the receipt of a buyer whose page speaks %s', async (language, pay, subject) => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.goto('/buy/curso')
  await fillByCard(page, 'mariana@exemplo.com.br')
  await page.getByRole('button', { name: language }).click()
  await page.getByRole('button', { name: pay }).click()
  const newest = async () => {
    const { body } = await product.call<{ data: { subject: string }[] }>('GET', '/v1/mailbox')
    return body.data[0]?.subject ?? ''
  }
  await expect.poll(newest).toContain(subject)
  await page.context().close()
})
