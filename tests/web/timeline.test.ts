import { describe, expect, test } from 'vitest'
import type { ChargeEvent, PaymentMethod } from '../../web/src/api/contract.ts'
import { nextStep } from '../../web/src/features/charges/next-step.ts'
import { endingIn, toEntries, toneOf } from '../../web/src/features/charges/timeline-model.ts'
import { basisOf } from '../../web/src/features/history/basis.ts'

const T0 = Date.parse('2026-01-01T12:00:00Z')
const at = (seconds: number) => new Date(T0 + seconds * 1_000).toISOString()
let id = 0
const event = (type: ChargeEvent['type'], more: Partial<ChargeEvent> = {}): ChargeEvent => ({
  id: `event-${id++}`,
  at: at(0),
  type,
  from: null,
  to: null,
  cause: 'api',
  provider: 'ASAAS',
  detail: null,
  notice: null,
  attempt: null,
  decisionId: null,
  ...more,
})

test.each<[string, Partial<ChargeEvent>, string | undefined, string]>([
  ['our clock', { cause: 'timer' }, 'expired', 'pending'],
  ["its provider's clock", { cause: 'webhook', detail: { rawStatus: 'expired' } }, 'expired', 'pending'],
  ['its provider', { cause: 'webhook', detail: { rawStatus: 'refused' } }, 'refused', 'danger'],
  ['an operator', { cause: 'operator' }, 'canceled', 'pending'],
  ['nothing, as it was paid', { cause: 'webhook', to: 'APPROVED' }, undefined, 'success'],
])('what is ended by %s is called so, and looks as its badge', (_, more, ending, tone) => {
  const end = event('statusChanged', { to: 'REJECTED', ...more })
  expect([endingIn(end), toneOf(end)]).toEqual([ending, tone])
})

describe('entries', () => {
  test('the same thing again and again is one entry, counted, from first to last', () => {
    const entries = toEntries([
      event('requested'),
      event('refused', { at: at(1) }),
      event('refused', { at: at(2) }),
      event('refused', { at: at(9) }),
      event('created'),
    ])
    expect(entries.map(({ event: { type }, count }) => [type, count])).toEqual([
      ['requested', 1],
      ['refused', 3],
      ['created', 1],
    ])
    expect(entries[1]).toMatchObject({ firstAt: at(1), lastAt: at(9) })
  })

  test('a round of events that goes on and on is told once, each with its count', () => {
    const round = (seconds: number) => [
      event('sent', { at: at(seconds) }),
      event('unknownOutcome', { at: at(seconds + 1) }),
      event('lookedUp', { at: at(seconds + 2), detail: { found: false } }),
    ]
    const entries = toEntries([
      event('requested'),
      ...round(1),
      ...round(10),
      ...round(20),
      event('sent'),
      event('created'),
    ])
    expect(entries.map(({ event: { type }, count }) => `${type} ${count}`)).toEqual([
      'requested 1',
      'sent 3',
      'unknownOutcome 3',
      'lookedUp 3',
      'sent 1',
      'created 1',
    ])
    expect(entries[1]).toMatchObject({ firstAt: at(1), lastAt: at(20) })
  })

  test('another provider, another finding or a move of money starts a new one', () => {
    const entries = toEntries([
      event('sent'),
      event('sent', { provider: 'ZENDRY' }),
      event('lookedUp', { detail: { found: false } }),
      event('lookedUp', { detail: { found: true } }),
      event('statusChanged', { to: 'APPROVED' }),
      event('statusChanged', { to: 'REFUNDED' }),
    ])
    expect(entries.every(({ count }) => count === 1)).toBe(true)
    expect(entries.slice(-2).map((entry) => toneOf(entry.event))).toEqual(['success', 'info'])
  })
})

