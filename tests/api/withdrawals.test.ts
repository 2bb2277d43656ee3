import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { flagDisbursementAttention } from '../../db/queries/disbursement/transitions.ts'
import { auditLog, disbursementAttempts, disbursements } from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const PIX = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF' }

let api: ChargingApi
let bravive: string
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('PAGUESAFE', { priority: 1 })
  bravive = (await api.connect('BRAVIVE', { priority: 2 })).id
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const seller = () => api.home.keys.seller
const get = async (path: string) => (await api.call(seller(), 'GET', path)).json()
const withdraw = (changes: object = {}, headers = {}) =>
  api.call(seller(), 'POST', '/v1/withdrawals', { payload: { ...PIX, ...changes }, headers })
const operate = (id: string, action: string, payload?: object, key = api.home.keys.operator) =>
  api.call(key, 'POST', `/v1/operations/withdrawal%2F${id}/${action}`, { payload })
const lastEvent = async (id: string) => (await get(`/v1/withdrawals/${id}/events`)).data.at(-1)
const fail = (fault: string) => api.control('PUT', '/faults/BRAVIVE/withdraw', { fault, times: 1 })
const sent = async () => {
  const { data } = await api.control<{ data: { count: number }[] }>('GET', '/requests?provider=BRAVIVE')
  return data.reduce((sum, { count }) => sum + count, 0)
}

describe('POST /v1/withdrawals', () => {
  it('is taken by the first account that can pay out so as a Solicitação de saque, and followed to its end', async () => {
    const answer = await withdraw({ withdrawReference: 'saque-1' })
    expect(answer.statusCode).toBe(201)
    const { id, withdrawId, workflow } = answer.json()
    expect(answer.json()).toMatchObject({
      status: 'PENDING',
      amount: 2500,
      approvedAt: null,
      needsAttention: false,
      paymentMethod: 'PIX',
      destination: { pixKey: '52998224725', pixType: 'CPF' },
      description: 'Solicitação de saque',
      withdrawReference: 'saque-1',
      provider: 'BRAVIVE',
      providerAccountId: bravive,
    })
    expect(workflow.workflowId).toBe(`withdrawal/${id}`)
    expect(answer.headers.location).toBe(`/v1/withdrawals/${id}`)
    await api.control('POST', `/withdrawals/BRAVIVE/${withdrawId}/settle`)
    await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).status, PATIENCE).toBe('APPROVED')
    expect((await get(`/v1/withdrawals/${id}`)).approvedAt).toMatch(/^\d{4}-/)
    const { data: events } = await get(`/v1/withdrawals/${id}/events`)
    expect(events.map(({ type, to }: { type: string; to: string }) => to ?? type)).toEqual([
      'requested',
      'sent',
      'answered',
      'APPROVED',
    ])
    expect(events[0].detail).toEqual({ by: 'API key seller' })
    const { data: attempts } = await get(`/v1/withdrawals/${id}/attempts`)
    expect(attempts).toMatchObject([{ number: 1, outcome: 'created', transactionId: withdrawId }])
    expect(JSON.stringify(attempts)).not.toContain('52998224725')
  })

  it.each([
    ['nothing', { amount: 0 }, 422],
    ['a fraction of a cent', { amount: 10.5 }, 400],
    ['no key', { pixKey: undefined }, 422],
    ['no kind of key, where it can be a CPF or a phone', { pixType: undefined }, 422],
    ['no kind of key, of digits that are no CPF', { pixType: undefined, pixKey: '529.982.247-26' }, 422],
    ['a key of another kind', { pixType: 'CNPJ' }, 422],
    ['an unknown way', { paymentMethod: 'CASH' }, 400],
    ['an unknown field', { pixkey: 'x' }, 400],
    ['a bank without an account', { paymentMethod: 'BANK_ACCOUNT', bankCode: '341' }, 422],
    ['no receiver', { paymentMethod: 'RECEIVER' }, 422],
    ['a document of no kind', { document: '123456789012' }, 422],
    ['a key with a wrong check digit', { pixKey: '529.982.247-24' }, 422],
    ['a document with a wrong check digit', { document: '529.982.247-24' }, 422],
  ])('refuses %s', async (_, changes, status) => {
    const before = await sent()
    expect((await withdraw(changes)).json()).toMatchObject({ status, errors: expect.any(Array) })
    expect(await sent()).toBe(before)
  })

  it.each([
    ['maria@example.com', 'EMAIL'],
    ['11.222.333/0001-81', 'CNPJ'],
    ['(11) 8765-4321', 'PHONE'],
    ['+55 11 98765-4321', 'PHONE'],
    ['011.444.777-27', 'CPF'],
    ['7d9f0335-8dcc-4054-9bf9-0dbd61d36906', 'RANDOM'],
  ])('takes %s without its type, which can be %s only', async (pixKey, pixType) => {
    const answer = await withdraw({ pixKey, pixType: undefined })
    expect(answer.json()).toMatchObject({ status: 'PENDING', destination: { pixType } })
  })

  it("refuses a way that no account has, in the first provider's words, before anything is written", async () => {
    const receiver = { paymentMethod: 'RECEIVER', receiverId: 're_1' }
    const rows = async () => (await api.database.writer.select().from(disbursements)).length
    const before = await rows()
    const answer = await withdraw({ ...receiver, providerAccountId: bravive })
    expect(answer.json()).toMatchObject({ status: 422, code: 'method_not_supported', detail: expect.any(String) })
    expect((await withdraw(receiver)).json()).toMatchObject({ status: 422, detail: 'Method not implemented.' })
    expect(await rows()).toBe(before)
  })

  it('is done once per key, and answered alike', async () => {
    const headers = { 'idempotency-key': 'withdraw-once' }
    const before = await sent()
    const first = await withdraw({}, headers)
    const second = await withdraw({}, headers)
    expect(second.json()).toEqual(first.json())
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(await sent()).toBe(before + 1)
    expect((await withdraw({ amount: 1 }, headers)).json()).toMatchObject({ code: 'idempotency_key_reused' })
  })

  it('is answered with the words of a provider that refuses', async () => {
    const wrong = (await api.connect('BRAVIVE', { secretKey: 'nobodys', priority: 9 })).id
    const answer = await withdraw({ providerAccountId: wrong })
    expect(answer.json()).toMatchObject({ status: 502, code: 'provider_refused', detail: /^Bravive API Error/ })
    expect(await get(`/v1/withdrawals/${answer.json().disbursementId}`)).toMatchObject({ status: 'REJECTED' })
  })
})

