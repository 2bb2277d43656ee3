/** While something that refunds and withdrawals stand on is down, they are refused, and nothing is left half made. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { disbursements, idempotencyKeys } from '../../db/schema/index.ts'
import { type Link, openLink } from '../support/link.ts'
import {
  BRIEF_WAIT_MS,
  type ChargingApi,
  startChargingApi,
  untilReady,
  untilTaken,
  waitingBriefly,
  withoutNoticing,
} from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const WITHDRAWAL = { paymentMethod: 'PIX', amount: 2500, pixKey: '52998224725', pixType: 'CPF' }

let api: ChargingApi
let database: Link
let temporal: Link
let chargeId: string
beforeAll(async () => {
  const postgres = new URL(inject('postgresUrl'))
  const [host = '', port = ''] = inject('temporalAddress').split(':')
  ;[database, temporal] = await Promise.all([
    openLink({ host: postgres.hostname, port: Number(postgres.port) }),
    openLink({ host, port: Number(port) }),
  ])
  api = await startChargingApi({ links: { database: database.port, temporal: temporal.port } })
  await api.connect('BRAVIVE')
  const { id: providerAccountId } = await api.connect('PAGUESAFE')
  const held = { status: 'APPROVED', provider: 'PAGUESAFE', providerAccountId, transactionId: '12345' } as const
  chargeId = (await api.addCharge(api.home, held)).id
})
afterEach(async () => {
  await database.cut()
  await temporal.cut()
  await database.mend()
  await temporal.mend()
  await untilReady(api)
})
afterAll(async () => {
  await api?.close()
  await Promise.all([database.close(), temporal.close()])
})

const down = async () => (await api.call(null, 'GET', '/health/ready')).json().down
const rows = async () => (await api.database.writer.select({ id: disbursements.id }).from(disbursements)).length
const keys = async () => (await api.database.writer.select().from(idempotencyKeys)).map(({ key }) => key)

const KINDS = {
  refund: (key: string) => post(`/v1/charges/${chargeId}/refunds`, { amount: 100 }, key),
  withdrawal: (key: string) => post('/v1/withdrawals', WITHDRAWAL, key),
}
const post = (url: string, payload: object, key: string) =>
  api.call(api.home.keys.seller, 'POST', url, { payload, headers: { 'idempotency-key': key } })

async function expectUnavailable(answer: Awaited<ReturnType<typeof post>>) {
  expect(answer.json()).toMatchObject({ status: 503, code: 'unavailable' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
}

describe.each(Object.entries(KINDS))('a %s', (kind, ask) => {
  it('while Temporal is down is refused before anything is written', async () => {
    const before = await rows()
    await temporal.cut()
    await expect.poll(down, PATIENCE).toContain('temporal')
    await expectUnavailable(await ask(`${kind}-down`))
    expect(await rows()).toBe(before)
    expect(await keys()).not.toContain(`${kind}-down`)
  })

  it('while Temporal is down, and the API has not noticed yet, is not said to be unmade: the next request under the key makes it', async () => {
    const before = await rows()
    await temporal.cut()
    const ofKey = () => ask(`${kind}-just-now`)
    const answer = await withoutNoticing(api, () => waitingBriefly(api, ofKey))
    expect(answer.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
    await temporal.mend()
    await untilReady(api)
    // The fake provider knows nothing of the payment, and refuses its refund.
    expect((await ofKey()).statusCode).toBe(kind === 'refund' ? 502 : 201)
    expect(await rows()).toBe(before + 1)
  })

  it('while the database is down is refused, and leaves nothing', async () => {
    const before = await rows()
    await database.cut()
    await expectUnavailable(await ask(`${kind}-no-database`))
    await database.mend()
    expect(await rows()).toBe(before)
  })
})

describe('a withdrawal that is asked for again by its reference while Temporal is away', () => {
  const withdraw = (withdrawReference: string, key: string) =>
    post('/v1/withdrawals', { ...WITHDRAWAL, withdrawReference }, key)

  it('stays, where a seller was told of it', async () => {
    const told = await api.database.writer.transaction(async (tx) => {
      // No attempt is written down: nothing else would keep the withdrawal.
      await tx.execute(sql`LOCK TABLE disbursement_attempts IN SHARE ROW EXCLUSIVE MODE`)
      const first = await untilTaken(() => waitingBriefly(api, () => withdraw('w1', 'first')))
      expect(first.statusCode).toBe(202)
      await temporal.cut()
      const second = await waitingBriefly(api, () => withdraw('w1', 'second'))
      expect(second.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
      await expect.poll(down, PATIENCE).toContain('temporal')
      const third = await withdraw('w1', 'third')
      expect(third.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
      expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
      return first.json().id
    })
    await temporal.mend()
    await untilReady(api)
    const again = await withdraw('w1', 'second')
    expect([again.statusCode, again.json().id]).toEqual([200, told])
  })

  it('is told of, where it was paid', async () => {
    const { id, withdrawId } = (await withdraw('w2', 'one')).json()
    await api.control('POST', `/withdrawals/BRAVIVE/${withdrawId}/settle`)
    const read = () => api.call(api.home.keys.seller, 'GET', `/v1/withdrawals/${id}`)
    await expect.poll(async () => (await read()).json().status, PATIENCE).toBe('APPROVED')
    await temporal.cut()
    await expect.poll(down, PATIENCE).toContain('temporal')
    const again = await withdraw('w2', 'another')
    expect([again.statusCode, again.json()]).toMatchObject([200, { id, status: 'APPROVED' }])
    expect(again.headers['idempotency-replayed']).toBe('true')
  })
})

it('while no worker runs is answered 202, and a worker takes it up', async () => {
  const other = await startChargingApi({ creationWaitMs: BRIEF_WAIT_MS, startWorker: false })
  try {
    await other.connect('BRAVIVE')
    const answer = await untilTaken(() =>
      other.call(other.home.keys.seller, 'POST', '/v1/withdrawals', { payload: WITHDRAWAL }),
    )
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({ status: 'PENDING', withdrawId: null, provider: 'BRAVIVE' })
    await other.startWorker()
    const read = async () =>
      (await other.call(other.home.keys.seller, 'GET', `/v1/withdrawals/${answer.json().id}`)).json().withdrawId
    await expect.poll(read, PATIENCE).toEqual(expect.any(String))
  } finally {
    await other.close()
  }
})
