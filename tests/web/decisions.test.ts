/** What the pages offer an operator: only what the API would take. */
import { describe, expect, test } from 'vitest'
import { operationsOf } from '../../web/src/features/attention/model.ts'
import { allowedActions } from '../../web/src/features/charges/actions-model.ts'
import { foremost } from '../../web/src/features/decisions/foremost.ts'
import { decisionsAbout } from '../../web/src/features/disbursements/decisions.ts'
import type { Askable } from '../../web/src/features/providers/askable.ts'

const MUTE = { operations: [], lookup: null, withdrawLookup: null } as const satisfies Askable
const TELLS = {
  operations: ['readTransaction', 'readWithdraw'],
  lookup: 'GET /payments',
  withdrawLookup: 'GET /transfers',
} as const satisfies Askable

describe('of a charge', () => {
  const made = { transactionId: 'tx-1' }
  const pending = {
    status: 'PENDING',
    statusUnmapped: false,
    needsAttention: false,
    attention: null,
    attentionReasons: [],
    transactionId: null,
  } as const
  const stuck = { ...pending, needsAttention: true, attention: 'unknownOutcome' } as const
  const late = { ...stuck, ...made, status: 'APPROVED', attention: 'latePayment' } as const
  const over = { ...late, status: 'REJECTED', attention: 'contradicted' } as const
  const doubted = { ...over, statusUnmapped: true, attention: 'unmappedStatus' } as const
  test.each([
    [pending, ['cancel']],
    [stuck, ['retry', 'resolve', 'cancel']],
    [{ ...stuck, attention: 'providerUnreachable' }, ['retry', 'resolve', 'cancel']],
    [{ ...stuck, attention: 'workflowLost' }, ['retry', 'cancel']],
    [{ ...stuck, attention: 'amountMismatch' }, ['acceptAmount', 'resolve', 'cancel']],
    [{ ...stuck, ...made, attention: 'amountMismatch' }, ['acceptAmount', 'cancel']],
    [{ ...stuck, attention: 'unconfirmedNotice' }, ['cancel']],
    [{ ...stuck, ...made, attention: 'unconfirmedNotice' }, ['confirmPaid', 'cancel']],
    [{ ...stuck, attention: 'orphanPayment' }, ['cancel']],
    [late, ['acknowledge']],
    [{ ...over, attentionReasons: ['amountMismatch'] }, ['acceptAmount', 'acknowledge']],
    [{ ...over, attentionReasons: ['contradicted', 'unconfirmedNotice'] }, ['confirmPaid', 'acknowledge']],
    [{ ...over, status: 'REFUNDED', attentionReasons: ['amountMismatch'] }, ['acknowledge']],
    [{ ...late, needsAttention: false, attention: null }, []],
    [doubted, ['endStands', 'acknowledge']],
    [{ ...doubted, needsAttention: false, attention: null }, ['endStands']],
    [{ ...doubted, status: 'PENDING' }, ['cancel']],
  ] as const)('%o', (charge, actions) => {
    expect(allowedActions(charge, true)).toEqual(actions)
  })

  test.each([
    ['a refused one', 'REJECTED', 'APPROVED', ['confirmPaid', 'acknowledge']],
    ['a refused one', 'REJECTED', 'CHARGEBACK', ['acknowledge']],
    ['a paid one', 'APPROVED', 'APPROVED', ['confirmPaid', 'acknowledge']],
    ['a paid one', 'APPROVED', 'CHARGEBACK', ['acknowledge']],
    ['one that waits', 'PENDING', 'CHARGEBACK', ['cancel']],
  ] as const)('of %s (%s), an unconfirmed notice of %s', (_which, status, claimed, actions) => {
    const asked = {
      ...stuck,
      ...made,
      status,
      attention: 'unconfirmedNotice',
      attentionReasons: ['unconfirmedNotice'],
    } as const
    const events = [{ detail: { unconfirmed: true, status: claimed } }]
    expect(allowedActions(asked, true, events)).toEqual(actions)
  })

  test('is not looked for at a provider that cannot be asked after a lost answer', () => {
    expect(allowedActions(stuck, false)).toEqual(['resolve', 'cancel'])
    const otherAmount = { ...stuck, attention: 'amountMismatch' } as const
    expect(allowedActions(otherAmount, false)).toEqual(['resolve', 'cancel'])
    const unreachable = { ...stuck, attention: 'providerUnreachable' } as const
    expect(allowedActions(unreachable, false)).toEqual(['retry', 'resolve', 'cancel'])
  })
})

