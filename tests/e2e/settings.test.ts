/** An administrator decides once what is done about money that nobody waited for. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import type { TestProduct } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

const policies = async () => {
  const { body } = await product.call<{ data: { doublePayments: string; latePayments: string }[] }>(
    'GET',
    '/v1/platforms',
  )
  return body.data[0]
}

test('both policies are chosen, saved, and found again', async () => {
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'admin' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Configurações' }).click()
  const double = page.getByRole('group', { name: 'Quando uma cobrança é paga duas vezes' })
  const late = page.getByRole('group', { name: 'Quando chega um pagamento atrasado' })
  const save = page.getByRole('button', { name: 'Salvar' })
  await double.getByRole('radio', { name: /^Perguntar a um operador/, checked: true }).waitFor()
  await late.getByRole('radio', { name: /^Perguntar a um operador/, checked: true }).waitFor()
  expect(await save.isDisabled()).toBe(true)
  expect(await seriousFindings(page)).toEqual([])

  await double.getByRole('radio', { name: /^Devolver o segundo pagamento/ }).check()
  await late.getByRole('radio', { name: /^Aceitar o dinheiro/ }).check()
  await save.click()
  await page.getByText('Configurações salvas').waitFor()
  expect(await policies()).toMatchObject({ doublePayments: 'refundLater', latePayments: 'accept' })

  await page.reload()
  await double.getByRole('radio', { name: /^Devolver o segundo pagamento/, checked: true }).waitFor()
  await late.getByRole('radio', { name: /^Devolver o dinheiro/ }).check()
  await save.click()
  await expect.poll(policies).toMatchObject({ doublePayments: 'refundLater', latePayments: 'refund' })
  expect(complaints).toEqual([])
  await page.context().close()
})

test('on a phone nothing leaves the screen, and nobody but an administrator is shown the way', async () => {
  const { page } = await visit(browser, product.addresses.app, { role: 'admin', ...PHONE })
  await page.goto('/settings')
  await page.getByRole('group', { name: 'Quando chega um pagamento atrasado' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  expect(await seriousFindings(page)).toEqual([])
  await page.context().close()
  const operator = await visit(browser, product.addresses.app, { role: 'operator' })
  await operator.page.goto('/')
  await operator.page.getByRole('link', { name: 'Precisam de atenção' }).waitFor()
  expect(await operator.page.getByRole('link', { name: 'Configurações' }).count()).toBe(0)
  await operator.page.context().close()
})
