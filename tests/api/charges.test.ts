import { eq } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Charge, ChargeAttempts, ChargeEvents } from '../../api/schemas/charge.ts'
import { Checkout } from '../../api/schemas/checkout.ts'
import { auditLog, charges } from '../../db/schema/index.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import {
  type ChargingApi,
  NEW_CHARGE,
  startChargingApi,
  untilFollowed,
  untilTaken,
  waitingBriefly,
} from './charging.ts'
import { statementsOf } from './support.ts'

let api: ChargingApi
let account: { id: string; token: string }
beforeAll(async () => {
  api = await startChargingApi()
  account = await api.connect('ASAAS', { priority: 10 })
})
afterAll(() => api?.close())

const seller = () => api.home.keys.seller
const create = (changes: object = {}) =>
  api.call(seller(), 'POST', '/v1/charges', { payload: { ...NEW_CHARGE, ...changes } })
const get = async (path: string, key = seller()) => (await api.call(key, 'GET', path)).json()

describe('a new charge', () => {
  it('says who made it', async () => {
    expect((await create()).json()).toMatchObject({ createdByUser: 'API key seller' })
    const cookie = await api.signIn(api.home.emails.operator)
    const made = await api.call(null, 'POST', '/v1/charges', { headers: { cookie }, payload: NEW_CHARGE })
    const { id } = made.json()
    expect(await get(`/v1/charges/${id}`)).toMatchObject({ createdByUser: api.home.emails.operator })
  })

  it('answers with the code to pay', async () => {
    const answer = await create({ orderId: 'order-1', description: 'Duas camisetas' })
    expect(answer.statusCode).toBe(201)
    const charge = answer.json()
    expect(Value.Errors(Charge, charge)).toEqual([])
    expect(charge).toMatchObject({
      status: 'PENDING',
      needsAttention: false,
      amount: 5000,
      currency: 'BRL',
      provider: 'ASAAS',
      providerAccountId: account.id,
      orderId: 'order-1',
      description: 'Duas camisetas',
      customer: { ...NEW_CHARGE.customer, document: '52998224725', phone: '11987654321' },
      workflow: { workflowId: `charge/${charge.id}`, runId: expect.any(String) },
    })
    expect(charge.pixCode).toMatch(/^000201/)
    expect(charge.pixQrCode).toMatch(/^data:image\/png;base64,/)
    expect(Date.parse(charge.expiresAt)).toBeGreaterThan(Date.now())
    expect(answer.headers.location).toBe(`/v1/charges/${charge.id}`)
    expect(await get(`/v1/charges/${charge.id}`)).toEqual(charge)
  })

  it('tells Temporal Web what it is, without a word about the buyer', async () => {
    const { id } = (await create()).json()
    const description = await api.temporal.workflow.getHandle(chargeWorkflowId(id)).describe()
    expect(await description.staticSummary()).toBe('Pix de R$ 50,00 pela ASAAS')
    expect(JSON.stringify(description.searchAttributes)).not.toMatch(/maria/i)
  })

  it('has its history and its exchange with the provider, without a secret in it', async () => {
    const { id } = (await create()).json()
    const events = await get(`/v1/charges/${id}/events`)
    expect(Value.Errors(ChargeEvents, events)).toEqual([])
    expect(events.data[0]).toMatchObject({ type: 'requested', cause: 'api', from: null, to: null })
    expect(events.data.map(({ type }: { type: string }) => type)).toContain('created')

    const attempts = await get(`/v1/charges/${id}/attempts`)
    expect(Value.Errors(ChargeAttempts, attempts)).toEqual([])
    expect(attempts.data).toHaveLength(1)
    expect(attempts.data[0]).toMatchObject({ number: 1, provider: 'ASAAS', state: 'answered', outcome: 'created' })
    const secret = api.sandbox.accounts.find(({ provider }) => provider === 'ASAAS')?.secretKey ?? ''
    const shown = JSON.stringify(attempts)
    expect(secret.length).toBeGreaterThan(0)
    for (const hidden of [secret, account.token, 'maria@example.com', '52998224725'])
      expect(shown).not.toContain(hidden)
  })

  it('takes one item of the whole amount when none is named', async () => {
    const { items } = (await create({ items: undefined, description: 'Aula' })).json()
    expect(items).toEqual([{ title: 'Aula', unitPrice: 5000, quantity: 1, tangible: false }])
  })

  it('costs few statements', async () => {
    const request = () =>
      api.call(seller(), 'POST', '/v1/charges', {
        payload: NEW_CHARGE,
        headers: { 'idempotency-key': 'statements' },
      })
    const statements = await statementsOf(api, request)
    expect(statements.length).toBeLessThanOrEqual(6)
  })

  it('goes to the next account when the first refuses, and says so in its history', async () => {
    const refusing = await api.connect('PAGUESAFE', { priority: 1, secretKey: 'not the right one' })
    const charge = (await create()).json()
    expect(charge).toMatchObject({ status: 'PENDING', provider: 'ASAAS' })
    const { data } = await get(`/v1/charges/${charge.id}/attempts`)
    expect(data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['refused', 'created'])
    await api.call(api.home.keys.admin, 'DELETE', `/v1/provider-accounts/${refusing.id}`)
  })

  it("is rejected with the provider's words when every account refuses", async () => {
    const refusing = await api.connect('ASAAS', { priority: 99, secretKey: 'not the right one' })
    const answer = await create({ providerAccountId: refusing.id })
    const problem = answer.json()
    expect(problem).toMatchObject({ status: 502, code: 'provider_refused', detail: expect.any(String) })
    const charge = await get(`/v1/charges/${problem.chargeId}`)
    expect(charge).toMatchObject({ status: 'REJECTED', failureMessage: problem.detail })
    await api.call(api.home.keys.admin, 'PATCH', `/v1/provider-accounts/${refusing.id}`, {
      payload: { enabled: false },
    })
  })
})

