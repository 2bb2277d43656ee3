import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { auditLog, disbursements, payments } from '../../db/schema/index.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('PAGUESAFE')
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const seller = () => api.home.keys.seller
const get = async (path: string) => (await api.call(seller(), 'GET', path)).json()
const refund = (chargeId: string, payload?: object, headers = {}) =>
  api.call(seller(), 'POST', `/v1/charges/${chargeId}/refunds`, { payload, headers })
const operate = (id: string, action: string, payload?: object, key = api.home.keys.operator) =>
  api.call(key, 'POST', `/v1/operations/refund%2F${id}/${action}`, { payload })
const fail = (fault: string) => api.control('PUT', '/faults/PAGUESAFE/refund', { fault, times: 1 })

/** Paid as the row says; what the provider says of it is the fake's own affair. */
async function paidCharge(): Promise<string> {
  const { id, transactionId } = (await api.call(seller(), 'POST', '/v1/charges', { payload: NEW_CHARGE })).json()
  await api.payUntold('PAGUESAFE', transactionId)
  await expect.poll(async () => (await get(`/v1/charges/${id}`)).status, PATIENCE).toBe('APPROVED')
  return id
}

describe('POST /v1/charges/:id/refunds', () => {
  it.each([
    { days: 89, status: 201 },
    { days: 91, status: 422 },
  ])('of a Pix that was paid $days days ago answers $status', async ({ days, status }) => {
    const chargeId = await paidCharge()
    const paidAt = new Date(Date.now() - days * 86_400_000).toISOString()
    await api.database.writer.update(payments).set({ paidAt }).where(eq(payments.chargeId, chargeId))
    const before = (await api.database.writer.select().from(disbursements)).length
    const answer = await refund(chargeId, { amount: 100 })
    expect(answer.statusCode).toBe(status)
    if (status === 201) return
    expect(answer.json()).toMatchObject({
      detail: expect.stringContaining('90 days'),
      errors: [{ rule: 'refundWindow' }],
    })
    expect(await api.database.writer.select().from(disbursements)).toHaveLength(before)
  })

  it('gives back all that is left when no amount is named, with or without a body', async () => {
    const chargeId = await paidCharge()
    const { paidAt } = await get(`/v1/charges/${chargeId}`)
    const { data: history } = await get(`/v1/charges/${chargeId}/events`)
    expect(paidAt).toBe(history.find(({ to }: { to: string }) => to === 'APPROVED').at)
    const part = await refund(chargeId, { amount: 1200 })
    expect(part.statusCode).toBe(201)
    expect(part.json()).toMatchObject({
      chargeId,
      amount: 1200,
      status: true,
      state: 'APPROVED',
      needsAttention: false,
    })
    const rest = await refund(chargeId)
    expect(rest.json()).toMatchObject({ amount: 3800, status: true, provider: 'PAGUESAFE', failureMessage: null })
    expect(rest.json().workflow.workflowId).toBe(`refund/${rest.json().id}`)
    expect(rest.headers.location).toBe(`/v1/refunds/${rest.json().id}`)
    expect(await get(`/v1/charges/${chargeId}`)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000, paidAt })

    const { data } = await get(`/v1/charges/${chargeId}/refunds`)
    expect(data.map(({ amount }: { amount: number }) => amount)).toEqual([3800, 1200])
    expect(await get(`/v1/refunds/${rest.json().id}`)).toEqual(rest.json())
    const { data: events } = await get(`/v1/refunds/${rest.json().id}/events`)
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['requested', 'sent', 'answered', 'statusChanged'])
    expect(events[0].detail).toEqual({ by: 'API key seller' })
    const { data: attempts } = await get(`/v1/refunds/${rest.json().id}/attempts`)
    expect(attempts).toMatchObject([{ number: 1, outcome: 'created', exchange: [{ method: 'POST', status: 200 }] }])
  })

  it('of a part is refused where the provider gives back the whole payment or nothing, and nothing is set aside', async () => {
    const { id: providerAccountId } = await api.connect('IUGU')
    const payload = { ...NEW_CHARGE, providerAccountId }
    const { id, transactionId } = (await api.call(seller(), 'POST', '/v1/charges', { payload })).json()
    await api.payUntold('IUGU', transactionId)
    await expect.poll(async () => (await get(`/v1/charges/${id}`)).status, PATIENCE).toBe('APPROVED')
    const answer = await refund(id, { amount: 100 })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: [{ path: '/amount', rule: 'refundWhole' }] })
    expect((await get(`/v1/charges/${id}/refunds`)).data).toEqual([])
    expect((await refund(id)).statusCode).toBe(201)
    await expect.poll(async () => (await get(`/v1/charges/${id}`)).status, PATIENCE).toBe('REFUNDED')
    const { data: paid } = await get(`/v1/charges/${id}/payments`)
    for (const payload of [{}, { paymentId: paid[0].id }]) {
      expect((await refund(id, payload)).json()).toMatchObject({
        status: 409,
        detail: 'The charge is REFUNDED: only an approved one can be refunded',
      })
    }
  })

  it('is for approved charges only', async () => {
    const { id } = (await api.call(seller(), 'POST', '/v1/charges', { payload: NEW_CHARGE })).json()
    const answer = await refund(id)
    expect(answer.json()).toMatchObject({ status: 409, code: 'conflict' })
    expect((await get(`/v1/charges/${id}/refunds`)).data).toEqual([])
  })

  it.each([
    [0, 422],
    [-1, 422],
    [1.5, 400],
    ['100', 400],
    [null, 400],
  ])('refuses %j for an amount: %i', async (amount, status) => {
    expect((await refund(await anyCharge(), { amount })).json()).toMatchObject({ status })
  })

  it('never gives back more than is left, however many ask at once', async () => {
    const chargeId = await paidCharge()
    expect((await refund(chargeId, { amount: 5001 })).json()).toMatchObject({
      status: 422,
      code: 'rule_broken',
      errors: [{ path: '/amount', rule: 'refundable' }],
    })
    const answers = await Promise.all(Array.from({ length: 12 }, () => refund(chargeId, { amount: 900 })))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    expect(statuses.filter((status) => status === 422)).toHaveLength(7)
    // Of several at once no answer says which of them it counts: a reading of their sum does.
    await expect
      .poll(() => get(`/v1/charges/${chargeId}`), { timeout: 60_000 })
      .toMatchObject({ status: 'APPROVED', refundedAmount: 4500 })
  })

  it.each([
    ['ZENDRY', 'any refund', {}],
    ['RAPDYN', 'a part', { amount: 100 }],
  ])(
    "refuses what %s cannot do (%s), in the specification's words, before anything is written",
    async (provider, _, body) => {
      const account = await api.addAccount(api.home, provider)
      const charge = await api.addCharge(api.home, {
        status: 'APPROVED',
        provider,
        providerAccountId: account.id,
        transactionId: 'pay_1',
      })
      const answer = await refund(charge.id, body)
      expect(answer.json()).toMatchObject({
        status: 422,
        code: 'method_not_supported',
        detail: 'Method not implemented.',
      })
      expect(
        await api.database.writer.select().from(disbursements).where(eq(disbursements.chargeId, charge.id)),
      ).toEqual([])
    },
  )

  it('is answered with the words of a provider that refuses', async () => {
    const chargeId = await paidCharge()
    const { transactionId } = await get(`/v1/charges/${chargeId}`)
    await api.control('POST', `/transactions/PAGUESAFE/${transactionId}/chargeback`)
    const answer = await refund(chargeId)
    expect(answer.json()).toMatchObject({ status: 502, code: 'provider_refused', detail: expect.any(String) })
    expect(await get(`/v1/refunds/${answer.json().disbursementId}`)).toMatchObject({
      status: false,
      state: 'REJECTED',
      failureMessage: answer.json().detail,
    })
  })

  it('is done once per key, and answered alike', async () => {
    const chargeId = await paidCharge()
    const headers = { 'idempotency-key': 'refund-once' }
    const first = await refund(chargeId, { amount: 100 }, headers)
    const second = await refund(chargeId, { amount: 100 }, headers)
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect((await get(`/v1/charges/${chargeId}`)).refundedAmount).toBe(100)
    expect((await refund(chargeId, { amount: 200 }, headers)).json()).toMatchObject({ code: 'idempotency_key_reused' })
  })
})

