/** How a created charge ends: by webhook, by poll, by expiry, by a person; and what comes after the end. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { applyTransition, flagAttention } from '../../db/queries/charge/transitions.ts'
import { webhookDeliveries } from '../../db/schema/index.ts'
import type { ChargeStatus } from '../../domain/charge.ts'
import { defined } from '../../domain/defined.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import type { ChargeTiming } from '../../workflows/charge/timing.ts'
import { cancelSignal, chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { REFUSES, type SellerSystem, startSellerSystem, TAKES } from '../support/seller-system.ts'
import { notify, type Proof, storeWebhook } from '../support/webhooks.ts'

let stack: ChargeStack
const accounts: Record<string, string> = {}
const PROVIDERS = ['ASAAS', 'MERCADOPAGO', 'PAGUESAFE', 'TREEAL', 'ZENDRY'] as const

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of PROVIDERS) accounts[provider] = await stack.addAccount(provider)
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const quick: Partial<ChargeTiming> = { pollFirstMs: 200, pollMaxMs: 400, graceMs: 300 }
const keep = (chargeId: string, name: string) => stack.keepHistory(chargeWorkflowId(chargeId), name)
const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))

async function created(provider: string, timing: Partial<ChargeTiming> = {}) {
  const { chargeId, creation } = await stack.start([accounts[provider] ?? ''], { timing })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  return { chargeId, transactionId: transactionId ?? '' }
}

const act = (provider: string, id: string, action: string) =>
  stack.control('POST', `/transactions/${provider}/${id}/${action}`)

const receive = (provider: string, body: object, proof?: Proof) =>
  storeWebhook(stack, accounts[provider] ?? '', body, proof)

const asaasBody = (id: string, status: string, event = `PAYMENT_${status}`) => ({
  id: `evt_${randomUUID()}`,
  event,
  payment: { id, status, value: 50, externalReference: null },
})

describe.each(PROVIDERS)('%s', (provider) => {
  test('is found paid by polling when no webhook ever comes', async () => {
    const { chargeId, transactionId } = await created(provider, quick)
    await act(provider, transactionId, 'pay')
    expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
    const [event] = (await stack.events(chargeId)).filter(({ type }) => type === 'statusChanged')
    expect(event).toMatchObject({ from: 'PENDING', to: 'APPROVED', cause: 'poll' })
    await keep(chargeId, `paid-by-poll-${provider.toLowerCase()}`)
  })
})

describe('expiry', () => {
  /** From before the creation, which reads nothing: the last look comes soon after it, and must not come first. */
  const silence = () => stack.control('PUT', '/faults/ASAAS/readTransaction', { fault: 'serverError', times: 0 })

  test('waits for the grace, looks once more, and rejects what was not paid', async () => {
    const { chargeId } = await created('ASAAS', { ...quick, longestLifeMs: 1_500 })
    expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
    const [event] = (await stack.events(chargeId)).filter(({ type }) => type === 'statusChanged')
    expect(event).toMatchObject({ cause: 'timer', detail: { rawStatus: 'expired' } })
    await keep(chargeId, 'expired')
  })

  test('finds a payment made in the last second', async () => {
    await silence()
    const { chargeId, transactionId } = await created('ASAAS', {
      ...quick,
      pollFirstMs: 60_000,
      pollMaxMs: 60_000,
      longestLifeMs: 1_000,
    })
    await act('ASAAS', transactionId, 'pay')
    await stack.control('DELETE', '/faults')
    expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  })

  test('is not declared while the provider cannot be asked', async () => {
    const timing = { ...quick, pollFirstMs: 60_000, pollMaxMs: 60_000, longestLifeMs: 1_000, unknownMs: 500 }
    await silence()
    const { chargeId, transactionId } = await created('ASAAS', timing)
    await act('ASAAS', transactionId, 'pay')
    await vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).toBe('providerUnreachable'), 60_000)
    expect((await stack.charge(chargeId)).status).toBe('PENDING')
    await stack.control('DELETE', '/faults')
    expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
    expect((await stack.charge(chargeId)).attention).toBeNull()
    await keep(chargeId, 'expiry-waits-for-the-provider')
  })
})

