/** Which questions to an operator have no reason, and how many of those that a provider could answer are too many. */
import { expect, test } from 'vitest'
import type { KillDone } from './chaos.ts'
import { judge } from './judge.ts'
import { unreasoned } from './judge-asks.ts'
import type { Observation } from './observe.ts'
import type { Life } from './plan.ts'
import { isTooMany } from './verdict.ts'
import type { Deed } from './world.ts'

const BEGAN = Date.UTC(2026, 5, 1)
const ENDED = BEGAN + 10_000
const cell = { provider: 'ASAAS', operation: 'refund', fault: 'slow', times: 1, delayMs: 0 } as const
const common = { index: 0, key: 'life-0', provider: 'ASAAS', amount: 1_000_000, cells: [] as object[] }
const charge = { ...common, kind: 'charge', buyer: ['pay'], canceled: false }
const withdrawal = { ...common, kind: 'withdrawal', approval: null }
const receiver = { ...common, kind: 'receiver' }

interface Asked {
  /** Of the row itself. */
  about?: string
  ofRefund?: string
  until?: number | null
  killAfter?: number
  crowded?: boolean
}

function judged(life: object, { about, ofRefund, until = ENDED, killAfter, crowded = false }: Asked) {
  const deed = { life: life as Life, since: BEGAN, until } as Deed
  const attentionReasons = about === undefined ? [] : [about]
  const { kind } = life as Life
  const row = { id: 'row', orderId: 'life-0', withdrawReference: 'life-0', email: 'life-0@example.com' }
  const rowsOf = (of: Life['kind']) => (kind === of ? [{ ...row, attentionReasons, attention: about ?? null }] : [])
  const seen = {
    charges: rowsOf('charge'),
    withdrawals: rowsOf('withdrawal'),
    receivers: rowsOf('receiver'),
    refunds: ofRefund === undefined ? [] : [{ chargeId: 'row', attentionReasons: [ofRefund] }],
  } as never as Observation
  const dead = { victim: 'worker', unanswered: 0, from: BEGAN + (killAfter ?? 0), until: null } as const
  const kills: KillDone[] = killAfter === undefined ? [] : [dead]
  return unreasoned([deed], seen, { kills, crowding: { from: () => crowded } })
}

test.each([
  ['amountMismatch', charge],
  ['contradicted', charge],
  ['unconfirmedNotice', charge],
  ['latePayment', charge],
  ['noConfirmation', withdrawal],
  ['awaitsApproval', withdrawal],
  ['unknownOutcome', receiver],
])('%s has no reason where nothing went wrong: %o', (about, life) => {
  expect(judged(life, { about })).toEqual([expect.objectContaining({ failing: 'unreasoned', index: 0 })])
})

test('neither has a question about a refund', () => {
  expect(judged(charge, { ofRefund: 'unknownOutcome' })).toHaveLength(1)
})

test.each([
  ['the payment comes late', 'latePayment', { ...charge, buyer: ['expire', 'pay'] }],
  ['it is paid after it was cancelled', 'latePayment', { ...charge, canceled: true }],
  ['the buyer’s bank gives up a dispute', 'disputeWon', { ...charge, buyer: ['pay', 'chargeback', 'win'] }],
  ['a part is given back in the dashboard', 'returnedInPart', { ...charge, buyer: ['pay', 'refundPart'] }],
  ['it waits for a second person', 'awaitsApproval', { ...withdrawal, approval: 'given' }],
  ['its provider cannot be asked', 'noConfirmation', { ...withdrawal, provider: 'PRONTTUS' }],
])('it has one where %s', (_, about, life) => {
  expect(judged(life, { about })).toEqual([])
})

test.each([
  ['it met a fault', { ...charge, cells: [cell] }, {}],
  ['something was dead meanwhile', charge, { killAfter: 5_000 }],
  ['something died while the answer to its last request was on its way', withdrawal, { killAfter: 14_000 }],
  ['it is not over', charge, { until: null }],
])('none is judged where %s', (_, life, circumstances) => {
  expect(judged(life, { about: 'contradicted', ...circumstances })).toEqual([])
})

test.each([
  ['unknownOutcome', 0],
  ['contradicted', 1],
])('a crowded machine makes answers late, which excuses some reasons: %s %i', (about, violations) => {
  expect(judged(charge, { about, crowded: true })).toHaveLength(violations)
})

test('what died after its end does not excuse it', () => {
  expect(judged(charge, { about: 'contradicted', killAfter: 16_000 })).toHaveLength(1)
})

test.each([
  ['kept what it had', false, 20_000, ['unreasoned']],
  ['lost its last second', true, 20_000, []],
  ['lost its last second long after', true, 80_000, ['unreasoned']],
])('of a PostgreSQL that died after its end and %s: %s, after %i ms', (_, isLosing, killAfter, failings) => {
  const life = { ...charge, method: 'BILLET' } as never as Life
  const deed = { life, since: BEGAN, until: ENDED, asked: null, refunds: [] as Deed['refunds'] } as Deed
  const nothing = { withdrawals: [], receivers: [], refunds: [], waiting: [], untold: [], workflows: [], losses: [] }
  const books = { transactions: [], refunds: [], withdrawals: [], receivers: [], undelivered: [], delivered: [] }
  const row = { id: 'row', orderId: 'life-0', attentionReasons: ['contradicted'], needsAttention: true }
  const seen = { ...nothing, charges: [row], books } as never as Observation
  const from = BEGAN + killAfter
  const kills: KillDone[] = [{ victim: 'postgres', unanswered: 0, from, until: from + 1_000 }]
  const crowding = { from: () => false, roomAfter: (moment: number, forMs: number) => moment + forMs }
  const { violations } = judge([deed], seen, { kills, crowding, isLosing })
  expect(violations.map(({ failing }) => failing)).toEqual(failings)
})

test.each([
  [0, 0, false],
  [0, 300, false],
  [1, 1, false],
  [1, 100, false],
  [2, 50, false],
  [2, 170, false],
  [3, 50, true],
  [3, 170, true],
  [3, 300, true],
  [3, 301, false],
  [15, 1_500, true],
  [15, 1_501, false],
])('%i asked of %i that a provider could answer are too many: %s', (asked, tellable, isToo) => {
  expect(isTooMany(asked, tellable)).toBe(isToo)
})
