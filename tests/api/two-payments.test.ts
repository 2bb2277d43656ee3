/** Two payments of one charge that are heard of at once, and reasons for attention that come while another one stands. */
import { eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { attemptId } from '../../db/attempt-ids.ts'
import { recordCreated } from '../../db/queries/charge/attempt-ends.ts'
import { applyTransition, flagAttention } from '../../db/queries/charge/transitions.ts'
import { recordDisbursementNotMade } from '../../db/queries/disbursement/attempt-ends.ts'
import { flagDisbursementAttention } from '../../db/queries/disbursement/transitions.ts'
import {
  chargeAttempts,
  chargeEvents,
  charges,
  disbursementAttempts,
  disbursements,
  webhookEvents,
} from '../../db/schema/index.ts'
import { cents } from '../../domain/money.ts'
import { untilAwaited } from '../support/locks.ts'
import { startTestApi, type TestApi } from './support.ts'

const ROUNDS = 40
const REFUSED = { key: 'refused/1', type: 'refused', cause: 'provider' } as const

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
})
afterAll(() => api?.close())

const db = () => api.database.writer
const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()
const resolve = (id: string, payload: object = { outcome: 'created' }) =>
  api.call(api.home.keys.operator, 'POST', `/v1/operations/charge%2F${id}/resolve`, { payload })

/** A charge whose second attempt is its own, and whose first one was closed unanswered. */
async function withTwoAttempts() {
  const own = `own_${uuidv7()}`
  const orphan = `orphan_${uuidv7()}`
  const { id: chargeId } = await api.addCharge(api.home, {
    provider: 'ASAAS',
    providerAccountId: accountId,
    transactionId: own,
  })
  const base = { chargeId, providerAccountId: accountId, provider: 'ASAAS', state: 'answered' as const }
  await db()
    .insert(chargeAttempts)
    .values([
      { ...base, id: attemptId(chargeId, 1), number: 1, outcome: 'superseded' },
      { ...base, id: attemptId(chargeId, 2), number: 2, outcome: 'created', transactionId: own },
    ])
  const paid = (key: string, orphanOf?: string) =>
    applyTransition(db(), {
      chargeId,
      to: 'APPROVED',
      cause: 'webhook',
      key: `webhook/${key}`,
      ...(orphanOf === undefined ? {} : { of: { transactionId: orphanOf, accountId } }),
    })
  const answeredLate = () =>
    recordCreated(db(), {
      attempt: {
        id: attemptId(chargeId, 1),
        chargeId,
        number: 1,
        accountId,
        provider: 'ASAAS',
        createdAt: new Date().toISOString(),
      },
      result: { transactionId: orphan, status: 'APPROVED', paymentMethod: 'PIX', amount: cents(5_000) },
      exchange: [],
      workflowRunId: '',
      events: [{ key: 'created/1', type: 'created', cause: 'provider' }],
    })
  return {
    chargeId,
    own,
    notices: { own: () => paid('own'), orphan: () => paid('orphan', orphan), late: answeredLate },
  }
}

async function rowOf(chargeId: string) {
  const [row] = await db().select().from(charges).where(eq(charges.id, chargeId))
  const events = await db().select().from(chargeEvents).where(eq(chargeEvents.chargeId, chargeId))
  return {
    status: row?.status,
    attention: row?.attention,
    moves: events.filter(({ type }) => type === 'statusChanged').length,
  }
}

it('the transaction that a charge has already is not what its lost attempt made', async () => {
  const { chargeId, own, notices } = await withTwoAttempts()
  await notices.own()
  const from = { platformId: api.home.platformId, providerAccountId: accountId, provider: 'ASAAS' }
  const sent = { body: '{}', bodyHash: own, headers: {}, query: {}, verified: 'signature' as const }
  await db()
    .insert(webhookEvents)
    .values({ ...from, ...sent, transactionId: own })
  const answer = await resolve(chargeId, { outcome: 'created', transactionId: own })
  expect(answer.json()).toMatchObject({ status: 409, code: 'conflict' })
})

describe('a second payment is never lost', () => {
  const TWICE = { status: 'APPROVED', attention: 'doublePayment', moves: 1 }

  test.each([
    ['own', 'orphan'],
    ['own', 'late'],
  ] as const)('when %s and %s are heard of at once', async (first, second) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { chargeId, notices } = await withTwoAttempts()
      const pair = [notices[first], notices[second]]
      await Promise.all((round % 2 === 0 ? pair : pair.reverse()).map((say) => say()))
      expect(await rowOf(chargeId)).toEqual(TWICE)
    }
  })

  test.each([
    ['own', 'late'],
    ['late', 'own'],
    ['orphan', 'own'],
  ] as const)('when %s is heard of before %s, however often', async (first, second) => {
    const { chargeId, notices } = await withTwoAttempts()
    for (const say of [notices[first], notices[second], notices[first], notices[second]]) await say()
    expect(await rowOf(chargeId)).toEqual(TWICE)
  })

  it('is not seen in a payment that is told twice', async () => {
    const { chargeId, notices } = await withTwoAttempts()
    await notices.orphan()
    await notices.late()
    expect(await rowOf(chargeId)).toEqual({ status: 'APPROVED', attention: 'orphanPayment', moves: 1 })
  })
})

