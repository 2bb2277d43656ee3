/** A charge that its buyer paid twice: its transactions are shown, one is given back there, and by itself where the platform says so. */
import type { Browser } from 'playwright-core'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { charged, make } from '../support/made.ts'
import type { ProductOfProcesses } from '../support/product.ts'
import { PHONE, seriousFindings, visit } from './browser.ts'
import { onStageOfProcesses } from './stage.ts'

const AMOUNT = 14_991

let product: ProductOfProcesses
let browser: Browser
let sql: postgres.Sql
onStageOfProcesses((stage) => {
  ;({ product, browser } = stage)
})
beforeAll(async () => {
  sql = postgres(product.addresses.database, { max: 1 })
  const accounts = await Promise.all(['PAGUESAFE', 'PIXIUM'].map((provider) => product.accountAt(provider)))
  const rule = {
    name: 'Twice',
    when: { amountFrom: AMOUNT, amountTo: AMOUNT },
    strategy: 'priority',
    accounts: accounts.map((providerAccountId) => ({ providerAccountId })),
  }
  expect((await product.call('POST', '/v1/routing-rules', rule)).status).toBe(201)
})
afterAll(() => sql?.end())

interface Charge {
  id: string
  status: string
  attention: string | null
  transactionId: string
  provider: string
}
interface Payment {
  transactionId: string
  state: string
  refundedAmount: number
}

const chargeOf = async (id: string) => (await product.call<Charge>('GET', `/v1/charges/${id}`)).body
const paymentsOf = async (id: string) =>
  (await product.call<{ data: Payment[] }>('GET', `/v1/charges/${id}/payments`)).body.data
const returned = async (transactionId: string) =>
  (await product.sandbox.requests('PAGUESAFE')).find(({ reference }) => reference === `refund/${transactionId}`)

/** The answer to the first attempt was lost, and an operator mistook it for never made. */
async function paidTwice(): Promise<{ id: string; orphan: string }> {
  await product.sandbox.setFault('PAGUESAFE', 'createTransaction', { fault: 'commitThenDrop' })
  const { id } = await make<Charge>(product, '/v1/charges', {
    amount: AMOUNT,
    paymentMethod: 'PIX',
    customer: { name: 'Mariana Duarte', email: 'mariana@exemplo.com.br', document: '11144477735' },
  })
  await expect.poll(async () => (await chargeOf(id)).attention).toBe('unknownOutcome')
  const [made] = await product.sandbox.transactions({ provider: 'PAGUESAFE', limit: 1 })
  const orphan = made?.id ?? ''
  const resolve = () => product.call('POST', `/v1/operations/charge%2F${id}/resolve`, { outcome: 'notCreated' })
  // What Temporal is slow to take is asked for again; one that was taken all the same is refused then.
  await expect.poll(async () => (await resolve()).status).not.toBe(503)
  await expect.poll(async () => (await chargeOf(id)).provider).toBe('PIXIUM')
  await sql`UPDATE charge_attempts SET transaction_id = ${orphan} WHERE charge_id = ${id} AND number = 1`
  const { transactionId } = await chargeOf(id)
  await product.sandbox.act({ provider: 'PIXIUM', id: transactionId }, 'pay')
  await expect.poll(async () => (await chargeOf(id)).status).toBe('APPROVED')
  await product.sandbox.act({ provider: 'PAGUESAFE', id: orphan }, 'pay')
  await expect
    .poll(async () => (await paymentsOf(id)).map(({ state }) => state))
    .toEqual(['APPROVED', expect.stringMatching(/APPROVED|REFUNDED/)])
  return { id, orphan }
}

test('both transactions are shown, and the one whose code the buyer was not shown goes back', async () => {
  const { id, orphan } = await paidTwice()
  const { page, complaints } = await visit(browser, product.addresses.app, { role: 'seller', ...PHONE })
  await page.goto(`/charges/${id}`)
  const rows = page.getByRole('list', { name: 'Transações' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByText('O cliente não recebeu este código.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: `Reembolsar a transação ${orphan}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Reembolsar R\$/ })
    .click()
  await rows.getByText('Reembolsada').waitFor()
  await rows.getByText('R$ 149,91 devolvidos').waitFor()
  await expect.poll(() => chargeOf(id)).toMatchObject({ status: 'APPROVED', attention: null })
  expect(await paymentsOf(id)).toMatchObject([
    { state: 'APPROVED', refundedAmount: 0 },
    { state: 'REFUNDED', refundedAmount: AMOUNT },
  ])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('the later one goes back by itself exactly once, also when the worker is killed while it does', async () => {
  const { data } = (await product.call<{ data: { id: string }[] }>('GET', '/v1/platforms')).body
  const platform = `/v1/platforms/${data[0]?.id}`
  await product.call('PATCH', platform, { doublePayments: 'refundLater' })
  await product.sandbox.setFault('PAGUESAFE', 'refund', { fault: 'slow', delayMs: 20_000 })
  const { id, orphan } = await paidTwice()
  await expect.poll(async () => (await returned(orphan))?.count).toBe(1)
  await product.services.worker.kill()
  await product.sandbox.clearFaults()
  await product.services.worker.start()
  await expect.poll(async () => (await paymentsOf(id))[1]?.state).toBe('REFUNDED')
  const refunds = async () => (await product.call<{ data: object[] }>('GET', `/v1/charges/${id}/refunds`)).body.data
  const given = { state: 'APPROVED', policy: 'doublePayments', amount: AMOUNT }
  // Its answer was lost with the worker: that the money went back is read.
  await expect.poll(refunds).toMatchObject([given])
  expect(await returned(orphan)).toMatchObject({ count: 1, committed: 1 })
  await expect.poll(() => chargeOf(id)).toMatchObject({ status: 'APPROVED', attention: null })
})

test('a refund that is asked for without a network is not sent when the network is back', async () => {
  const charge = await charged<Charge>(product, {
    amount: 7_350,
    paymentMethod: 'PIX',
    customer: { name: 'Tereza Pinho', email: 'tereza@exemplo.com.br', document: '11144477735' },
  })
  await product.sandbox.act({ provider: charge.provider, id: charge.transactionId }, 'pay')
  await expect.poll(async () => (await chargeOf(charge.id)).status).toBe('APPROVED')
  const { page } = await visit(browser, product.addresses.app, { role: 'operator' })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto(`/charges/${charge.id}`)
  await page.getByRole('button', { name: 'Reembolsar' }).click()
  await page.context().setOffline(true)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Reembolsar R/ })
    .click()
  await page.getByText('Não sabemos se o reembolso foi feito').first().waitFor()
  const tried = sent.length
  await page.context().setOffline(false)
  const back = page.waitForResponse((answer) => answer.url().endsWith(`/v1/charges/${charge.id}`) && answer.ok())
  await page.reload()
  await back
  expect(sent.length).toBe(tried)
  expect((await product.call<{ data: object[] }>('GET', `/v1/charges/${charge.id}/refunds`)).body.data).toEqual([])
})
