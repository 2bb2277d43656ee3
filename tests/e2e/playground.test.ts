/** The ledgers of the fake providers are searched by what a person knows of an operation. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { charged, make } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

test.each([
  ['a desk', DESKTOP],
  ['a phone', PHONE],
] as const)('on %s an operation is found by name, amount and id', async (_, screen) => {
  const providerAccountId = await product.accountAt('PAGUESAFE')
  const chargeOf = (name: string, amount: number) =>
    charged(product, {
      amount,
      paymentMethod: 'PIX',
      providerAccountId,
      customer: { name, email: 'compra@exemplo.com.br', document: '11144477735' },
    })
  const { transactionId } = await chargeOf('João Conceição', 7_790)
  await chargeOf('Bia Ramos', 1_234)
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...screen })
  await page.goto('/playground')
  const search = page.getByRole('searchbox', { name: 'Buscar operações' })
  const [joao, bia] = ['João Conceição', 'Bia Ramos'].map((name) => page.getByRole('link', { name }).first())
  await bia?.waitFor()
  // Nothing is said to be missing while it is still looked for.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const everything = /\/playground\/.*limit=1000/
  await page.route(everything, async (route) => {
    await released
    await route.continue()
  })
  const nothing = page.getByText('Nenhuma operação com esta busca')
  await search.fill('ninguém assim')
  await bia?.waitFor({ state: 'detached' })
  expect(await nothing.count()).toBe(0)
  release()
  await nothing.first().waitFor()
  await search.fill('')
  await bia?.waitFor()
  for (const q of ['joao conceicao', 'R$ 77,90', transactionId]) {
    await search.fill(q)
    await page.waitForURL(({ searchParams }) => searchParams.get('q') === q)
    await bia?.waitFor({ state: 'detached' })
    await joao?.waitFor()
    await search.fill('')
    await bia?.waitFor()
  }
  await search.fill(transactionId)
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === transactionId)
  await bia?.waitFor({ state: 'detached' })
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  // The address keeps it.
  await page.reload()
  await joao?.waitFor()
  expect(await search.inputValue()).toBe(transactionId)
  await search.fill('ninguém assim')
  await nothing.first().waitFor()
  await search.fill('')
  await bia?.waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

test('the bank of a withdrawal does all that the sandbox can, in words', async () => {
  await make(product, '/v1/withdrawals', {
    amount: 25_000,
    paymentMethod: 'PIX',
    pixKey: '11144477735',
    pixType: 'CPF',
    name: 'Mariana Duarte',
    providerAccountId: await product.accountAt('ASAAS'),
  })
  await make(product, '/v1/withdrawals', {
    amount: 26_000,
    paymentMethod: 'PIX',
    pixKey: '11144477735',
    pixType: 'CPF',
    providerAccountId: await product.accountAt('BRAVIVE'),
  })
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'operator' })
  await page.goto('/playground')
  await page.getByRole('link', { name: 'Sem titular' }).waitFor()
  await page.getByRole('button', { name: 'Concluir o saque de R$ 250,00 como o banco' }).click()
  const back = page.getByRole('button', { name: 'Devolver o saque de R$ 250,00 como o banco de quem recebeu' })
  await back.filter({ hasText: /^Devolver$/ }).click()
  await page.getByText('Devolvido pelo banco de quem recebeu').waitFor()
  await page.goto('/withdrawals')
  await page.getByText('Recusado', { exact: true }).first().waitFor()
  // A text that is missing is complained of.
  expect(complaints).toEqual([])
  await page.context().close()
})