describe('webhooks', () => {
  test('one that comes before our own row waits for it', async () => {
    const { chargeId, creation } = await (async () => {
      await stack.control('PUT', '/faults/ASAAS/createTransaction', { fault: 'slow', delayMs: 400 })
      return stack.start([accounts.ASAAS ?? ''])
    })()
    const transaction = await vi.waitFor(async () => {
      const { data } = await stack.control<{ data: { id: string }[] }>(
        'GET',
        '/transactions?provider=ASAAS&status=PENDING&limit=1',
      )
      const [first] = data
      if (!first) throw new Error('not yet')
      return first
    }, 60_000)
    const eventId = await receive('ASAAS', asaasBody(transaction.id, 'RECEIVED'))
    await deliverWebhookEvent(stack, eventId)
    await creation
    const { transactionId } = await stack.charge(chargeId)
    if (transactionId === transaction.id) expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
    else await handleOf(chargeId).signal(cancelSignal)
  })

  test('duplicates and old news change nothing', async () => {
    const { chargeId, transactionId } = await created('ASAAS')
    const paid = await receive('ASAAS', asaasBody(transactionId, 'RECEIVED'))
    expect(await deliverWebhookEvent(stack, paid)).toBe('delivered')
    await handleOf(chargeId).result()
    const again = await receive('ASAAS', asaasBody(transactionId, 'RECEIVED'))
    const old = await receive('ASAAS', asaasBody(transactionId, 'PENDING', 'PAYMENT_CREATED'))
    for (const eventId of [paid, again, old]) await deliverWebhookEvent(stack, eventId)
    for (const eventId of [again, old]) {
      await stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
    }
    const changes = (await stack.events(chargeId)).filter(({ type }) => type === 'statusChanged')
    expect(changes).toHaveLength(1)
    expect((await stack.charge(chargeId)).status).toBe('APPROVED')
  })

  test('a refund after the end has its own short workflow', async () => {
    const { chargeId, transactionId } = await created('ASAAS')
    await notify(stack, chargeId, { accountId: accounts.ASAAS ?? '', transactionId, status: 'RECEIVED' })
    await handleOf(chargeId).result()
    const eventId = await receive('ASAAS', asaasBody(transactionId, 'REFUNDED'))
    expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
    const event = stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`)
    expect(await event.result()).toEqual({ status: 'REFUNDED' })
    await stack.keepHistory(event.workflowId, 'event-refund')
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
  })

  test('a payment after the expiry is money all the same, and an operator is told', async () => {
    const { chargeId, transactionId } = await created('ASAAS', { ...quick, longestLifeMs: 1_000 })
    await handleOf(chargeId).result()
    const eventId = await receive('ASAAS', asaasBody(transactionId, 'RECEIVED'))
    await deliverWebhookEvent(stack, eventId)
    await stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
    // A reading may contradict it, too: at the fake provider the code was withdrawn.
    const attentionReasons = expect.arrayContaining(['latePayment'])
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attentionReasons })
  })

  test('an unsigned one is only a reason to look, until its provider says the same', async () => {
    const { chargeId, transactionId } = await created('PAGUESAFE')
    const body = {
      id: '1',
      type: 'transaction',
      objectId: transactionId,
      data: { id: Number(transactionId), status: 'paid' },
    }
    const ahead = await receive('PAGUESAFE', body, 'token')
    expect(await deliverWebhookEvent(stack, ahead)).toBe('delivered')
    await vi.waitFor(async () => {
      const { raw } = await handleOf(chargeId).describe()
      expect(
        raw.pendingActivities?.some(
          ({ activityType, attempt }) => activityType?.name === 'confirmEvent' && Number(attempt) > 1,
        ),
      ).toBe(true)
    }, 60_000)
    expect((await stack.charge(chargeId)).status).toBe('PENDING')
    await act('PAGUESAFE', transactionId, 'pay')
    expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
    await keep(chargeId, 'unsigned-webhook-confirmed')
  })

  test('one that its provider never confirms is written down and shown to an operator', async () => {
    const { chargeId, transactionId } = await created('PAGUESAFE', { confirmMs: 1_500 })
    const notice = {
      accountId: accounts.PAGUESAFE ?? '',
      transactionId,
      status: 'chargedback',
      proof: 'token',
    } as const
    await notify(stack, chargeId, notice)
    await vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).toBe('unconfirmedNotice'), 60_000)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING' })
    const ignored = (await stack.events(chargeId)).find(({ type }) => type === 'eventIgnored')
    expect(ignored?.detail).toMatchObject({ status: 'CHARGEBACK', unconfirmed: true, transactionId })
    await handleOf(chargeId).signal(cancelSignal)
    await handleOf(chargeId).result()
    await keep(chargeId, 'unconfirmed-notice')
  })

  test('one whose provider is silent is shown until it answers, and asks nothing that the workflow does not ask', async () => {
    const { chargeId, transactionId } = await created('PAGUESAFE', { silentMs: 500 })
    await stack.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'serverError', times: 0 })
    const notice = { accountId: accounts.PAGUESAFE ?? '', transactionId, status: 'paid', proof: 'token' } as const
    await notify(stack, chargeId, notice)
    await vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).toBe('unconfirmedNotice'), 60_000)
    await act('PAGUESAFE', transactionId, 'pay')
    await stack.control('DELETE', '/faults')
    expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
    expect((await stack.charge(chargeId)).attention).toBeNull()
  })

  test('a silent provider hides no doubt of the workflow, and no doubt is hidden by it', async () => {
    const { chargeId } = await created('ASAAS')
    const shown: (string | null)[] = []
    for (const reason of ['unconfirmedNotice', 'providerUnreachable', 'unconfirmedNotice'] as const) {
      await flagAttention(stack.database.writer, chargeId, reason)
      shown.push((await stack.charge(chargeId)).attention)
    }
    expect(shown).toEqual(['unconfirmedNotice', 'providerUnreachable', 'providerUnreachable'])
  })

  test('what the table does not allow is shown to an operator where it is about money', async () => {
    const { chargeId } = await created('ASAAS')
    const { writer } = stack.database
    const hear = (to: ChargeStatus, key: string, transactionId?: string) => {
      const of = transactionId === undefined ? undefined : { transactionId, accountId: accounts.ASAAS ?? '' }
      return applyTransition(writer, { chargeId, to, cause: 'webhook', key, ...defined({ of }) })
    }
    const reasons = async () =>
      (await stack.events(chargeId)).flatMap(({ type, detail }) => (type === 'needsAttention' ? [detail?.reason] : []))
    await hear('APPROVED', 'webhook/1')
    await hear('APPROVED', 'webhook/2')
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
    await hear('APPROVED', 'webhook/3', 'another')
    await hear('APPROVED', 'webhook/4', 'another')
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: 'doublePayment' })
    await hear('REJECTED', 'webhook/5')
    await hear('REFUNDED', 'webhook/6')
    await hear('CHARGEBACK', 'webhook/7')
    // The other transaction still holds money.
    expect((await stack.charge(chargeId)).status).toBe('APPROVED')
    expect(await reasons()).toEqual(['doublePayment', 'contradicted', 'refundAndChargeback'])
  })

  test('one about nothing of ours stays pending', async () => {
    const eventId = await receive('ASAAS', asaasBody('pay_unknown', 'RECEIVED'))
    expect(await deliverWebhookEvent(stack, eventId)).toBe('pending')
  })
})

test('an operator cancels a charge that was not paid, but not one that was paid meanwhile', async () => {
  const unpaid = await created('ASAAS')
  await handleOf(unpaid.chargeId).signal(cancelSignal, { by: 'ana' })
  expect(await handleOf(unpaid.chargeId).result()).toEqual({ status: 'REJECTED' })
  await keep(unpaid.chargeId, 'canceled-by-operator')

  const paid = await created('ASAAS')
  await act('ASAAS', paid.transactionId, 'pay')
  await handleOf(paid.chargeId).signal(cancelSignal, { by: 'ana' })
  expect(await handleOf(paid.chargeId).result()).toEqual({ status: 'APPROVED' })
})

test('a worker that is replaced in the middle goes on where the last one stopped', async () => {
  const { chargeId, transactionId } = await created('ASAAS', quick)
  await stack.restartWorker()
  await act('ASAAS', transactionId, 'pay')
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  // A task that was on its way to the worker that went is handed out again after its time-out.
})

test('the seller is told, signed, once per change', async () => {
  const seller: SellerSystem = await startSellerSystem((response) => {
    const answer = seller.arrived.length === 1 ? REFUSES : TAKES
    answer(response)
  })
  const { chargeId, creation } = await stack.start([accounts.ASAAS ?? ''], { webhookUrl: seller.url })
  await creation
  const { transactionId } = await stack.charge(chargeId)
  await notify(stack, chargeId, {
    accountId: accounts.ASAAS ?? '',
    transactionId: transactionId ?? '',
    status: 'RECEIVED',
  })
  const arrivedOf = (change: string) => seller.arrived.filter(({ body }) => body.type === change)
  await vi.waitFor(() => expect(seller.arrived).toHaveLength(3), 60_000)
  expect(new Set(seller.arrived.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect(arrivedOf('charge.created')[0]?.body.data).toMatchObject({ id: chargeId, status: 'PENDING' })
  expect(arrivedOf('charge.approved')[0]?.body.data).toMatchObject({ id: chargeId, status: 'APPROVED' })
  const [delivery] = await stack.database.writer.select().from(webhookDeliveries)
  await stack.keepHistory(`webhook-delivery/${delivery?.id}`, 'seller-told')
  await seller.close()
})
