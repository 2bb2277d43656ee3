/** Money that came for a charge that waits, or was given up, at providers that can never be asked: an operator takes what a notice said. */
import { and, eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptId } from '../../db/attempt-ids.ts'
import { chargeAttempts, chargeEvents, platforms } from '../../db/schema/index.ts'
import { chargeDecisionWorkflowId, chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const SECRET = 'trilho-demo-flow2pay-token'
/** What the notices say was paid, of the 5,000 that were charged. */
const PAID = 1

let api: ChargingApi
const accounts = { FLOW2PAY: { id: '', token: '' }, FIREBANK: { id: '', token: '' }, PAGUESAFE: { id: '', token: '' } }
type Provider = keyof typeof accounts
beforeAll(async () => {
  api = await startChargingApi()
  for (const provider of ['FLOW2PAY', 'FIREBANK', 'PAGUESAFE'] as const) {
    accounts[provider] = await api.connect(provider)
  }
  const isOurs = eq(platforms.id, api.home.platformId)
  await api.database.writer.update(platforms).set({ maxUnprovedAmount: 0 }).where(isOurs)
})
afterAll(() => api?.close())

const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
  api.call(api.home.keys.operator, method, path, payload ? { payload } : {})
const get = async (path: string) => (await call('GET', path)).json()
const resolve = (id: string, transactionId?: string) =>
  call('POST', `/v1/operations/charge%2F${id}/resolve`, { outcome: 'created', transactionId })
const untilCharge = (id: string, expected: object) =>
  expect.poll(() => get(`/v1/charges/${id}`), PATIENCE).toMatchObject(expected)
const paymentsOf = async (id: string) => (await get(`/v1/charges/${id}/payments`)).data

async function waiting(provider: Provider): Promise<{ id: string; own: string }> {
  const payload = { ...NEW_CHARGE, providerAccountId: accounts[provider].id }
  const { id, transactionId } = (await call('POST', '/v1/charges', payload)).json()
  return { id, own: transactionId }
}

async function givenUp(provider: Provider) {
  const charge = await waiting(provider)
  expect((await call('POST', `/v1/operations/charge%2F${charge.id}/cancel`)).statusCode).toBe(202)
  await untilCharge(charge.id, { status: 'REJECTED' })
  return charge
}

async function tell(provider: Provider, payload: object): Promise<void> {
  const url = `/webhooks/${provider.toLowerCase()}/${accounts[provider].token}`
  expect((await api.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
}

const paidAtFlow2pay = (txid: string) => tell('FLOW2PAY', { evento: 'PixIn', token: SECRET, txid, valor: PAID })

/** Another attempt of the charge's made the transaction. */
async function attemptAt(provider: Provider, chargeId: string, transactionId: string): Promise<void> {
  const attempt = {
    id: attemptId(chargeId, 7),
    chargeId,
    number: 7,
    state: 'answered' as const,
    outcome: 'superseded' as const,
  }
  const at = { providerAccountId: accounts[provider].id, provider, transactionId }
  await api.database.writer.insert(chargeAttempts).values({ ...attempt, ...at })
}

/** Somebody paid the other amount for what another attempt made. */
async function paidForAnother(chargeId: string, txid: string): Promise<void> {
  await attemptAt('FLOW2PAY', chargeId, txid)
  await paidAtFlow2pay(txid)
}

const TAKEN = { status: 'APPROVED', amount: 5_000, needsAttention: false }

const MADE = [
  ['REJECTED', givenUp],
  ['PENDING', waiting],
] as const

/**
 * As if the worker had died between the taking and its answer: what carries the decision out goes back to before it was told.
 * @returns what it then says became of the decision.
 */
async function loseTheAnswer(chargeId: string, status: string): Promise<unknown> {
  const isDecision = and(eq(chargeEvents.chargeId, chargeId), eq(chargeEvents.type, 'operatorResolved'))
  const decisions = () => api.database.writer.select().from(chargeEvents).where(isDecision)
  await expect.poll(decisions, PATIENCE).toHaveLength(1)
  const [row] = await decisions()
  const decisionId = row?.key.split('/')[1] ?? ''
  const isLate = status === 'REJECTED'
  const workflowId = isLate ? chargeDecisionWorkflowId(chargeId, decisionId) : chargeWorkflowId(chargeId)
  const { workflow, workflowService, options } = api.temporal
  const { events } = await workflow.getHandle(workflowId).fetchHistory()
  const taking = events
    ?.map(({ activityTaskScheduledEventAttributes }) => activityTaskScheduledEventAttributes)
    .find((scheduled) => scheduled?.activityType?.name === 'takeLateAmounts')
  const { runId } = await workflowService.resetWorkflowExecution({
    namespace: options.namespace,
    workflowExecution: { workflowId },
    reason: 'test',
    workflowTaskFinishEventId: taking?.workflowTaskCompletedEventId ?? null,
    requestId: uuidv7(),
  })
  const again = workflow.getHandle(workflowId, runId)
  const result = await again.result()
  return isLate ? result : again.getUpdateHandle(decisionId).result()
}

describe.each(MADE)('another amount that a proved notice states of a charge that is %s', (status, made) => {
  const ASKED = { status, attentionReasons: ['amountMismatch'] }

  it('is what was paid, and all that can be given back', async () => {
    const { id, own } = await made('FLOW2PAY')
    await paidAtFlow2pay(own)
    await untilCharge(id, ASKED)
    expect(await paymentsOf(id)).toMatchObject([{ state: expect.not.stringMatching('APPROVED'), amount: PAID }])
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: PAID }])
    const refund = { amount: PAID + 1 }
    expect((await call('POST', `/v1/charges/${id}/refunds`, refund)).statusCode).toBe(422)
  }, 120_000)

  it('is of the transaction that the notice names', async () => {
    const { id, own } = await made('FIREBANK')
    await paidForAnother(id, `earlier${id}`)
    await untilCharge(id, ASKED)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
    const payments = await paymentsOf(id)
    const of = (transactionId: string) =>
      payments.find((payment: { transactionId: string }) => payment.transactionId === transactionId)
    expect(of(`earlier${id}`)).toMatchObject({ state: 'APPROVED', amount: PAID })
    expect(of(own)?.state).not.toBe('APPROVED')
  }, 120_000)

  it('is taken although the charge is at a provider that can be asked', async () => {
    const { id } = await made('PAGUESAFE')
    await paidForAnother(id, `earlier${id}`)
    await untilCharge(id, ASKED)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
  }, 120_000)

  it('of two is nobody knows which before an operator says it', async () => {
    const { id, own } = await made('FLOW2PAY')
    await paidAtFlow2pay(own)
    await untilCharge(id, ASKED)
    await paidForAnother(id, `earlier${id}`)
    await expect.poll(async () => (await paymentsOf(id)).length, PATIENCE).toBe(2)
    expect((await resolve(id)).statusCode).toBe(409)
    await untilCharge(id, ASKED)
    expect((await resolve(id, `earlier${id}`)).statusCode).toBe(202)
    await untilCharge(id, { status: 'APPROVED' })
    const payments: { transactionId: string; state: string }[] = await paymentsOf(id)
    const taken = payments.filter(({ state }) => state === 'APPROVED')
    expect(taken.map(({ transactionId }) => transactionId)).toEqual([`earlier${id}`])
    await untilCharge(id, { attentionReasons: ['amountMismatch'] })
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, { status: 'APPROVED', attentionReasons: ['doublePayment'] })
    expect(await paymentsOf(id)).toMatchObject(Array(2).fill({ state: 'APPROVED', amount: PAID }))
  }, 120_000)

  it('of another transaction is not what its own id names', async () => {
    const { id, own } = await made('FIREBANK')
    await paidForAnother(id, `earlier${id}`)
    await untilCharge(id, ASKED)
    expect((await resolve(id, own)).statusCode).toBe(409)
    await untilCharge(id, ASKED)
    expect((await paymentsOf(id)).filter(({ state }: { state: string }) => state === 'APPROVED')).toEqual([])
  }, 120_000)

  it('is taken once by a decision whose answer was lost', async () => {
    const { id, own } = await made('FLOW2PAY')
    await paidAtFlow2pay(own)
    await untilCharge(id, ASKED)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
    expect(await loseTheAnswer(id, status)).toEqual({ became: 'carriedOut' })
    await untilCharge(id, TAKEN)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: PAID }])
  }, 120_000)
})