describe('what comes next', () => {
  const charge = {
    status: 'PENDING' as const,
    needsAttention: false,
    transactionId: 'pay_1',
    paymentMethod: 'PIX' as PaymentMethod,
    expiresAt: at(3_600),
    createdAt: at(0),
  }
  const created = [event('requested'), event('created', { at: at(2) })]

  test.each([
    ['before the provider has answered', { transactionId: null }, 1, { kind: 'waitingProvider' }],
    ['while it waits for the buyer', {}, 3, { kind: 'polling', inMs: 4_000, expiresAt: at(3_600) }],
    ['once the code is dead', {}, 3_601, { kind: 'expiring' }],
    ['on the day of a boleto', { paymentMethod: 'BILLET' as const }, 15 * 3_600 - 1, { kind: 'polling' }],
    ['after the day of a boleto', { paymentMethod: 'BILLET' as const }, 15 * 3_600, { kind: 'pastDue' }],
    ['when a person must decide', { needsAttention: true, transactionId: null }, 3, { kind: 'decision' }],
    ['when it is paid', { status: 'APPROVED' as const }, 3, { kind: 'settled', status: 'APPROVED' }],
    ['paid and still doubtful', { status: 'APPROVED' as const, needsAttention: true }, 3, { kind: 'acknowledge' }],
  ])('%s', (_when, change, seconds, step) => {
    expect(nextStep({ ...charge, ...change }, created, T0 + seconds * 1_000)).toMatchObject(step)
  })

  test.each([
    ['a refund whose end is unknown', { state: 'PENDING' as const, needsAttention: true }, 'refundDecision'],
    ['a refund under way', { state: 'PENDING' as const, needsAttention: false }, 'refundUnderWay'],
    ['a refund that is done', { state: 'APPROVED' as const, needsAttention: false }, 'settled'],
  ])('a paid charge with %s', (_what, refund, kind) => {
    expect(nextStep({ ...charge, status: 'APPROVED' }, created, T0, [refund])).toMatchObject({ kind })
  })

  test.each([null, '2026-11-30T12:00:00.000Z'])('a paid charge that is contested, to be answered by %s', (dueAt) => {
    const over = { state: 'WON' as const, dueAt: '2026-11-01T12:00:00.000Z' }
    const step = nextStep({ ...charge, status: 'APPROVED' }, created, T0, [], [over, { state: 'OPEN', dueAt }])
    expect(step).toEqual({ kind: 'disputed', hasDeadline: dueAt !== null })
  })
})

/** As the writers in activities/, workflows/ and db/queries/ write them, with the cause that the API shows. */
test.each<[string, ChargeEvent['type'], Partial<ChargeEvent>, string]>([
  ['what a seller asks for', 'requested', { cause: 'api' }, 'request'],
  ['what a rule asks for', 'requested', { cause: 'timer' }, 'deadline'],
  ['a try', 'sent', { cause: 'api' }, 'sent'],
  ['its answer', 'created', { cause: 'api' }, 'answer'],
  ['its status in the answer', 'statusChanged', { cause: 'api', to: 'APPROVED' }, 'answer'],
  [
    'a decline in the answer',
    'statusChanged',
    { cause: 'api', to: 'REJECTED', detail: { rawStatus: 'denied' } },
    'answer',
  ],
  ['a refusal, which may be of our own check', 'refused', { cause: 'api' }, 'refusal'],
  ['what follows from one', 'statusChanged', { cause: 'api', to: 'REJECTED' }, 'refusal'],
  ['a provider that could not be reached, or turned it away', 'turnedAway', { cause: 'api' }, 'notTaken'],
  ['a wait of ours', 'heldBack', { cause: 'timer' }, 'held'],
  ['no answer', 'unknownOutcome', { cause: 'api' }, 'silence'],
  ['a lost answer that is looked up', 'lookedUp', { cause: 'poll' }, 'reading'],
  ['a lost answer that a webhook gives', 'lookedUp', { cause: 'webhook' }, 'notice'],
  ['a lost answer that an operator knows', 'lookedUp', { cause: 'operator' }, 'operator'],
  ['a word in a webhook', 'statusChanged', { cause: 'webhook', to: 'APPROVED' }, 'notice'],
  ['a word in a reading', 'statusChanged', { cause: 'poll', to: 'APPROVED' }, 'reading'],
  ['a time that is up', 'statusChanged', { cause: 'timer', to: 'REJECTED' }, 'deadline'],
  ['a question by time', 'needsAttention', { cause: 'timer' }, 'deadline'],
  ['a decision', 'operatorResolved', { cause: 'operator', detail: { by: 'bia@loja.example' } }, 'operator'],
  ['a buyer who pays another way', 'operatorCanceled', { cause: 'operator', detail: { by: 'checkout' } }, 'buyer'],
  ['an order that is paid', 'operatorCanceled', { cause: 'operator', detail: { by: 'orderPaid' } }, 'orderPaid'],
  ['a shop that was told', 'notified', { cause: 'api' }, 'told'],
])('%s rests on what it says it does', (_, type, more, basis) => {
  expect(basisOf(event(type, more))).toBe(basis)
})
