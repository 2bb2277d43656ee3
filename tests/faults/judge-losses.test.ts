/** Which lost answers count as unlooked: neither one that was asked about, nor one that a notice had told of by then. */
import { expect, test } from 'vitest'
import type { SandboxNotice } from '../support/sandbox-client.ts'
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

const judged = (loss: { operation?: string; lookedAfter?: number; made?: string[] }, delivered: SandboxNotice[]) => {
  const { operation = 'withdraw', lookedAfter, made = ['made-of-it'] } = loss
  const withdrawals = made.map((id) => ({ ...withdrawal, id }))
  const lookedAt = lookedAfter === undefined ? null : AT + lookedAfter
  const lost = { provider: 'TRANSFEERA', operation, fault: 'slow', amount: life.amount, at: AT, lookedAt }
  const books = { transactions: [], withdrawals, delivered } as unknown as Observation['books']
  const crowding = { from: () => false }
  return unlooked([deed], { losses: [lost], books } as unknown as Observation, { kills: [], crowding, isLosing: false })
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
