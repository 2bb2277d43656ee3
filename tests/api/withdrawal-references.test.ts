/** A `withdrawReference` means one withdrawal, for ever: a caller who says it again hears of that one. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { idempotencyKeys } from '../../db/schema/index.ts'
import { lateStart } from '../support/late-starts.ts'
import { type ChargingApi, startChargingApi, untilTaken, waitingBriefly } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const PIX = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF' }

let api: ChargingApi
let bravive: string
beforeAll(async () => {
  api = await startChargingApi()
  bravive = (await api.connect('BRAVIVE', { priority: 2 })).id
})
afterAll(() => api?.close())

const withdraw = (changes: object = {}, headers = {}) =>
  api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload: { ...PIX, ...changes }, headers })
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

describe('a withdrawal under a reference of the seller', () => {
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

describe('a reference whose withdrawal no provider has answered about yet', () => {
  it('tells of it, though no account could take it any more', async () => {
    const { id: providerAccountId } = await api.connect('BRAVIVE', { priority: 9 })
    const wish = { withdrawReference: 'conta-desligada', providerAccountId }
    await whileNothingIsSent(async () => {
      const headers = { 'idempotency-key': 'conta-desligada' }
      const first = await untilTaken(() => waitingBriefly(api, () => withdraw(wish, headers)))
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
      const headers = { 'idempotency-key': 'recusado' }
      const first = await untilTaken(() => waitingBriefly(api, () => withdraw(wish, headers)))
      const before = asked.mock.calls.length
      const again = withdraw(wish)
      await expect.poll(() => asked.mock.calls.length, PATIENCE).toBe(before + 1)
      return { first, again }
    }).finally(() => asked.mockRestore())
    const answer = await again
    expect(answer.json()).toMatchObject({ code: 'provider_refused', disbursementId: first.json().id })
    expect(answer.headers['idempotency-replayed']).toBe('true')
  })
})

describe('a reference that was freed and corrected, though the lost start comes first', () => {
  const lost = async (wish: object) => {
    const start = lateStart(api)
    start.lose()
    expect((await withdraw(wish)).statusCode).toBe(503)
    start.comeFirst()
  }

  it('is paid by the account that is asked for now, and answered alike', async () => {
    const { id: other } = await api.connect('BRAVIVE', { priority: 8 })
    const wish = { withdrawReference: 'conta-corrigida', providerAccountId: bravive }
    await lost(wish)
    const before = await sent()
    const paid = await withdraw({ ...wish, providerAccountId: other })
    expect([paid.statusCode, paid.json()]).toMatchObject([201, { providerAccountId: other }])
    const again = await withdraw({ ...wish, providerAccountId: other })
    expect([again.statusCode, again.json().id]).toEqual([200, paid.json().id])
    expect(await sent()).toBe(before + 1)
  })

  it('waits for the approval that it needs now', async () => {
    const limit = (approvalAbove: number | null) =>
      api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload: { approvalAbove } })
    expect((await limit(100_000)).statusCode).toBe(200)
    onTestFinished(async () => void (await limit(null)))
    const wish = { withdrawReference: 'valor-corrigido' }
    await lost(wish)
    const before = await sent()
    const { id } = (await withdraw({ ...wish, amount: 100_001 })).json()
    const read = async () => (await api.call(api.home.keys.seller, 'GET', `/v1/withdrawals/${id}`)).json()
    await expect.poll(async () => (await read()).attention, PATIENCE).toBe('awaitsApproval')
    expect(await read()).toMatchObject({ amount: 100_001, status: 'PENDING', approval: { state: 'awaited' } })
    expect(await sent()).toBe(before)
  })
})
