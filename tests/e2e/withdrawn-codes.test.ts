/** An operator cancels a charge: the dialog says what becomes of its code, and the charge's page what did. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const charge = async (provider: string) =>
  charged<{ id: string; provider: string; transactionId: string; checkoutToken: string }>(product, {
    amount: 4_990,
    paymentMethod: 'PIX',
    providerAccountId: await product.accountAt(provider),
    customer: { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' },
  })

test.each([
  {
    provider: 'ASAAS',
    dialog: /pedimos ao provedor que retire o código/,
    becomes: ['Asaas retirou o código: ninguém mais pode pagá-lo', 'O provedor retirou este código'],
  },
  {
    provider: 'PAGUESAFE',
    dialog: /O código continua pagável no provedor/,
    becomes: ['Encerrada, mas o código ainda pode ser pago no provedor'],
  },
])('at $provider', async ({ provider, dialog, becomes }) => {
  const { id, checkoutToken } = await charge(provider)
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto(`/charges/${id}`)
  await page.getByRole('button', { name: 'Cancelar cobrança' }).click()
  const asked = page.getByRole('dialog', { name: 'Cancelar esta cobrança?' })
  await asked.getByText(dialog).waitFor()
  await asked.getByRole('button', { name: /^Cancelar cobrança de/ }).click()
  for (const words of becomes) await page.getByText(words).first().waitFor()
  await page.getByText('Cancelada antes do pagamento').waitFor()
  await page.locator('main').getByText('Cancelada', { exact: true }).first().waitFor()
  const { body } = await product.call<{ payable: boolean }>('GET', `/v1/charges/${id}`)
  expect(body.payable).toBe(provider === 'PAGUESAFE')
  expect(await seriousFindings(page)).toEqual([])
  await page.goto('/charges?status=REJECTED')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/charges/${id}"]`) })
  await row.getByText('Cancelada', { exact: true }).waitFor()
  expect(await row.getByText('Recusada').count()).toBe(0)
  await page.getByRole('button', { name: /^Recusada/ }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Cancelada/ }).click()
  await row.waitFor()
  await page.goto(`/pay/${checkoutToken}`)
  await page.getByText('Esta cobrança foi cancelada').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a seller cannot, and is told whom to ask', async () => {
  const { id } = await charge('ASAAS')
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto(`/charges/${id}`)
  await page.getByText('Para cancelar, peça a um operador ou administrador.').waitFor()
  expect(await page.getByRole('button', { name: 'Cancelar cobrança' }).count()).toBe(0)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
})
