/** What a charge may be called whose money went back, at a provider that calls that a chargeback. */
import { expect, test } from 'vitest'
import { judgeCharge } from './judge-charges.ts'
import type { Observation } from './observe.ts'
import type { ChargeLife } from './plan.ts'
import type { Deed } from './world.ts'

const AMOUNT = 1_000_000
const life = { kind: 'charge', key: 'life-0', index: 0, provider: 'TREEAL', amount: AMOUNT, cells: [], refunds: [] }
const deed = { life, asked: null, refunds: [], notes: [] } as never as Deed

interface Back {
  kind: 'requested' | 'external'
  state: 'APPROVED' | 'PENDING' | 'REJECTED'
}

function judged(status: string, stage: string, back: readonly Back[]) {
  const charge = {
    id: 'a',
    orderId: life.key,
    provider: life.provider,
    transactionId: 'own',
    status,
    paymentMethod: 'PIX',
    attentionReasons: [],
    refundedAmount: AMOUNT,
    finalValue: AMOUNT,
  }
  const refunds = back.map((one) => ({ ...one, chargeId: 'a', amount: AMOUNT, needsAttention: true, policy: null }))
  const ours = back.filter(({ kind, state }) => kind === 'requested' && state === 'APPROVED')
  const books = {
    transactions: [{ id: 'own', provider: life.provider, amount: AMOUNT, stage }],
    refunds: ours.map(() => ({ transactionId: 'own', amount: AMOUNT, reference: 'ours' })),
  }
  const seen = { charges: [charge], refunds, books } as never as Observation
  return judgeCharge(deed, life as never as ChargeLife, seen).violations.map(({ failing }) => failing)
}

const MADE = { kind: 'requested', state: 'APPROVED' } as const
const WAITING = { kind: 'requested', state: 'PENDING' } as const
const ELSEWHERE = { kind: 'external', state: 'APPROVED' } as const

test.each([
  ['by a refund of ours', 'REFUNDED', 'refunded', [MADE], []],
  ['by a refund of ours, and is not called so', 'CHARGEBACK', 'refunded', [MADE], ['wrongEnd']],
  ['otherwise while ours waits', 'REFUNDED', 'refunded', [WAITING, ELSEWHERE], []],
  ['otherwise, by its usual name', 'CHARGEBACK', 'refunded', [ELSEWHERE], []],
  ['by none that is known', 'REFUNDED', 'refunded', [WAITING], ['wrongEnd']],
  ['otherwise, and is still called paid', 'APPROVED', 'refunded', [ELSEWHERE], ['wrongEnd']],
  ['to the buyer’s bank', 'REFUNDED', 'chargeback', [ELSEWHERE], ['wrongEnd']],
] as const)('money went back %s: %s where the provider says %s', (_, status, stage, back, failings) => {
  expect(judged(status, stage, back)).toEqual(failings)
})
