import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { flagDisbursementAttention } from '../../db/queries/disbursement/transitions.ts'
import { auditLog, disbursements, idempotencyKeys } from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import { type ChargingApi, startChargingApi, waitingBriefly } from './charging.ts'

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
  api.call(key, 'POST', `/v1/operations/withdrawal%2F${id}/${action}`, payload ? { payload } : {})
const lastEvent = async (id: string) => (await get(`/v1/withdrawals/${id}/events`)).data.at(-1)
const fail = (fault: string) => api.control('PUT', '/faults/BRAVIVE/withdraw', { fault, times: 1 })
/** Meanwhile no provider is asked for anything: no attempt can be written down. */
const whileNothingIsSent = <T>(run: () => Promise<T>) =>
  api.database.writer.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE disbursement_attempts IN SHARE ROW EXCLUSIVE MODE`)
    return run()
  })
const sent = async () => {
  const { data } = await api.control<{ data: { count: number }[] }>('GET', '/requests?provider=BRAVIVE')
  return data.reduce((sum, { count }) => sum + count, 0)
}

describe('POST /v1/withdrawals', () => {
  it('is taken by the first account that can pay out so, and followed to its end', async () => {
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
    ['no kind of key', { pixType: undefined }, 422],
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

  describe('under a reference of the seller', () => {
    it('is paid once, however many ask for it at once, and answered alike for ever', async () => {
      const before = await sent()
      const wish = { withdrawReference: 'folha-11/2026', amount: 1234 }
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => withdraw(wish)))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 201])
      expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
      expect(await sent()).toBe(before + 1)

      // Keys and workflows are forgotten some day; a reference is not.
      await api.database.writer.delete(idempotencyKeys)
      const again = await withdraw(wish, { 'idempotency-key': 'another-key' })
      expect(again.statusCode).toBe(200)
      expect(again.headers['idempotency-replayed']).toBe('true')
      expect(again.json()).toMatchObject({ id: answers[0]?.json().id, amount: 1234 })
      expect(await sent()).toBe(before + 1)
    })

    it('is the same when it says the description that the answer shows', async () => {
      const wish = { withdrawReference: 'com-descricao', amount: 1234 }
      const first = (await withdraw(wish)).json()
      const again = await withdraw({ ...wish, description: 'Solicitação de saque' })
      expect(again.statusCode).toBe(200)
      expect(again.json().id).toBe(first.id)
    })

    it.each([{ amount: 1235 }, { pixKey: '11144477735', document: undefined }, { description: 'outra' }])(
      'is refused when it says something else: %j',
      async (changes) => {
        const withdrawReference = `outro-${JSON.stringify(changes)}`
        await withdraw({ withdrawReference })
        const before = await sent()
        const answer = await withdraw({ withdrawReference, ...changes })
        expect(answer.json()).toMatchObject({ status: 409, code: 'conflict' })
        expect(await sent()).toBe(before)
      },
    )

    it('is refused when it says other metadata, and not when it says the same, or none', async () => {
      const wish = { withdrawReference: 'com-metadados' }
      const metadata = { folha: '11/2026', setor: 'vendas' }
      const first = (await withdraw({ ...wish, metadata })).json()
      for (const other of [{ folha: '12/2026' }, {}, { ...metadata, extra: 'x' }]) {
        expect((await withdraw({ ...wish, metadata: other })).json()).toMatchObject({ status: 409, code: 'conflict' })
      }
      for (const same of [{}, { metadata: { setor: 'vendas', folha: '11/2026' } }]) {
        const again = await withdraw({ ...wish, ...same })
        expect([again.statusCode, again.json().id, again.json().metadata]).toEqual([200, first.id, metadata])
      }
    })

    it('is refused when it names another account, and not when it names that of the first, or none', async () => {
      const other = (await api.connect('BRAVIVE', { priority: 8 })).id
      const wish = { withdrawReference: 'por-outra-conta' }
      const first = (await withdraw({ ...wish, providerAccountId: bravive })).json()
      const before = await sent()
      expect((await withdraw({ ...wish, providerAccountId: other })).json()).toMatchObject({ status: 409 })
      for (const account of [{}, { providerAccountId: bravive }]) {
        const again = await withdraw({ ...wish, ...account })
        expect([again.statusCode, again.json().id]).toEqual([200, first.id])
      }
      expect(await sent()).toBe(before)
    })
  })

  describe('under a reference whose withdrawal no provider has answered about yet', () => {
    it('tells of it, though no account could take it any more', async () => {
      const { id: providerAccountId } = await api.connect('BRAVIVE', { priority: 9 })
      const wish = { withdrawReference: 'conta-desligada', providerAccountId }
      await whileNothingIsSent(async () => {
        const first = await waitingBriefly(api, () => withdraw(wish))
        expect(first.statusCode).toBe(202)
        const account = `/v1/provider-accounts/${providerAccountId}`
        const off = await api.call(api.home.keys.admin, 'PATCH', account, { payload: { enabled: false } })
        expect(off.statusCode).toBe(200)
        const again = await withdraw(wish)
        expect([again.statusCode, again.json().id]).toEqual([200, first.json().id])
        expect(again.headers['idempotency-replayed']).toBe('true')
      })
    })

    it('says of a refusal that it is that of the first', async () => {
      const { id: providerAccountId } = await api.connect('BRAVIVE', { secretKey: 'nobodys', priority: 9 })
      const wish = { withdrawReference: 'recusado', providerAccountId }
      const asked = vi.spyOn(api.app.temporal.workflow, 'executeUpdateWithStart')
      const { first, again } = await whileNothingIsSent(async () => {
        const first = await waitingBriefly(api, () => withdraw(wish))
        const again = withdraw(wish)
        await expect.poll(() => asked.mock.calls.length, PATIENCE).toBe(2)
        return { first, again }
      }).finally(() => asked.mockRestore())
      const answer = await again
      expect(answer.json()).toMatchObject({ code: 'provider_refused', disbursementId: first.json().id })
      expect(answer.headers['idempotency-replayed']).toBe('true')
    })
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

describe('a withdrawal of which nobody knows', () => {
  it('is not resolved by an id that is another withdrawal already', async () => {
    const other = (await withdraw()).json()
    await fail('commitThenDrop')
    const { id } = (await withdraw()).json()
    await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).attention, PATIENCE).toBe('unknownOutcome')
    const answer = await operate(id, 'resolve', { outcome: 'created', transactionId: other.withdrawId })
    expect(answer.json()).toMatchObject({ status: 409, code: 'conflict' })
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

it('one that is under way is nobody’s to decide about, and a settled one neither', async () => {
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