/** An answer is lost, and the charge does not tell how much of it has gone back. */
async function unreadable(fault: string): Promise<void> {
  await fail(fault)
  await api.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'serverError', times: 0 })
}

describe('a refund of unknown outcome', () => {
  it('waits for an operator, who says what happened', async () => {
    const chargeId = await paidCharge()
    await unreadable('commitThenDrop')
    const answer = await refund(chargeId, { amount: 700 })
    expect(answer.statusCode).toBe(202)
    const { id } = answer.json()
    expect(answer.json()).toMatchObject({ status: false, state: 'PENDING' })
    await expect.poll(async () => (await get(`/v1/refunds/${id}`)).attention, PATIENCE).toBe('unknownOutcome')
    const { data } = await get('/v1/refunds?needsAttention=true')
    expect(data.map((row: { id: string }) => row.id)).toContain(id)

    expect((await operate(id, 'resolve', { outcome: 'created' }, seller())).statusCode).toBe(403)
    expect((await operate(id, 'cancel')).json()).toMatchObject({ status: 409 })
    expect((await operate(id, 'resolve', { outcome: 'created', status: 'APPROVED' })).json()).toMatchObject({
      status: 422,
    })
    const resolved = await operate(id, 'resolve', { outcome: 'created', transactionId: 'ref-1' })
    expect(resolved.json()).toMatchObject({ workflowId: `refund/${id}`, operation: 'resolve', became: 'carriedOut' })
    await expect.poll(async () => (await get(`/v1/refunds/${id}`)).state, PATIENCE).toBe('APPROVED')
    expect(await get(`/v1/refunds/${id}`)).toMatchObject({ refundId: 'ref-1', needsAttention: false })
    expect((await get(`/v1/charges/${chargeId}`)).refundedAmount).toBe(700)
    expect((await operate(id, 'resolve', { outcome: 'notCreated' })).json()).toMatchObject({ status: 409 })
    const audit = await api.database.writer
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `refund/${id}`))
    expect(audit.map(({ action }) => action)).toEqual(['refund.create', 'resolve'])
  })

  it('can be resolved though its workflow is gone', async () => {
    const chargeId = await paidCharge()
    await unreadable('dropBeforeCommit')
    const { id } = (await refund(chargeId, { amount: 700 })).json()
    await expect.poll(async () => (await get(`/v1/refunds/${id}`)).attention, PATIENCE).toBe('unknownOutcome')
    await api.temporal.workflow.getHandle(`refund/${id}`).terminate()
    expect((await operate(id, 'retry')).statusCode).toBe(202)
    expect((await operate(id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
    await expect.poll(async () => (await get(`/v1/refunds/${id}`)).state, PATIENCE).toBe('REJECTED')
    expect(await get(`/v1/refunds/${id}`)).toMatchObject({ needsAttention: false })
    expect((await refund(chargeId)).json()).toMatchObject({ amount: 5000, state: 'APPROVED' })
  })
})

async function anyCharge(): Promise<string> {
  return (await api.addCharge(api.home, { status: 'APPROVED' })).id
}