describe('a notice that only its address proves', () => {
  const UNCONFIRMED = { attentionReasons: ['unconfirmedNotice'] }

  it.each(MADE)(
    'is confirmed of a charge that is %s',
    async (status, made) => {
      const { id, own } = await made('FIREBANK')
      await tell('FIREBANK', { transactionId: own, status: 'PAID' })
      await untilCharge(id, { status, ...UNCONFIRMED })
      expect((await resolve(id)).statusCode).toBe(202)
      await untilCharge(id, TAKEN)
      expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: 5_000 }])
    },
    120_000,
  )

  it.each(MADE)(
    'that says that money went back makes no charge paid that is %s',
    async (status, made) => {
      const { id, own } = await made('FIREBANK')
      await tell('FIREBANK', { transactionId: own, status: 'CHARGEBACK' })
      await untilCharge(id, { status, ...UNCONFIRMED })
      expect((await resolve(id)).statusCode).toBe(409)
      await untilCharge(id, { status, ...UNCONFIRMED })
    },
    120_000,
  )

  const said = async (id: string, count: number) =>
    expect
      .poll(async () => {
        const { data } = await get(`/v1/charges/${id}/events`)
        return data.filter(({ detail }: { detail: { unconfirmed?: boolean } | null }) => detail?.unconfirmed)
      }, PATIENCE)
      .toHaveLength(count)

  it.each(MADE)(
    'is overtaken by one that says that the money went back, of a charge that is %s',
    async (status, made) => {
      const { id, own } = await made('FIREBANK')
      await tell('FIREBANK', { transactionId: own, status: 'PAID' })
      await untilCharge(id, { status, ...UNCONFIRMED })
      await tell('FIREBANK', { transactionId: own, status: 'CHARGEBACK' })
      await said(id, 2)
      expect((await resolve(id)).statusCode).toBe(409)
      await untilCharge(id, { status, ...UNCONFIRMED })
    },
    120_000,
  )

  it('is not asked about again once it was dismissed', async () => {
    const { id, own } = await givenUp('FIREBANK')
    await tell('FIREBANK', { transactionId: own, status: 'PAID' })
    await untilCharge(id, UNCONFIRMED)
    const dismissal = await call('POST', `/v1/operations/charge%2F${id}/resolve`, { outcome: 'notCreated' })
    expect(dismissal.statusCode).toBe(202)
    await untilCharge(id, { attentionReasons: [] })
    await attemptAt('FIREBANK', id, `earlier${id}`)
    await tell('FIREBANK', { transactionId: `earlier${id}`, status: 'CHARGEBACK' })
    await untilCharge(id, UNCONFIRMED)
    expect((await resolve(id)).statusCode).toBe(409)
    await tell('FIREBANK', { transactionId: own, status: 'PAID', paidAgain: true })
    await said(id, 3)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
  }, 120_000)
})

