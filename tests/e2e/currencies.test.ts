/** The overview of charges that are not in reais. */
import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Analytics } from '../../api/schemas/analytics.ts'
import { charged, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { DESKTOP, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])(
  'offers the currencies that occur, keeps the chosen one in the address, and leads to its charges, on a %s',
  async (_, size) => {
    const customer = { name: 'Mariana Duarte', email: 'cliente@exemplo.com.br', document: '11144477735' }
    const providerAccountId = await product.accountAt('ASAAS')
    await pay(product, await charged(product, { amount: 14_990, paymentMethod: 'PIX', customer, providerAccountId }))
    const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...size })
    await page.goto('/')
    await page.getByText(/^Das cobranças em reais/).waitFor()
    await page.getByText('Aprovação').first().waitFor()
    expect(await page.getByRole('combobox', { name: 'Moeda' }).count()).toBe(0)

    // The answers in reais, as if they were of charges in dollars.
    const asked: string[] = []
    await page.route(
      (url) => url.pathname === '/v1/analytics' && url.searchParams.get('currency') !== 'BRL',
      async (route) => {
        const url = new URL(route.request().url())
        const currency = url.searchParams.get('currency') ?? ''
        asked.push(`${currency} ${url.searchParams.get('by')}`)
        if (currency !== 'USD') return route.continue()
        url.searchParams.set('currency', 'BRL')
        const answer = await route.fetch({ url: url.href })
        await route.fulfill({ json: (await answer.json()) as Analytics })
      },
    )
    // What the page before asked late is none of this one's.
    asked.length = 0
    await page.reload()
    const field = page.getByRole('combobox', { name: 'Moeda' })
    await field.waitFor()
    expect(asked.toSorted()).toEqual(['EUR method', 'MXN method', 'USD method'])
    expect(await seriousFindings(page)).toEqual([])
    await field.click()
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Reais', 'Dólares'])
    await page.getByRole('option', { name: 'Dólares' }).click()
    await page.getByText(/^Das cobranças em dólares/).waitFor()
    expect(new URL(page.url()).search).toBe('?currency=USD')
    const received = page.getByRole('listitem').filter({ hasText: 'Recebido' }).first()
    await received.getByText(/^US\$|^\$/).waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await seriousFindings(page)).toEqual([])
    await page.reload()
    await page.getByText(/^Das cobranças em dólares/).waitFor()

    await received.getByRole('link', { name: 'Recebido' }).click()
    await page.getByRole('button', { name: 'Deixar de filtrar por Dólares' }).waitFor()
    expect(new URL(page.url()).search).toBe('?period=month&figure=approved&currency=USD')
    await page.getByText('Nenhuma cobrança com estes filtros').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  },
)