test.each([
  ['contradicted', 'APPROVED', ['resolve']],
  ['unconfirmedNotice', 'APPROVED', ['resolve']],
  ['unmappedStatus', 'REJECTED', ['retry', 'resolve']],
] as const)('of a withdrawal with %s that is %s', (attention, status, decisions) => {
  expect(
    decisionsAbout(
      { kind: 'withdrawal', status, attention, attentionReasons: [attention], externalId: 'po-1' },
      'ana',
      TELLS,
    ),
  ).toEqual(decisions)
})

test.each([
  [null, null, []],
  ['unknownOutcome', null, ['retry', 'resolve']],
  ['providerUnreachable', null, ['retry', 'resolve', 'cancel']],
  ['noConfirmation', 'po-1', ['retry', 'resolve']],
  ['noConfirmation', null, ['retry', 'resolve']],
  ['amountMismatch', null, ['retry', 'resolve']],
  ['workflowLost', null, ['retry', 'resolve', 'cancel']],
  ['workflowLost', 'po-1', ['retry', 'resolve']],
] as const)('of a refund or withdrawal with %s at %s', (attention, externalId, decisions) => {
  for (const kind of ['refund', 'withdrawal'] as const) {
    const attentionReasons = attention === null ? [] : [attention]
    const waiting = { kind, status: 'PENDING', attention, attentionReasons, externalId } as const
    expect(decisionsAbout(waiting, 'ana', TELLS)).toEqual(decisions)
  }
})

test.each([
  ['refund', 'unknownOutcome', null, MUTE, false],
  ['refund', 'unknownOutcome', null, { ...MUTE, operations: ['readTransaction'] }, true],
  ['withdrawal', 'unknownOutcome', null, MUTE, false],
  // What was lost has no id to read it by.
  ['withdrawal', 'unknownOutcome', null, { ...MUTE, operations: ['readWithdraw'] }, false],
  ['withdrawal', 'noConfirmation', 'po-1', { ...MUTE, operations: ['readWithdraw'] }, true],
  ['withdrawal', 'noConfirmation', 'po-1', MUTE, false],
  ['withdrawal', 'noConfirmation', 'po-1', undefined, false],
  ['withdrawal', 'providerUnreachable', null, MUTE, true],
  ['withdrawal', 'workflowLost', 'po-1', MUTE, true],
] as const satisfies [string, string, string | null, Askable | undefined, boolean][])(
  'of a %s with %s at %s, asks a provider that has %o again: %s',
  (kind, attention, externalId, provider, isOffered) => {
    const waiting = { kind, status: 'PENDING', attention, attentionReasons: [attention], externalId } as const
    expect(decisionsAbout(waiting, 'ana', provider).includes('retry')).toBe(isOffered)
    expect(
      operationsOf(waiting as unknown as Parameters<typeof operationsOf>[0], provider, 'operator').includes('retry'),
    ).toBe(isOffered)
  },
)

test.each([
  ['awaitsApproval', 'bia', ['resolve', 'cancel']],
  ['awaitsApproval', 'ana', ['cancel']],
  ['awaitsApproval', null, ['resolve', 'cancel']],
  ['workflowLost', 'bia', ['resolve', 'cancel']],
] as const)('of one that %s and that %s asked for, offers Ana', (attention, requestedBy, decisions) => {
  const approval = { state: 'awaited', dueAt: '2026-01-01T00:00:00.000Z', requestedBy, approvedBy: null } as const
  const asked = { kind: 'withdrawal', status: 'PENDING', attentionReasons: [attention], externalId: null } as const
  const waiting = { ...asked, attention, approval } as const
  expect(decisionsAbout(waiting, 'ana', TELLS)).toEqual(decisions)
})

