/** A refund that the provider has only taken on, at every provider that gives money back: it is done when that is known, and not before. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { charges } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { providers } from '../../providers/index.ts'
import { chargeWorkflowId, decideUpdate, providerEventSignal } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, HASTY, paidCharge, startRefund, untilAttention, workflowOf } from '../support/disbursements.ts'
import { storeWebhook } from '../support/webhooks.ts'

/** How each of them tells of the end, as docs/providers.md has it. */
const ENDS = {
  answer: ['IUGU', 'IUGUBAAS'],
  refund: ['ASAAS', 'MERCADOPAGO', 'ONZ', 'PAGARME', 'PAGARMEBAAS', 'TRANSFEERA', 'TREEAL'],
  sum: 'FAIRPAY GATYWAY HORIZONBANK LYNXPAY ORBITA PAGOUAI PAGUESAFE PAYSHARKGATEWAY PIXIUM PODPAY2 VILLET'.split(' '),
  whole: 'ABMEX ABMEXSPLIT ARKAMA CELCOIN HUNTERPAY NEWLEVEL OWENPAY PRONTTUS RAPDYN ROYALTY SUITPAY UNICOPAY'.split(
    ' ',
  ),
  notice: ['FIREBANK', 'FLOW2PAY'],
}
/** A fake that gives back what a card has paid and nothing else: tests/api/card-refunds.test.ts has it. */
const WHOLE = ENDS.whole.filter((provider) => provider !== 'CELCOIN')
const READ = [...ENDS.refund, ...ENDS.sum, ...WHOLE]
/** Who says nothing of a refund that was given up. */
const SILENT = [...ENDS.sum, ...WHOLE, ...ENDS.notice]
const PROOFS: Readonly<Record<string, 'token' | 'sharedSecret'>> = { FIREBANK: 'token', FLOW2PAY: 'sharedSecret' }

const AMOUNT = 5000

let stack: ChargeStack
const accounts: Record<string, string> = {}

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of Object.values(ENDS).flat()) {
    accounts[provider] = await stack.addAccount(provider)
    await stack.control('PUT', `/faults/${provider}/*`, { fault: 'refundInProgress', times: 0 })
  }
  for (const provider of ENDS.notice) {
    // No server listens there: what is posted is read out of the fake's books.
    await stack.control('PUT', `/webhook-addresses/${provider}`, { url: 'http://127.0.0.1:1/' })
  }
})
afterAll(() => stack?.close())

test('the table holds every provider that gives money back, and docs/providers.md says the same', () => {
  const declared = Object.values(providers).flatMap(({ code, capabilities: { refundEnd } }) =>
    refundEnd === null ? [] : [`${code} ${refundEnd}`],
  )
  const expected = Object.entries(ENDS).flatMap(([end, codes]) => codes.map((code) => `${code} ${end}`))
  expect(declared.sort()).toEqual(expected.sort())
})

const paid = (provider: string): Promise<string> =>
  ENDS.notice.includes(provider) ? paidByNotice(provider) : paidCharge(stack, accounts[provider] ?? '', AMOUNT)

const payWith = (chargeId: string, paymentMethod: 'PIX' | 'CREDIT_CARD') =>
  stack.database.writer.update(charges).set({ paymentMethod }).where(eq(charges.id, chargeId))

async function paidByNotice(provider: string): Promise<string> {
  const { chargeId, creation } = await stack.start([accounts[provider] ?? ''], { amount: AMOUNT })
  await creation
  const { transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/${provider}/${transactionId}/pay`)
  const eventId = await lastNotice(provider, chargeId)
  const workflow = stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
  await workflow.signal(providerEventSignal, { eventId })
  expect(await workflow.result()).toEqual({ status: 'APPROVED' })
  return chargeId
}

async function lastNotice(provider: string, chargeId: string): Promise<string> {
  const { transactionId } = await stack.charge(chargeId)
  const { data } = await stack.control<{ data: { body: string }[] }>(
    'GET',
    `/webhooks?provider=${provider}&transaction=${transactionId}`,
  )
  return storeWebhook(stack, accounts[provider] ?? '', JSON.parse(data[0]?.body ?? '{}'), PROOFS[provider])
}

async function begun(
  provider: string,
  { amount, pendingMs = HASTY.pendingMs }: { amount?: number; pendingMs?: number },
) {
  const chargeId = await paid(provider)
  // It takes back cards alone, and its books have a Pix.
  if (provider === 'SUITPAY') await payWith(chargeId, 'CREDIT_CARD')
  const timing = { ...HASTY, ...(pendingMs === undefined ? {} : { pendingMs }) }
  const { row, answer } = await startRefund(stack, chargeId, { timing, ...(amount === undefined ? {} : { amount }) })
  expect(await answer).toEqual({ outcome: 'created' })
  if (provider === 'SUITPAY') await payWith(chargeId, 'PIX')
  return { chargeId, row }
}

async function end(chargeId: string, action: 'settle' | 'deny'): Promise<void> {
  const { provider, transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/refunds/${provider}/${transactionId}/${action}`)
}