describe("the buyer's page", () => {
  it('shows what it takes to pay and nothing else', async () => {
    const charge = (await create({ description: 'Camiseta azul' })).json()
    expect(charge.payUrl).toBe(`http://127.0.0.1:9/pay/${charge.checkoutToken}`)
    const answer = await api.call(null, 'GET', `/v1/checkout/${charge.checkoutToken}`)
    const page = answer.json()
    expect(Value.Errors(Checkout, page)).toEqual([])
    expect(page).toMatchObject({
      seller: 'home',
      brandColor: null,
      logoUrl: null,
      supportEmail: null,
      supportPhone: null,
      createdAt: charge.createdAt,
      amount: 5000,
      status: 'PENDING',
      pixCode: charge.pixCode,
      pixQrCode: charge.pixQrCode,
    })
    for (const hidden of ['Maria', 'maria@', '52998224725', charge.id, charge.transactionId, api.home.platformId]) {
      expect(answer.body).not.toContain(hidden)
    }
  })

  it('has an address that cannot be guessed', async () => {
    const tokens = (await api.database.writer.select().from(charges)).map(({ checkoutToken }) => checkoutToken)
    expect(new Set(tokens).size).toBe(tokens.length)
    expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true)
  })
})

describe('an operator', () => {
  const operator = () => api.home.keys.operator
  const operate = (id: string, action: string, payload?: object, separator = '%2F') =>
    api.call(operator(), 'POST', `/v1/operations/charge${separator}${id}/${action}`, { payload })
  const settled = (id: string, status: string) =>
    expect.poll(async () => (await get(`/v1/charges/${id}`)).status, { timeout: 60_000 }).toBe(status)

  it.each(['%2F', '/'])('cancels a charge that waits (charge%sid), and is on record for it', async (separator) => {
    const { id } = (await create()).json()
    await untilFollowed(api, id)
    const answer = await operate(id, 'cancel', undefined, separator)
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({ workflowId: `charge/${id}`, operation: 'cancel', became: 'carriedOut' })
    await settled(id, 'REJECTED')
    const { data } = await get(`/v1/charges/${id}/events`)
    expect(data).toContainEqual(
      expect.objectContaining({ type: 'operatorCanceled', detail: { by: 'API key operator' } }),
    )
    const log = await api.database.writer
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `charge/${id}`))
    expect(log).toMatchObject([{ action: 'cancel', actor: 'API key operator', platformId: api.home.platformId }])
  })

  it('has nothing to decide about a charge that is settled', async () => {
    const { id } = (await create()).json()
    await untilFollowed(api, id)
    await operate(id, 'cancel')
    await settled(id, 'REJECTED')
    for (const [action, payload] of [['cancel'], ['resolve', { outcome: 'created' }]] as const) {
      expect((await operate(id, action, payload)).json()).toMatchObject({ status: 409, code: 'conflict' })
    }
  })

  it('ticks off a settled charge that asked for a person', async () => {
    const charge = await api.addCharge(api.home, { status: 'APPROVED', attentionReasons: ['latePayment'] })
    expect((await operate(charge.id, 'cancel')).statusCode).toBe(409)
    expect((await operate(charge.id, 'resolve', { outcome: 'created' })).statusCode).toBe(202)
    expect(await get(`/v1/charges/${charge.id}`)).toMatchObject({ status: 'APPROVED', needsAttention: false })
    const { data } = await get(`/v1/charges/${charge.id}/events`)
    expect(data).toMatchObject([{ type: 'operatorResolved', cause: 'operator', detail: { by: 'API key operator' } }])
  })

  it('decides about an answer that was lost, while the request says 202', async () => {
    const { id: accountId } = await api.connect('PAGUESAFE', { priority: 50 })
    await api.control('PUT', '/faults/PAGUESAFE/createTransaction', { fault: 'dropBeforeCommit' })
    const answer = await create({ providerAccountId: accountId })
    expect(answer.statusCode).toBe(202)
    const { id, pixCode, needsAttention } = answer.json()
    expect({ pixCode, needsAttention }).toEqual({ pixCode: null, needsAttention: true })
    expect((await operate(id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
    await settled(id, 'REJECTED')
  })

  it('decides nothing while the answer is still being looked for', async () => {
    const { id: accountId } = await api.connect('ASAAS', { priority: 50 })
    await api.control('PUT', '/faults/ASAAS/findTransaction', { fault: 'serverError', times: 0 })
    await api.control('PUT', '/faults/ASAAS/createTransaction', { fault: 'dropBeforeCommit' })
    const answer = await untilTaken(() => waitingBriefly(api, () => create({ providerAccountId: accountId })))
    expect(answer.statusCode).toBe(202)
    expect((await operate(answer.json().id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(409)
    await api.control('DELETE', '/faults')
  })

  it.each(['charge%2Fnot-an-id', 'refund%2F00000000-0000-7000-8000-000000000000', 'anything', '..%2F..'])(
    'finds no workflow %s',
    async (workflowId) => {
      const answer = await api.call(operator(), 'POST', `/v1/operations/${workflowId}/retry`)
      expect(answer.statusCode).toBe(404)
    },
  )
})
