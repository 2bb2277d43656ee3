/** What a judge forgives where PostgreSQL has lost its last second, and what it does not. */
import { expect, test } from 'vitest'
import type { KillDone } from './chaos.ts'
import { asRemembered, isForgettable, isOfADeath } from './judge-forgotten.ts'
import type { Observation } from './observe.ts'
import type { ChargeLife } from './plan.ts'
import type { Deed } from './world.ts'

const DEATH = Date.UTC(2026, 5, 1)
const kill: KillDone = { victim: 'postgres', unanswered: 0, from: DEATH, until: DEATH + 2_000 }

test.each([
  ['a second before PostgreSQL died', -1_000, -500, true],
  ['ten seconds before', -10_000, -9_000, false],
  ['before it and after it', -10_000, 9_000, true],
  ['when PostgreSQL was there again', 3_000, 4_000, false],
])('what was asked and answered %s may be forgotten: %s ms to %s ms, %s', (_, askedAfter, toldAfter, mayBe) => {
  expect(isForgettable([kill], DEATH + askedAfter, DEATH + toldAfter)).toBe(mayBe)
})

test('nothing is forgotten because a worker died', () => {
  expect(isForgettable([{ ...kill, victim: 'worker' }], DEATH - 1_000)).toBe(false)
})

test.each([
  ['PIX', ['second']],
  ['CREDIT_CARD', ['first', 'second']],
  ['BILLET', ['first', 'second']],
] as const)('of a %s that was made twice the books show %j', (method, left) => {
  const deed = { life: { kind: 'charge', method } as ChargeLife, asked: null, refunds: [] as Deed['refunds'] } as Deed
  const books = { transactions: [{ id: 'first' }, { id: 'second' }], refunds: [], delivered: [] }
  const waiting = [{ transactionId: 'first', chargeId: null }]
  const seen = {
    charges: [{ id: 'a', transactionId: 'second' }],
    withdrawals: [],
    refunds: [],
    waiting,
    books,
  } as never as Observation
  const remembered = asRemembered(deed, seen, [kill])
  expect(remembered.seen.books.transactions.map(({ id }) => id)).toEqual(left)
})

const OURS = 'a refund of ours'
const refund = (id: string, body: object, after: number) => {
  const told = [{ outcome: 'made', id, status: 201, askedAt: DEATH + after, toldAt: DEATH + after + 200 }]
  return { body, told }
}

test.each([
  ['a second before PostgreSQL died', { amount: 400 }, -1_000, [700]],
  ['of all that was left, a second before', {}, -1_000, [400]],
  ['ten seconds before', { amount: 400 }, -10_000, [400, 700]],
])('the books show what a forgotten refund gave back unless it was answered %s: %o', (_, body, after, left) => {
  const life = { kind: 'charge', method: 'CREDIT_CARD', amount: 1_100 } as ChargeLife
  const refunds = [refund('forgotten', body, after), refund('known', { amount: 700 }, -20_000)]
  const deed = { life, since: DEATH - 90_000, asked: null, refunds } as never as Deed
  const given = { transactionId: 'paid', reference: OURS }
  const elsewhere = { ...given, amount: 100, reference: 'dashboard' }
  const seen = {
    charges: [{ id: 'a', transactionId: 'paid' }],
    withdrawals: [],
    refunds: [{ id: 'known' }],
    waiting: [],
    books: {
      transactions: [{ id: 'paid', amount: 1_100 }],
      refunds: [{ ...given, amount: 400 }, { ...given, amount: 700 }, elsewhere],
      delivered: [],
    },
  } as never as Observation
  expect(isOfADeath(deed, [kill])).toBe(left.length === 1)
  const books = asRemembered(deed, seen, [kill]).seen.books.refunds
  expect(books.filter(({ reference }) => reference === OURS).map(({ amount }) => amount)).toEqual(left)
  expect(books).toContain(elsewhere)
})