describe('GET /v1/withdrawals', () => {
  it('goes through all of them, page by page, newest first', async () => {
    const all = (await get('/v1/withdrawals?limit=100')).data.map(({ id }: { id: string }) => id)
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const page = await get(`/v1/withdrawals?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      paged.push(...page.data.map(({ id }: { id: string }) => id))
      cursor = page.nextCursor
    } while (cursor)
    expect(paged).toEqual(all)
    expect(all.length).toBeGreaterThan(2)
  })

  it.each([
    ['status=REJECTED', { status: 'REJECTED' }],
    ['withdrawReference=saque-1', { withdrawReference: 'saque-1' }],
    ['paymentMethod=PIX&provider=BRAVIVE', { provider: 'BRAVIVE' }],
    ['needsAttention=false', { needsAttention: false }],
  ])('%s', async (query, expected) => {
    const { data } = await get(`/v1/withdrawals?${query}`)
    expect(data.length).toBeGreaterThan(0)
    for (const row of data) expect(row).toMatchObject(expected)
  })
})

describe('a withdrawal of unknown outcome', () => {
  it('is not resolved by an id that is another withdrawal already', async () => {
    const other = (await withdraw()).json()
    await fail('commitThenDrop')
    const { id } = (await withdraw()).json()
    await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).attention, PATIENCE).toBe('unknownOutcome')
    const answer = await operate(id, 'resolve', { outcome: 'created', transactionId: other.withdrawId })
    expect(answer.json()).toMatchObject({ status: 409, code: 'conflict' })
    const asReceiver = await operate(id, 'resolve', { outcome: 'created', receiverId: other.withdrawId })
    expect(asReceiver.json()).toMatchObject({ status: 422, errors: [{ path: '/receiverId', rule: 'receiverOnly' }] })
    expect(await get(`/v1/withdrawals/${id}`)).toMatchObject({ status: 'PENDING', withdrawId: null })
  })

  it('waits for an operator, whose word is written down', async () => {
    await fail('commitThenDrop')
    const before = await sent()
    const answer = await withdraw()
    expect(answer.statusCode).toBe(202)
    const { id } = answer.json()
    await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).attention, PATIENCE).toBe('unknownOutcome')
    expect((await operate(id, 'resolve', { outcome: 'notCreated' }, seller())).statusCode).toBe(403)
    expect((await operate(id, 'cancel')).json()).toMatchObject({ status: 409 })
    const resolved = await operate(id, 'resolve', { outcome: 'created', status: 'APPROVED' })
    expect(resolved.statusCode).toBe(202)
    await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).status, PATIENCE).toBe('APPROVED')
    expect(await sent()).toBe(before + 1)
    const audit = await api.database.writer
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `withdrawal/${id}`))
    expect(audit).toMatchObject([
      { action: 'withdrawal.create' },
      { action: 'resolve', detail: { outcome: 'created', status: 'APPROVED' } },
    ])
    await expect
      .poll(() => lastEvent(id), PATIENCE)
      .toMatchObject({ type: 'operatorResolved', detail: { by: expect.any(String) } })
  })

  it('can be resolved though its workflow is gone', async () => {
    await fail('dropBeforeCommit')
    const { id } = (await withdraw()).json()
    await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).attention, PATIENCE).toBe('unknownOutcome')
    await api.temporal.workflow.getHandle(`withdrawal/${id}`).terminate()
    expect((await operate(id, 'retry')).statusCode).toBe(202)
    expect((await operate(id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
    await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).status, PATIENCE).toBe('REJECTED')
    expect(await get(`/v1/withdrawals/${id}`)).toMatchObject({ needsAttention: false })
  })

  it('is not called paid without an id by which the provider can tell, or its status', async () => {
    await fail('commitThenDrop')
    const { id } = (await withdraw()).json()
    await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).attention, PATIENCE).toBe('unknownOutcome')
    await api.temporal.workflow.getHandle(`withdrawal/${id}`).terminate()
    const word = { outcome: 'created' }
    await operate(id, 'resolve', word)
    await expect.poll(() => lastEvent(id), PATIENCE).toMatchObject({ detail: { why: 'unknownId' } })
    expect(await get(`/v1/withdrawals/${id}`)).toMatchObject({ status: 'PENDING', attention: 'unknownOutcome' })
    expect((await operate(id, 'resolve', { ...word, status: 'REJECTED' })).statusCode).toBe(202)
    await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).status, PATIENCE).toBe('REJECTED')
    expect(await get(`/v1/withdrawals/${id}`)).toMatchObject({ needsAttention: false })
  })
})

it('one that the provider has taken is not called unmade when its workflow is gone', async () => {
  const { id, withdrawId } = (await withdraw()).json()
  expect(withdrawId).toEqual(expect.any(String))
  await api.temporal.workflow.getHandle(`withdrawal/${id}`).terminate()
  await flagDisbursementAttention(api.database.writer, id, 'workflowLost')
  for (const status of [undefined, 'REJECTED', 'CANCELED']) {
    const word = { outcome: 'notCreated', ...defined({ status }) }
    await operate(id, 'resolve', word)
    await expect.poll(() => lastEvent(id), PATIENCE).toMatchObject({ detail: { why: 'found' } })
  }
  expect((await operate(id, 'cancel')).json()).toMatchObject({ status: 409 })
  expect(await get(`/v1/withdrawals/${id}`)).toMatchObject({ status: 'PENDING', attention: 'workflowLost' })
  expect((await operate(id, 'resolve', { outcome: 'created', status: 'APPROVED' })).statusCode).toBe(202)
  await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).status, PATIENCE).toBe('APPROVED')
  expect(await get(`/v1/withdrawals/${id}`)).toMatchObject({ needsAttention: false })
})

it('one that no search had found is not cancelled when its workflow is gone, and is called unmade by a word alone', async () => {
  await fail('dropBeforeCommit')
  const { id } = (await withdraw()).json()
  await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).attention, PATIENCE).toBe('unknownOutcome')
  await api.temporal.workflow.getHandle(`withdrawal/${id}`).terminate()
  const { writer } = api.database
  const absent = { state: 'answered', outcome: 'absent' } as const
  await writer.update(disbursementAttempts).set(absent).where(eq(disbursementAttempts.disbursementId, id))
  await writer
    .update(disbursements)
    .set({ attentionReasons: ['workflowLost'] })
    .where(eq(disbursements.id, id))
  const before = await sent()
  for (const _ of ['when its workflow is gone', 'when it has another one']) {
    await operate(id, 'cancel')
    await expect.poll(() => get(`/v1/withdrawals/${id}`), PATIENCE).toMatchObject({ attention: 'unknownOutcome' })
    expect(await get(`/v1/withdrawals/${id}`)).toMatchObject({ status: 'PENDING' })
  }
  expect((await get(`/v1/withdrawals/${id}/events`)).data).toContainEqual(
    expect.objectContaining({ type: 'decisionVoid', detail: expect.objectContaining({ why: 'mayBePaid' }) }),
  )
  expect((await operate(id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
  await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).status, PATIENCE).toBe('REJECTED')
  expect(await sent()).toBe(before)
})

it('one that is under way is not for an operator to decide about, and a settled one neither', async () => {
  const { id, withdrawId } = (await withdraw()).json()
  expect((await operate(id, 'resolve', { outcome: 'notCreated' })).json()).toMatchObject({ status: 409 })
  expect((await operate(id, 'cancel')).json()).toMatchObject({ status: 409 })
  expect((await operate(id, 'retry')).statusCode).toBe(202)
  await api.control('POST', `/withdrawals/BRAVIVE/${withdrawId}/settle`)
  await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).status, PATIENCE).toBe('APPROVED')
  expect((await operate(id, 'cancel')).json()).toMatchObject({ status: 409 })
})

it('an operator who calls paid what was not created is told that it contradicts itself', async () => {
  const { id } = (await withdraw()).json()
  const answer = await operate(id, 'resolve', { outcome: 'notCreated', status: 'APPROVED' })
  expect({ status: answer.statusCode, errors: answer.json().errors }).toMatchObject({
    status: 422,
    errors: [{ path: '/status', rule: 'notCreated' }],
  })
})