describe('reasons for attention', () => {
  it('stand beside each other, the most serious one first', async () => {
    const { id } = await api.addCharge(api.home)
    for (const reason of ['unmappedStatus', 'unknownOutcome', 'workflowLost', 'unmappedStatus'] as const)
      await flagAttention(db(), id, reason)
    const shown = await get(`/v1/charges/${id}`)
    expect(shown.attention).toBe('unknownOutcome')
    expect(shown.attentionReasons).toEqual(['unmappedStatus', 'unknownOutcome', 'workflowLost'])
  })

  it('that come in one transaction stand in the history each', async () => {
    const { id } = await api.addCharge(api.home)
    await db().transaction(async (tx) => {
      await flagAttention(tx, id, 'latePayment')
      await flagAttention(tx, id, 'contradicted')
    })
    const { data } = await get(`/v1/charges/${id}/events`)
    const asked = data.filter(({ type }: { type: string }) => type === 'needsAttention')
    expect(asked.map(({ detail }: { detail: { reason: string } }) => detail.reason).toSorted()).toEqual([
      'contradicted',
      'latePayment',
    ])
  })

  it('of a doubt take the place of each other', async () => {
    const { id } = await api.addCharge(api.home)
    await flagAttention(db(), id, 'unknownOutcome')
    await flagAttention(db(), id, 'providerUnreachable')
    expect((await get(`/v1/charges/${id}`)).attentionReasons).toEqual(['providerUnreachable'])
  })

  it('that come behind a doubt are shown when it is answered, and go when they are seen', async () => {
    const { chargeId, notices } = await withTwoAttempts()
    await flagAttention(db(), chargeId, 'amountMismatch')
    await notices.late()
    expect(await get(`/v1/charges/${chargeId}`)).toMatchObject({
      attention: 'amountMismatch',
      attentionReasons: ['amountMismatch', 'orphanPayment'],
    })
    await notices.own()
    expect(await get(`/v1/charges/${chargeId}`)).toMatchObject({
      attentionReasons: ['amountMismatch', 'doublePayment'],
    })
    expect((await resolve(chargeId)).statusCode).toBe(202)
    expect(await get(`/v1/charges/${chargeId}`)).toMatchObject({ attention: null, attentionReasons: [] })
  })

  it('of a withdrawal stand beside each other too', async () => {
    const row = { platformId: api.home.platformId, kind: 'withdrawal', method: 'PIX', amount: 500 } as const
    const [withdrawal] = await db().insert(disbursements).values(row).returning()
    const id = withdrawal?.id ?? ''
    await flagDisbursementAttention(db(), id, 'unknownOutcome')
    await flagDisbursementAttention(db(), id, 'amountMismatch')
    expect(await get(`/v1/withdrawals/${id}`)).toMatchObject({
      attention: 'amountMismatch',
      attentionReasons: ['unknownOutcome', 'amountMismatch'],
    })
  })
})

const ENDED = {
  charge: async () => {
    const { id } = await api.addCharge(api.home, { status: 'REJECTED' })
    await flagAttention(db(), id, 'latePayment')
    return id
  },
  withdrawal: async () => {
    const ended = { kind: 'withdrawal', method: 'PIX', amount: 500, status: 'REJECTED' } as const
    const [row] = await db()
      .insert(disbursements)
      .values({ platformId: api.home.platformId, ...ended })
      .returning()
    await flagDisbursementAttention(db(), row?.id ?? '', 'contradicted')
    return row?.id ?? ''
  },
}

test.each([
  ['charge', charges],
  ['withdrawal', disbursements],
] as const)(
  'who marks a %s as seen that changes meanwhile has not seen it, and the audit log does not say so',
  async (kind, table) => {
    const id = await ENDED[kind]()
    const target = encodeURIComponent(`${kind}/${id}`)
    const see = () =>
      api.call(api.home.keys.operator, 'POST', `/v1/operations/${target}/resolve`, {
        payload: { outcome: 'notCreated' },
      })
    const audited = async () =>
      (await api.call(api.home.keys.admin, 'GET', `/v1/audit-log?target=${target}`)).json().data.length
    const { first } = await db().transaction(async (tx) => {
      await tx.update(table).set({ updatedAt: sql`clock_timestamp()` }).where(eq(table.id, id))
      const seen = see()
      await untilAwaited(tx, api.database)
      return { first: seen }
    })
    expect((await first).statusCode).toBe(409)
    expect(await audited()).toBe(0)
    expect((await see()).statusCode).toBe(202)
    expect(await audited()).toBe(1)
  },
)

test('an attempt at a disbursement that ends takes its locks in the order in which everybody does', async () => {
  const row = { platformId: api.home.platformId, kind: 'withdrawal', method: 'PIX', amount: 500 } as const
  const [withdrawal] = await db().insert(disbursements).values(row).returning()
  const disbursementId = withdrawal?.id ?? ''
  const key = { id: attemptId(disbursementId, 1), disbursementId, number: 1, provider: 'ASAAS', reference: uuidv7() }
  await db()
    .insert(disbursementAttempts)
    .values({ ...key, providerAccountId: accountId, state: 'sending', claimedBy: 'run' })
  const attempt = { ...key, accountId, createdAt: new Date().toISOString() }
  const refusal = {
    outcome: 'refused',
    errorKind: 'Declined',
    errorMessage: 'No',
    claimedBy: 'run',
    events: [REFUSED],
  } as const
  const ending = await db().transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM disbursements WHERE id = ${disbursementId} FOR NO KEY UPDATE`)
    const recorded = recordDisbursementNotMade(db(), attempt, refusal)
    await untilAwaited(tx, api.database)
    await tx.execute(sql`SELECT FROM disbursement_attempts WHERE disbursement_id = ${disbursementId} FOR UPDATE NOWAIT`)
    return { recorded }
  })
  expect(await ending.recorded).toBe(true)
})
