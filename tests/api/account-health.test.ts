/** `GET /v1/provider-accounts/:id/health`: figures that follow from what happened, and nothing else. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountReaders, chargeAttempts, charges, readings } from '../../db/schema/index.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi({ startWorker: false })
})
afterAll(() => api?.close())

const healthOf = async (id: string) => {
  const answer = await api.call(api.home.keys.seller, 'GET', `/v1/provider-accounts/${id}/health`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

type Attempt = typeof chargeAttempts.$inferInsert

/** Tries of charges at the account, one second after the other, the last one just now. */
async function tried(accountId: string, endings: readonly Partial<Attempt>[]): Promise<string> {
  const db = api.database.writer
  const rows = await db
    .insert(charges)
    .values(
      endings.map(() => ({
        platformId: api.home.platformId,
        paymentMethod: 'PIX' as const,
        amount: 100,
        customer: { name: 'Maria', email: 'maria@example.com', document: '52998224725' },
        items: [],
        checkoutToken: randomBytes(16).toString('hex'),
      })),
    )
    .returning({ id: charges.id })
  const begin = Date.now() - endings.length * 1_000
  const at = (index: number) => new Date(begin + index * 1_000).toISOString()
  await db.insert(chargeAttempts).values(
    endings.map((ending, index) => ({
      chargeId: rows[index]?.id ?? '',
      number: 1,
      providerAccountId: accountId,
      provider: 'ASAAS',
      state: 'answered' as const,
      createdAt: at(index),
      answeredAt: at(index),
      ...ending,
    })),
  )
  return at(0)
}

const made: Partial<Attempt> = { outcome: 'created', createdStatus: 'PENDING' }
const refused: Partial<Attempt> = { outcome: 'refused', errorKind: 'Declined' }
const unanswered: Partial<Attempt> = { state: 'sending', errorKind: 'OutcomeUnknown' }

it('of an account of which nothing is known it promises nothing', async () => {
  const { id } = await api.connect('ASAAS')
  expect(await healthOf(id)).toEqual({
    breaker: 'closed',
    successRate: null,
    rated: 0,
    requestsPerSecond: 20,
    concurrency: 8,
    following: 0,
    waiting: 0,
    since: null,
  })
})

it('says how many charges it made, and since when it answers', async () => {
  const { id } = await api.connect('ASAAS')
  const since = await tried(id, [made, made, refused, made])
  expect(await healthOf(id)).toMatchObject({ breaker: 'closed', successRate: 0.75, rated: 4, since })
})

it('says that it rests once it has left most unanswered', async () => {
  const { id } = await api.connect('ASAAS')
  await tried(id, [made, unanswered, unanswered, unanswered, unanswered, unanswered])
  expect(await healthOf(id)).toMatchObject({ breaker: 'open', successRate: 1, since: expect.any(String) })
})

it('says at which pace it is read, and what waits for it', async () => {
  const { id } = await api.connect('ASAAS')
  const db = api.database.writer
  await db.insert(accountReaders).values({ providerAccountId: id, perSecond: 2.5, concurrency: 1 })
  const due = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await db.insert(readings).values(
    [due(-2), due(-1), due(5), null].map((nextReadAt) => ({
      kind: 'charge' as const,
      id: randomUUID(),
      providerAccountId: id,
      nextReadAt,
    })),
  )
  const over = { id: randomUUID(), providerAccountId: id, settled: true, nextReadAt: due(5) }
  await db.insert(readings).values({ kind: 'charge', ...over })
  expect(await healthOf(id)).toMatchObject({ requestsPerSecond: 2.5, concurrency: 1, following: 4, waiting: 2 })
})

it("another platform's is not there", async () => {
  const { id } = await api.connect('ASAAS')
  const answer = await api.call(api.other.keys.admin, 'GET', `/v1/provider-accounts/${id}/health`)
  expect(answer.statusCode).toBe(404)
})