test('in bulk, what waits for an approval and has lost its workflow is only given up', () => {
  const lost = { kind: 'withdrawal', status: 'PENDING', attention: 'workflowLost', externalId: null } as const
  const item = { ...lost, attentionReasons: ['awaitsApproval', 'workflowLost'] } as const
  expect(operationsOf(item as unknown as Parameters<typeof operationsOf>[0], TELLS, 'operator')).toEqual(['cancel'])
})

test.each([
  ['charge', 'PENDING', 'unknownOutcome', null, ['retry', 'notCreated', 'cancel']],
  ['charge', 'PENDING', 'workflowLost', null, ['retry', 'cancel']],
  ['charge', 'PENDING', 'amountMismatch', null, ['cancel']],
  ['charge', 'APPROVED', 'latePayment', 'tx-1', ['acknowledge']],
  ['withdrawal', 'PENDING', 'workflowLost', null, ['retry', 'cancel']],
  ['withdrawal', 'PENDING', 'workflowLost', 'po-1', ['retry']],
  ['withdrawal', 'PENDING', 'unconfirmedNotice', 'po-1', ['retry', 'notCreated']],
  ['refund', 'PENDING', 'workflowLost', null, ['retry', 'cancel']],
  ['withdrawal', 'PENDING', 'awaitsApproval', null, ['cancel']],
  ['withdrawal', 'PENDING', 'providerUnreachable', null, ['retry', 'notCreated', 'cancel']],
  ['refund', 'PENDING', 'unknownOutcome', null, ['retry', 'notCreated']],
  ['withdrawal', 'APPROVED', 'contradicted', 'po-1', ['acknowledge']],
  ['receiver', 'PENDING', 'unknownOutcome', null, ['cancel']],
  ['receiver', 'PENDING', 'workflowLost', null, ['cancel']],
  ['receiver', 'PENDING', 'workflowLost', 're-1', ['retry', 'cancel']],
  ['dispute', 'OPEN', 'disputeOpen', null, ['lose']],
  ['reconciliation', null, 'reconciliationOpen', null, ['settle']],
  ['endpoint', null, 'endpointFailing', null, []],
] as const)('in bulk, of a %s %s with %s at %s: %s', (kind, status, attention, externalId, operations) => {
  const item = { kind, status, attention, attentionReasons: [attention], externalId }
  expect(operationsOf(item as unknown as Parameters<typeof operationsOf>[0], TELLS, 'operator')).toEqual(operations)
})

test.each([
  [TELLS, 'unknownOutcome', true],
  [MUTE, 'unknownOutcome', false],
  [MUTE, 'providerUnreachable', true],
  [MUTE, 'workflowLost', true],
] as const)('in bulk, a charge at %o with %s is asked after again: %s', (provider, attention, isOffered) => {
  const item = { kind: 'charge', status: 'PENDING', attention, attentionReasons: [attention] }
  const offered = operationsOf(item as Parameters<typeof operationsOf>[0], provider, 'operator')
  expect(offered.includes('retry')).toBe(isOffered)
})

test('in bulk, endpoints are the administrators’ to test and to pause', () => {
  const item = { kind: 'endpoint', attention: 'endpointFailing', attentionReasons: ['endpointFailing'] }
  expect(operationsOf(item as Parameters<typeof operationsOf>[0], undefined, 'admin')).toEqual(['test', 'pause'])
})

test.each([
  [['retry', 'resolve', 'cancel'], 'retry'],
  [['acceptAmount', 'resolve', 'cancel'], 'resolve'],
  [['confirmPaid', 'cancel'], undefined],
  [['cancel'], undefined],
] as const)('of %j the one that stands out is %s', (decisions, foremostOne) => {
  expect(foremost<string>(decisions)).toBe(foremostOne)
})
