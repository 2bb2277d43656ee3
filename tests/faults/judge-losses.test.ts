/** Which lost answers count as unlooked: neither one that was asked about, nor one that a notice had told of by then. */
import { expect, test } from 'vitest'
import type { SandboxNotice } from '../support/sandbox-client.ts'
import type { KillDone } from './chaos.ts'
import { countCrowding } from './crowding.ts'
import type { Circumstances } from './judge.ts'
import { unlooked } from './judge-losses.ts'
import type { Observation } from './observe.ts'
import type { Deed } from './world.ts'

const AT = Date.UTC(2026, 5, 1)
const life = { kind: 'withdrawal', key: 'life-0', index: 0, provider: 'TRANSFEERA', amount: 1_000_000 }
const deed = { life } as Deed
const withdrawal = { provider: 'TRANSFEERA', id: 'made-of-it', reference: 'ours', amount: life.amount, stage: 'paid' }
const notice = (transactionId: string, after: number): SandboxNotice => ({
  provider: 'TRANSFEERA',
  transactionId,
  body: '{}',
  state: 'delivered',
  attempts: 1,
  lastAnswer: '200',
  attemptedAt: AT + after,
})

const judged = (
  loss: { lookedAfter?: number; made?: string[] },
  delivered: SandboxNotice[],
  around: Circumstances = circumstances(),
) => {
  const { lookedAfter, made = ['made-of-it'] } = loss
  const withdrawals = made.map((id) => ({ ...withdrawal, id }))
  const lookedAt = lookedAfter === undefined ? null : AT + lookedAfter
  const lost = { provider: 'TRANSFEERA', operation: 'withdraw', fault: 'slow', amount: life.amount, at: AT, lookedAt }
  const books = { transactions: [], withdrawals, delivered } as unknown as Observation['books']
  return unlooked([deed], { losses: [lost], books, charges: [] } as unknown as Observation, around)
}

/** Room all the time, but for a second of so many threads that ends so long after the loss. */
function circumstances(burstAfter?: number, kills: KillDone[] = []): Circumstances {
  const crowding = countCrowding(1)
  const isIn = (after: number) => burstAfter !== undefined && after > burstAfter - 1_000 && after <= burstAfter
  for (let after = 0; after <= 60_000; after += 250)
    crowding.add({ at: AT + after, wanting: isIn(after) ? 8 : 1, waitedForDisk: 0 })
  return { kills, crowding, isLosing: false }
}

test.each([
  ['asked about after four seconds', { lookedAfter: 4_000 }, [], 0],
  ['asked about after six', { lookedAfter: 6_000 }, [], 1],
  ['never asked about', {}, [], 1],
  ['told of after four seconds', {}, [notice('made-of-it', 4_000)], 0],
  ['told of after six', {}, [notice('made-of-it', 6_000)], 1],
  ['told of before a repeat of it was lost', {}, [notice('made-of-it', -1)], 0],
  ['one of two, told of before it was lost', { made: ['made-of-it', 'twin'] }, [notice('twin', -1)], 1],
  ['when another one is told of', {}, [notice('another', 1_000)], 1],
])('what was lost counts when it was %s: %o', (_, loss, delivered, violations) => {
  expect(judged(loss, delivered)).toHaveLength(violations)
})

test.each([
  ['six seconds later, with a burst meanwhile', { lookedAfter: 6_000 }, 3_000, 0],
  ['twelve seconds later, with a burst at their beginning', { lookedAfter: 12_000 }, 3_000, 1],
  ['never, with a burst', {}, 3_000, 1],
  ['seven seconds later, with a burst in the next minute', { lookedAfter: 7_000 }, 50_000, 1],
])('what was looked up %s counts: %o, %i ms', (_, loss, burstAfter, violations) => {
  expect(judged(loss, [], circumstances(burstAfter))).toHaveLength(violations)
})

test('what died while the burst put it off is waited for, too', () => {
  const from = AT + 7_000
  const kills: KillDone[] = [{ victim: 'worker', unanswered: 0, from, until: from + 1_000 }]
  expect(judged({ lookedAfter: 12_000 }, [], circumstances(3_000, kills))).toEqual([])
})

const REFUNDED = { orderId: 'life-0', status: 'REFUNDED' }

test.each([
  ['told of while its slow answer was waited for', 'slow', REFUNDED, -4_900, 0],
  ['told of after it', 'slow', REFUNDED, 2_000, 0],
  ['told of too late', 'slow', REFUNDED, 6_000, 1],
  ['told of a payment, long before it', 'slow', REFUNDED, -8_000, 1],
  ['not given back', 'slow', { ...REFUNDED, status: 'APPROVED' }, -4_900, 1],
  ['cut off at once', 'commitThenDrop', REFUNDED, -4_900, 1],
  ['of another charge', 'slow', { ...REFUNDED, orderId: 'life-1' }, -4_900, 1],
])('a refund whose answer was lost counts when it was %s: %s, %o', (_, fault, charge, after, violations) => {
  const of = { kind: 'charge', key: 'life-0', index: 0, provider: 'PAGUESAFE', amount: 1_000_000 }
  const { provider, amount } = of
  const lost = { provider, operation: 'refund', fault, amount, at: AT, lookedAt: null }
  const books = {
    transactions: [{ id: 'paid', provider, amount }],
    withdrawals: [],
    delivered: [notice('paid', after)],
  }
  const seen = { losses: [lost], books, charges: [charge] } as unknown as Observation
  expect(unlooked([{ life: of } as Deed], seen, circumstances())).toHaveLength(violations)
})
