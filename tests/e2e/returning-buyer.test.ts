/** A buyer who opens a link again, in another tab or another app's browser, and one whose device has the wrong time. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { make, pay } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { openContext, overflow, PHONE, seriousFindings, visit } from './browser.ts'
import { choose, fillBuyer, sellCourse } from './buyer.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(() => sellCourse(product))

const HOUR_MS = 3_600_000
const COPY = 'Copiar código Pix'
const OPEN = 'Você tem um Pix em aberto aqui'

const device = () => openContext(browser, product.addresses.app, PHONE)

async function tab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

async function order(page: Page): Promise<void> {
  await choose(page, 'Pix')
  await fillBuyer(page)
  await page.getByRole('button', { name: /^Pagar .* com Pix$/ }).click()
  await page.getByRole('button', { name: COPY }).waitFor()
}

async function payLast(): Promise<void> {
  const { body } = await product.call<{ data: Parameters<typeof pay>[1][] }>('GET', '/v1/charges?limit=1')
  for (const charge of body.data) await pay(product, charge)
}

test('another tab leads to the order that waits or was just paid, above a form for another; after an hour it is forgotten', async () => {
  const context = await device()
  await order(await tab(context, '/buy/curso'))
  const second = await tab(context, '/buy/curso')
  await second.getByText(OPEN).waitFor()
  const form = second.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' })
  await form.waitFor()
  expect(await overflow(second)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(second)).toEqual([])
  await second.getByRole('link', { name: 'Ver o meu Pix' }).click()
  await second.getByRole('button', { name: COPY }).waitFor()
  expect(new URL(second.url()).pathname).toMatch(/^\/pay\//)
  await second.goBack()
  await second.getByText(OPEN).waitFor()
  await payLast()
  // By itself.
  await second.getByText(/Você pagou aqui (hoje|ontem) às \d\d:\d\d/).waitFor()
  await form.waitFor()
  const third = await tab(context, '/buy/curso')
  await third.getByRole('link', { name: 'Ver o meu recibo' }).click()
  await third.getByText('Pagamento confirmado').waitFor()

  // Last week's receipt is shown to no buyer who comes back.
  const later = await context.newPage()
  await later.route('**/v1/checkout/*', async (route) => {
    const answer = await route.fetch()
    const checkout = (await answer.json()) as { paidAt: string }
    const paidAt = new Date(Date.parse(checkout.paidAt) - HOUR_MS).toISOString()
    await route.fulfill({ response: answer, json: { ...checkout, paidAt } })
  })
  await later.route('**/v1/checkout/*/stream', (route) => route.abort())
  const asked = later.waitForResponse(/\/v1\/checkout\/[^/]+$/)
  await later.goto('/buy/curso')
  await asked
  await later.getByRole('button', { name: 'Pagar R$ 497,00 com Pix' }).waitFor()
  await expect.poll(() => later.getByText('Você pagou aqui').count()).toBe(0)
  await context.close()
})

test('who reserves the last use of a link is led to their order, and others are not', async () => {
  const { url } = await make<{ url: string }>(product, '/v1/payment-links', { amount: 4900, maxUses: 1 })
  const { pathname } = new URL(url)
  const context = await device()
  await order(await tab(context, pathname))
  const second = await tab(context, pathname)
  await second.getByText('Reservado no momento').waitFor()
  await second.getByText(OPEN).waitFor()
  const other = await device()
  const stranger = await tab(other, pathname)
  await stranger.getByText('Reservado no momento').waitFor()
  expect(await stranger.getByText(OPEN).count()).toBe(0)
  await payLast()
  await second.getByText('Esgotado').waitFor()
  await second.getByRole('link', { name: 'Ver o meu recibo' }).click()
  await second.getByText('Pagamento confirmado').waitFor()
  await Promise.all([context.close(), other.close()])
})

test.each([
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
])('on a device whose clock is an hour %s a code is valid for as long as it is', async (_, shift) => {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.addInitScript(`{
    const Right = Date
    globalThis.Date = class extends Right {
      constructor(...given) {
        super(...(given.length === 0 ? [Right.now() + ${shift}] : given))
      }
      static now() {
        return Right.now() + ${shift}
      }
    }
  }`)
  await page.goto('/buy/curso')
  const made = page.waitForResponse((response) => response.request().method() === 'POST')
  await order(page)
  const { token, expiresAt } = (await (await made).json()) as { token: string; expiresAt: string }
  const wrongBy = async () => {
    const [, hours, minutes = 0] = /^(\d+) h(?: (\d+) min)?$/.exec(await page.getByRole('timer').innerText()) ?? []
    const shown = Number(hours) * HOUR_MS + Number(minutes) * 60_000
    return Math.abs(shown - (Date.parse(expiresAt) - Date.now()))
  }
  await expect.poll(wrongBy).toBeLessThan(HOUR_MS / 4)
  // The last half hour of the code, and the first after it.
  const ending = async (end: number) => {
    await page.unrouteAll({ behavior: 'wait' })
    const expires = new Date(Date.now() + end).toISOString()
    await page.route(`**/v1/checkout/${token}`, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), expiresAt: expires } })
    })
    await page.route('**/v1/checkout/*/stream', (route) => route.abort())
    await page.goto(`/pay/${token}`)
  }
  await ending(HOUR_MS / 2)
  await page.getByRole('button', { name: COPY }).waitFor()
  await ending(-HOUR_MS / 2)
  await page.getByText('O código expirou').waitFor()
  await page.context().close()
})
