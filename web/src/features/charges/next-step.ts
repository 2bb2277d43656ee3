/** What will happen to a charge next, and when: the last line of its timeline. */
import { isSettled, type SettledStatus } from '../../../../domain/charge.ts'
import { isDisbursementSettled } from '../../../../domain/disbursement.ts'
import { isOpenDispute } from '../../../../domain/dispute.ts'
import { isPastDue } from '../../../../domain/last-moment.ts'
import { untilNextReading } from '../../../../domain/poll-rhythm.ts'
import type { Charge, ChargeEvent, Dispute, Refund } from '../../api/contract.ts'

export type NextStep =
  | { kind: 'waitingProvider' }
  | { kind: 'polling'; inMs: number; expiresAt: string | null }
  | { kind: 'expiring' }
  | { kind: 'pastDue' }
  | { kind: 'decision' }
  | { kind: 'acknowledge' }
  | { kind: 'refundDecision' }
  | { kind: 'refundUnderWay' }
  | { kind: 'disputed'; hasDeadline: boolean }
  | { kind: 'settled'; status: SettledStatus }

export function nextStep(
  charge: Pick<Charge, 'status' | 'needsAttention' | 'transactionId' | 'paymentMethod' | 'expiresAt' | 'createdAt'>,
  events: readonly Pick<ChargeEvent, 'type' | 'at' | 'detail'>[],
  now: number,
  refunds: readonly Pick<Refund, 'state' | 'needsAttention'>[] = [],
  disputes: readonly Pick<Dispute, 'state' | 'dueAt'>[] = [],
): NextStep {
  const { status, needsAttention, transactionId, expiresAt } = charge
  if (isSettled(status)) {
    if (refunds.some((refund) => refund.needsAttention)) return { kind: 'refundDecision' }
    if (needsAttention) return { kind: 'acknowledge' }
    if (refunds.some(({ state }) => !isDisbursementSettled(state))) return { kind: 'refundUnderWay' }
    const open = disputes.filter(({ state }) => isOpenDispute(state))
    if (open.length > 0) return { kind: 'disputed', hasDeadline: open.some(({ dueAt }) => dueAt !== null) }
    return { kind: 'settled', status }
  }
  if (needsAttention) return { kind: 'decision' }
  if (transactionId === null) return { kind: 'waitingProvider' }
  if (isPastDue(charge, now)) return { kind: charge.paymentMethod === 'BILLET' ? 'pastDue' : 'expiring' }
  const created = events.findLast(
    ({ type, detail }) => type === 'created' || (type === 'lookedUp' && detail?.found === true),
  )
  return { kind: 'polling', inMs: untilNextReading(now - Date.parse(created?.at ?? charge.createdAt)), expiresAt }
}