describe('of a charge that is paid elsewhere', () => {
  async function paid(): Promise<string> {
    const { id, own } = await waiting('PAGUESAFE')
    await api.control('POST', `/transactions/PAGUESAFE/${own}/pay`)
    await untilCharge(id, { status: 'APPROVED', attentionReasons: [] })
    return id
  }
  const TWICE = { status: 'APPROVED', attentionReasons: ['doublePayment'] }
  const paymentOf = async (id: string, transactionId: string) =>
    (await paymentsOf(id)).find((payment: { transactionId: string }) => payment.transactionId === transactionId)

  it('what only a notice calls paid is a second payment once an operator confirms it', async () => {
    const id = await paid()
    await attemptAt('FIREBANK', id, `earlier${id}`)
    await tell('FIREBANK', { transactionId: `earlier${id}`, status: 'PAID' })
    await untilCharge(id, { attentionReasons: ['unconfirmedNotice'] })
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TWICE)
    const second = await paymentOf(id, `earlier${id}`)
    expect(second).toMatchObject({ state: 'APPROVED', amount: 5_000 })
    const refund = { paymentId: second.id, amount: 5_001 }
    expect((await call('POST', `/v1/charges/${id}/refunds`, refund)).statusCode).toBe(422)
  }, 120_000)

  it('another amount that only a notice states is one, too', async () => {
    const id = await paid()
    await paidForAnother(id, `earlier${id}`)
    await untilCharge(id, { attentionReasons: ['amountMismatch'] })
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TWICE)
    expect(await paymentOf(id, `earlier${id}`)).toMatchObject({ state: 'APPROVED', amount: PAID })
  }, 120_000)

  it('a notice that money went back is only seen', async () => {
    const id = await paid()
    await attemptAt('FIREBANK', id, `earlier${id}`)
    await tell('FIREBANK', { transactionId: `earlier${id}`, status: 'CHARGEBACK' })
    await untilCharge(id, { attentionReasons: ['unconfirmedNotice'] })
    expect((await resolve(id)).json()).toMatchObject({ became: 'carriedOut' })
    await untilCharge(id, { status: 'APPROVED', attentionReasons: [] })
    expect(await paymentOf(id, `earlier${id}`)).toMatchObject({ state: 'PENDING' })
  }, 120_000)
})