const isReadAgain = (id: string) =>
  vi.waitFor(async () => {
    const [reading] = await stack.database.writer.query.readings.findMany({ where: (rows, { eq }) => eq(rows.id, id) })
    expect(reading?.reads).toBeGreaterThan(1)
  }, 60_000)

test.concurrent.each(READ)('%s: a refund in progress is APPROVED once it is done', async (provider) => {
  const { chargeId, row } = await begun(provider, {})
  await isReadAgain(row.id)
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING', attention: null })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 0 })
  await end(chargeId, 'settle')
  expect(await workflowOf(stack, row).result()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: AMOUNT })
})

test.concurrent.each(ENDS.refund)(
  '%s: a refund that the provider gives up is REJECTED, and leaves the charge paid',
  async (provider) => {
    const { chargeId, row } = await begun(provider, {})
    await end(chargeId, 'deny')
    expect(await workflowOf(stack, row).result()).toEqual({ status: 'REJECTED' })
    expect(await disbursementOf(stack, row.id)).toMatchObject({ failureMessage: 'Erro ao aprovar o reembolso.' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 0 })
  },
)

test.concurrent.each(ENDS.refund)(
  '%s: an operator’s word that it was not made is void while the provider itself has it under way',
  async (provider) => {
    const { chargeId, row } = await begun(provider, { pendingMs: 500 })
    expect(await untilAttention(stack, row.id)).toBe('noConfirmation')
    const word = { kind: 'resolve', outcome: 'notCreated', by: 'ana' } as const
    const answer = await workflowOf(stack, row).executeUpdate(decideUpdate, { args: [word] })
    expect(answer).toMatchObject({ became: 'void' })
    expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING' })
    await end(chargeId, 'settle')
    expect(await workflowOf(stack, row).result()).toEqual({ status: 'APPROVED' })
  },
)

/** It takes back all or nothing. */
const LISTED_PARTS = ENDS.refund.filter((provider) => provider !== 'TREEAL')

test.concurrent.each(LISTED_PARTS)(
  '%s: so is a part of a charge, and one that is done is APPROVED',
  async (provider) => {
    const { chargeId, row } = await begun(provider, { amount: 1200 })
    await end(chargeId, 'deny')
    expect(await workflowOf(stack, row).result()).toEqual({ status: 'REJECTED' })
    const again = await startRefund(stack, chargeId, { amount: 1200 })
    expect(await again.answer).toEqual({ outcome: 'created' })
    expect(await disbursementOf(stack, again.row.id)).toMatchObject({ status: 'PENDING' })
    await end(chargeId, 'settle')
    expect(await workflowOf(stack, again.row).result()).toEqual({ status: 'APPROVED' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 1200 })
  },
)

test.concurrent.each(SILENT)(
  '%s: a refund that is given up in silence asks an operator, whose word ends it',
  async (provider) => {
    const { chargeId, row } = await begun(provider, { pendingMs: 500 })
    await end(chargeId, 'deny')
    expect(await untilAttention(stack, row.id)).toBe('noConfirmation')
    const word = { kind: 'resolve', outcome: 'notCreated', by: 'ana' } as const
    expect(await workflowOf(stack, row).executeUpdate(decideUpdate, { args: [word] })).toEqual({ became: 'carriedOut' })
    expect(await workflowOf(stack, row).result()).toEqual({ status: 'REJECTED' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 0 })
  },
)

/** FAIRPAY, too. */
const PARTS = ENDS.sum.filter((provider) => provider !== 'FAIRPAY')

test.concurrent.each(PARTS)(
  '%s: a part in progress is APPROVED once the sum that has gone back says so',
  async (provider) => {
    const { chargeId, row } = await begun(provider, { amount: 1200 })
    await isReadAgain(row.id)
    expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING', attention: null })
    await end(chargeId, 'settle')
    expect(await workflowOf(stack, row).result()).toEqual({ status: 'APPROVED' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 1200 })
  },
)

test.concurrent.each(ENDS.notice)(
  '%s: a refund in progress is APPROVED once a notice says that all of the charge has gone back',
  async (provider) => {
    const { chargeId, row } = await begun(provider, {})
    expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING', attention: null })
    await end(chargeId, 'settle')
    const eventId = await lastNotice(provider, chargeId)
    expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
    expect(await workflowOf(stack, row).result()).toEqual({ status: 'APPROVED' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: AMOUNT })
  },
)

test.concurrent.each(ENDS.answer)(
  '%s: an answer with an id is success, as the specification has it',
  async (provider) => {
    const { chargeId, row } = await begun(provider, {})
    expect(await workflowOf(stack, row).result()).toEqual({ status: 'APPROVED' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: AMOUNT })
  },
)
