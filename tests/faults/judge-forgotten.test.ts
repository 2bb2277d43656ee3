/** What a judge forgives where PostgreSQL has lost its last second, and what it does not. */
import { expect, test } from 'vitest'
import type { KillDone } from './chaos.ts'
import { asRemembered, isForgettable } from './judge-forgotten.ts'
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
  const deed = { life: { kind: 'charge', method } as ChargeLife, asked: null } as Deed
  const books = { transactions: [{ id: 'first' }, { id: 'second' }], delivered: [] }
  const waiting = [{ transactionId: 'first', chargeId: null }]
  const seen = {
    charges: [{ id: 'a', transactionId: 'second' }],
    withdrawals: [],
    waiting,
    books,
  } as never as Observation
  const remembered = asRemembered(deed, seen, [kill])
  expect(remembered.seen.books.transactions.map(({ id }) => id)).toEqual(left)
})
