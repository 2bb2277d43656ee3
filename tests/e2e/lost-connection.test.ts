/** The page that waits for a buyer's payment goes on asking after the connection was lost, until it knows. */
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { charged } from '../support/made.ts'
import type { TestProduct } from '../support/product.ts'
import { PHONE, visit } from './browser.ts'
import { cut, fillByCard, loseAnswer, PAYING, sellCourse, statusesOf } from './buyer.ts'
import { onStage } from './stage.ts'

let product: TestProduct
let browser: Browser
onStage((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(() => sellCourse(product))

const CHECKOUT = /\/v1\/checkout\/[^/]+$/

async function toBePaid() {
  const charge = await charged<{ id: string; provider: string; transactionId: string; checkoutToken: string }>(
    product,
    {
      amount: 14_990,
      paymentMethod: 'PIX',
      providerAccountId: await product.accountAt('PAGUESAFE'),
      customer: { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' },
    },
  )
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.clock.install()
  /** Until the API knows of it. */
  const pay = async () => {
    await product.sandbox.act({ provider: charge.provider, id: charge.transactionId }, 'pay')
    const read = () => product.call<{ status: string }>('GET', `/v1/charges/${charge.id}`)
    await expect.poll(async () => (await read()).body.status).toBe('APPROVED')
  }
  return { page, address: `/pay/${charge.checkoutToken}`, pay }
}

/** Every read of the payment is lost from now on. @returns waits until another one is. */
async function loseReads(page: Page, reads: RegExp | string = CHECKOUT): Promise<() => Promise<void>> {
  let lost = 0
  await page.route(reads, (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    lost += 1
    return route.abort()
  })
  return async () => {
    const before = lost
    await page.clock.fastForward(60_000)
    await expect.poll(() => lost).toBeGreaterThan(before)
  }
}

async function filledIn(email: string): Promise<Page> {
  const { page } = await visit(browser, product.addresses.app, PHONE)
  await page.clock.install()
  await page.goto('/buy/curso')
  await fillByCard(page, email)
  return page
}

/** Once the connection is there again, what was paid is found, and was paid once. */
async function findsItself(page: Page, email: string): Promise<void> {
  await page.unroute(PAYING)
  await page.clock.fastForward(60_000)
  await page.getByText('Pagamento confirmado').waitFor()
  expect(await statusesOf(product, email)).toEqual(['APPROVED'])
  await page.context().close()
}

test('a payment that could not be read is asked for again, however often that fails', async () => {
  const { page, address, pay } = await toBePaid()
  const anotherIsLost = await loseReads(page)
  await page.goto(address)
  await page.getByRole('button', { name: 'Tentar de novo' }).waitFor()
  await anotherIsLost()
  await anotherIsLost()
  await pay()
  await page.unroute(CHECKOUT)
  await page.clock.fastForward(60_000)
  await page.getByText('Pagamento confirmado').waitFor()
  await page.context().close()
})

test('a payment that was made while the connection was lost is found without a second press', async () => {
  const email = 'achada@exemplo.com.br'
  const page = await filledIn(email)
  await loseAnswer(page, cut)
  const anotherIsLost = await loseReads(page, PAYING)
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).click()
  await page.getByText('Sem resposta. Verifique a conexão').waitFor()
  await anotherIsLost()
  await anotherIsLost()
  await page.getByText('Sem resposta. Verifique a conexão').waitFor()
  await findsItself(page, email)
})

test('a form whose wait for a try ends without a connection asks on by itself, and finds the payment', async () => {
  const email = 'esperada@exemplo.com.br'
  const page = await filledIn(email)
  const json = { type: 'about:blank', title: 'In progress', status: 409, code: 'request_in_progress' }
  const headers = { 'content-type': 'application/problem+json' }
  let lost = 0
  let isKnown = false
  await page.route(PAYING, async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    else if (isKnown) {
      lost += 1
      return route.abort()
    } else isKnown = true
    return route.fulfill({ status: 409, headers, json })
  })
  await page.getByRole('button', { name: 'Pagar R$ 497,00 com cartão' }).click()
  await expect.poll(() => lost).toBeGreaterThan(0)
  await page.clock.fastForward(121_000)
  await page.getByText('Sem resposta. Verifique a conexão').waitFor()
  await findsItself(page, email)
})

test('a try that never arrived is made by the next press, also once its key is used up', async () => {
  const email = 'lift@exemplo.com.br'
  const page = await filledIn(email)
  await page.route(PAYING, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await page
    .getByRole('button', { name: /^Pagar/ })
    .last()
    .click()
  await page.getByRole('alert').waitFor()
  // On a slow machine the page may ask again before it was answered, and hear first that its question is being answered.
  const isOver = page.waitForResponse((answer) => answer.url().includes('final=true') && answer.status() === 404)
  for (let seconds = 0; seconds < 60; seconds += 20) await page.clock.fastForward(20_000)
  await isOver
  await page.unroute(PAYING)
  await page
    .getByRole('button', { name: /^Pagar/ })
    .last()
    .click()
  await page.getByText('Pagamento confirmado').waitFor()
  expect(await statusesOf(product, email)).toEqual(['APPROVED'])
  await page.context().close()
})
