/** A test charge is paid, refunded and disputed from its page, and no buyer takes a test page for a real one. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

interface Made {
  id: string
  key: string
  url: string
  status: string
  provider: string
  transactionId: string
  checkoutToken: string
}

let product: TestProduct
let browser: Browser
let byKey: Record<string, string>
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  const asked = { name: 'simulador', role: 'admin', mode: 'test' }
  byKey = { authorization: `Bearer ${(await product.call<Made>('POST', '/v1/api-keys', asked)).body.key}` }
})

const BAND = 'Teste: nenhum dinheiro se move aqui.'
const customer = { name: 'Bia', email: 'bia@exemplo.com.br', document: '11144477735', phone: '11912345678' }
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

async function charge(headers: Record<string, string>): Promise<Made> {
  const body = { amount: 1990, paymentMethod: 'PIX', customer }
  return charged<Made>(product, body, headers)
}

describe.each([
  ['a desk', {}],
  ['a phone', { ...PHONE, colorScheme: 'dark' as const }],
])('on %s', (where, screen) => {
  test('a test charge is paid, disputed, won and given back at the provider, by webhooks', async () => {
    const { id } = await charge(byKey)
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...screen })
    await page.goto(`/test/charges/${id}`)
    const does = async (name: string, status: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      await expect
        .poll(async () => (await product.call<Made>('GET', `/v1/charges/${id}`, undefined, byKey)).body.status)
        .toBe(status)
    }
    await page.getByText('Aqui você é o comprador, o banco e o provedor.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await shot(page, `simulator-${where}`)
    await does('Pagar', 'APPROVED')
    await does('Contestar', 'CHARGEBACK')
    await does('Ganhar a contestação', 'APPROVED')
    await does('Reembolsar no provedor', 'REFUNDED')
    await page.getByRole('heading', { name: 'Simulador' }).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  test("a buyer's page of a test says so, a live one does not", async () => {
    const { page } = await visit(browser, product.addresses.app, screen)
    for (const [headers, isTest] of [
      [byKey, true],
      [{}, false],
    ] as const) {
      const { checkoutToken } = await charge(headers)
      const link = await product.call<Made>('POST', '/v1/payment-links', { amount: 1990, title: 'Aula' }, headers)
      for (const [name, path, ready] of [
        ['pay', `/pay/${checkoutToken}`, 'Copiar código Pix'],
        ['link', new URL(link.body.url).pathname, 'Aula'],
      ] as const) {
        await page.goto(path)
        await page.getByText(ready).first().waitFor()
        expect(await page.getByText(BAND).count(), `${name} ${isTest}`).toBe(isTest ? 1 : 0)
        expect(await seriousFindings(page)).toEqual([])
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        if (isTest) await shot(page, `band-${name}-${where}`)
      }
    }
  })
})
