/** What only a notice says of a charge that waits, was given up, or is paid elsewhere: an operator confirms it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyTransition, flagAttention } from '../../db/queries/charge/transitions.ts'
import { untilAwaited } from '../support/locks.ts'
import { untilFollowed } from './charging.ts'
import {
  accounts,
  api,
  attemptAt,
  call,
  get,
  givenUp,
  MADE,
  PAID,
  PATIENCE,
  paidForAnother,
  paymentOf,
  paymentsOf,
  resolve,
  startSilentApi,
  stateOf,
  TAKEN,
  tell,
  untilCharge,
  waiting,
} from './silent-charges.ts'

beforeAll(startSilentApi)
afterAll(() => api?.close())

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

  it('is dismissed by an operator who was asked something else as well', async () => {
    const { id, own } = await waiting('FIREBANK')
    await tell('FIREBANK', { transactionId: own, status: 'PAID' })
    await untilCharge(id, UNCONFIRMED)
    await flagAttention(api.database.writer, id, 'providerUnreachable')
    expect((await call('POST', `/v1/operations/charge%2F${id}/cancel`, {})).statusCode).toBe(202)
    await untilCharge(id, { status: 'REJECTED', attentionReasons: [] })
  })

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

it('what its provider calls paid is taken, and what only a notice calls paid is still asked about', async () => {
  const { id, own } = await givenUp('PAGUESAFE')
  await api.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'wrongAmount', times: 0 })
  await api.control('POST', `/transactions/PAGUESAFE/${own}/pay`)
  expect((await call('POST', `/v1/operations/charge%2F${id}/retry`)).json()).toMatchObject({ became: 'carriedOut' })
  await untilCharge(id, { status: 'REJECTED', attentionReasons: ['amountMismatch'] })
  await paidForAnother(id, `earlier${id}`)
  await expect.poll(() => stateOf(id, `earlier${id}`), PATIENCE).toBe('PENDING')
  expect((await resolve(id)).statusCode).toBe(202)
  await untilCharge(id, { status: 'APPROVED', attentionReasons: ['amountMismatch'] })
  expect(await stateOf(id, own)).toBe('APPROVED')
  expect(await stateOf(id, `earlier${id}`)).toBe('PENDING')
  await api.control('DELETE', '/faults')
}, 120_000)

it('what is taken back while an operator confirms it is not called carried out', async () => {
  const { id, own } = await givenUp('FIREBANK')
  await tell('FIREBANK', { transactionId: own, status: 'PAID' })
  await untilCharge(id, { attentionReasons: ['unconfirmedNotice'] })
  const { writer } = api.database
  const of = { accountId: accounts.FIREBANK.id, transactionId: own, provider: 'FIREBANK' }
  const answer = await writer.transaction(async (tx) => {
    await applyTransition(tx, { chargeId: id, to: 'CHARGEBACK', cause: 'webhook', key: 'taken back', of })
    const resolved = resolve(id)
    await untilAwaited(tx, api.database)
    return { resolved }
  })
  expect((await answer.resolved).statusCode).toBe(202)
  const voided = async () =>
    (await get(`/v1/charges/${id}/events`)).data.filter(({ type }: { type: string }) => type === 'decisionVoid')
  await expect.poll(voided, PATIENCE).toMatchObject([{ detail: { why: 'answered' } }])
  expect(await paymentsOf(id)).toMatchObject([{ state: 'CHARGEBACK' }])
}, 120_000)

it('what is said of a lost creation is void once its answer was found, also where a notice asks besides', async () => {
  const { id } = await waiting('FIREBANK')
  await untilFollowed(api, id)
  // As the operator was still shown it.
  await api.database
    .sql`UPDATE charges SET transaction_id = NULL, attention_reasons = '{unknownOutcome,unconfirmedNotice}' WHERE id = ${id}`
  const answer = await call('POST', `/v1/operations/charge%2F${id}/resolve`, { outcome: 'notCreated' })
  expect(answer.json()).toMatchObject({ became: 'void', why: 'answered' })
  await untilCharge(id, { status: 'PENDING', attentionReasons: expect.arrayContaining(['unconfirmedNotice']) })
}, 120_000)

describe('of a charge that is paid elsewhere', () => {
  async function paid(): Promise<string> {
    const { id, own } = await waiting('PAGUESAFE')
    await api.control('POST', `/transactions/PAGUESAFE/${own}/pay`)
    await untilCharge(id, { status: 'APPROVED', attentionReasons: [] })
    return id
  }
  const TWICE = { status: 'APPROVED', attentionReasons: ['doublePayment'] }

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
