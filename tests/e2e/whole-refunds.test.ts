/** What is given back as a whole or not at all, and what is refused: the page says it before anything is sent, and once. */
import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ADDRESS } from '../support/address.ts'
import { charged, make, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const CARD = {
  cardNumber: '4111111111111111',
  holderName: 'Mariana Duarte',
  holderDocument: '11144477735',
  expMonth: '12',
  expYear: '40',
  cvv: '123',
}
const customer = {
  name: 'Mariana Duarte',
  email: 'mariana@exemplo.com.br',
  document: '11144477735',
  phone: '11912345678',
}

async function open(path: string): Promise<Page> {
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto(path)
  return page
}

test.each([
  ['pt-BR', 'Este provedor devolve uma venda parcelada no cartão inteira ou nada.', 'Reembolsar'],
  ['en', 'This provider gives back all the installments of a card sale together or nothing.', 'Refund'],
])('of a sale in installments all is offered, and why (%s)', async (language, why, action) => {
  const providerAccountId = await product.accountAt('ASAAS')
  const { cardId } = await make<{ cardId: string }>(product, '/v1/cards', { ...CARD, providerAccountId })
  const sale = { paymentMethod: 'CREDIT_CARD', amount: 60_000, installments: 3, cardId, address: ADDRESS, customer }
  const { id } = await charged(product, { ...sale, providerAccountId })
  const page = await open(`/charges/${id}`)
  await page.evaluate(`localStorage.setItem('trilho.language', '${language}')`)
  await page.reload()
  await page.getByRole('button', { name: action, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(why).waitFor()
  expect(await dialog.getByRole('textbox').first().getAttribute('readonly')).not.toBeNull()
  expect(await seriousFindings(page)).toEqual([])
  await page.context().close()
})

test('where a provider gives back the whole payment or nothing, the page offers no part of it', async () => {
  const charge = await charged(product, {
    ...{ amount: 14_990, paymentMethod: 'PIX', customer },
    providerAccountId: await product.accountAt('IUGU'),
  })
  await pay(product, charge)
  const { page } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto(`/charges/${charge.id}`)
  await page.getByRole('button', { name: 'Reembolsar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Este provedor devolve o pagamento inteiro ou nada.').waitFor()
  const amount = dialog.getByLabel('Valor do reembolso')
  expect(await amount.getAttribute('readonly')).not.toBeNull()
  const whole = await amount.inputValue()
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '1,23')
    document.querySelector('input[readonly]').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })()`)
  await dialog.getByText('Este provedor devolve o pagamento inteiro ou nada.').waitFor()
  expect(await amount.inputValue()).toBe(whole)
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Reembolsar R\$/ }).click()
  await page.getByText('Reembolsada', { exact: true }).first().waitFor()
})

test('why a refund was refused stands once on its page', async () => {
  const charge = await charged(product, {
    ...{ amount: 14_991, paymentMethod: 'PIX', customer },
    providerAccountId: await product.accountAt('PAGUESAFE'),
  })
  await pay(product, charge)
  const { id } = await make<{ id: string }>(product, `/v1/charges/${charge.id}/refunds`, {})
  const why = 'A devolução não pôde ser feita agora.'
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  // No fake provider refuses a refund: the page is told of it as of one that was.
  await page.route(`**/v1/refunds/${id}**`, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const isList = Array.isArray(body.data)
    const refused = { errorMessage: why, outcome: 'refused', detail: { message: why } }
    const json = isList
      ? {
          ...body,
          data: body.data.map((one: object) => ({ ...one, ...refused, ...('from' in one && { type: 'refused' }) })),
        }
      : { ...body, state: 'REJECTED', failureMessage: why }
    await route.fulfill({ response, json })
  })
  await page.goto(`/refunds/${id}`)
  await page.getByText('recusou').first().waitFor()
  await page.getByText('Tentativa 1').first().waitFor()
  expect(await page.locator('main').getByText(why).count()).toBe(1)
  await page.context().close()
})
