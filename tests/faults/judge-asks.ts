/** What an operator is asked about a lifecycle with which nothing went wrong: its plan alone gives reasons. */
import type { AttentionReason } from '../../domain/charge.ts'
import type { DisbursementAttention } from '../../domain/disbursement.ts'
import type { KillDone } from './chaos.ts'
import type { Crowding } from './crowding.ts'
import type { Circumstances } from './judge.ts'
import { isAbout } from './judge-losses.ts'
import type { Observation } from './observe.ts'
import type { ChargeLife, Life, WithdrawalLife } from './plan.ts'
import { PAYING_OUT } from './terrain.ts'
import { broken, type Violation } from './verdict.ts'
import { type Deed, emailOf } from './world.ts'

type Reason = AttentionReason | DisbursementAttention

const ANSWERED_WITHIN_MS = 20_000

/** A crowded machine makes an answer late, and of a late one an operator is rightly asked. */
export const isCrowded = ({ since, until }: Pick<Deed, 'since' | 'until'>, crowding: Pick<Crowding, 'from'>): boolean =>
  crowding.from(since, ANSWERED_WITHIN_MS) || crowding.from(since, (until ?? since) - since)

/** What its people do last, the product may still be about when they have ended: an answer of a provider is waited for as long. */
const ON_ITS_WAY_MS = 5_000

/** Over, without a fault, and with nothing dead all the time. */
export function isUntouched({ life, since, until }: Deed, kills: readonly KillDone[]): boolean {
  if (life.cells.length > 0 || until === null) return false
  return !kills.some(({ victim, ...dead }) => isAbout(victim, dead, since, until - since + ON_ITS_WAY_MS))
}

/** What is late gives these reasons: where the machine was crowded they say nothing of the product. */
const OF_TIME: readonly string[] = [
  'unknownOutcome',
  'providerUnreachable',
  'workflowLost',
  'workflowStuck',
  'noConfirmation',
  'unconfirmedNotice',
] satisfies Reason[]

/** An operator is asked without a reason. */
export function unreasoned(
  deeds: readonly Deed[],
  seen: Observation,
  { kills, crowding }: Pick<Circumstances, 'kills'> & { crowding: Pick<Crowding, 'from'> },
): Violation[] {
  return deeds
    .filter((deed) => isUntouched(deed, kills))
    .flatMap((deed) => {
      const excused: readonly string[] = isCrowded(deed, crowding) ? OF_TIME : []
      const due: readonly string[] = dueReasons(deed.life)
      const others = [...new Set(reasonsOf(deed.life, seen))].filter(
        (one) => !due.includes(one) && !excused.includes(one),
      )
      return others.map((reason) => broken(deed, 'unreasoned', `nothing went wrong, and it asks about ${reason}`))
    })
}

function reasonsOf(life: Life, { charges, refunds, withdrawals, receivers }: Observation): string[] {
  switch (life.kind) {
    case 'charge': {
      const own = charges.filter(({ orderId }) => orderId === life.key)
      const back = refunds.filter(({ chargeId }) => own.some(({ id }) => id === chargeId))
      return [...own, ...back].flatMap(({ attentionReasons }) => attentionReasons)
    }
    case 'withdrawal':
      return withdrawals
        .filter(({ withdrawReference }) => withdrawReference === life.key)
        .flatMap(({ attentionReasons }) => attentionReasons)
    case 'receiver':
      return receivers.filter(({ email }) => email === emailOf(life)).flatMap(({ attention }) => attention ?? [])
  }
}

function dueReasons(life: Life): readonly Reason[] {
  switch (life.kind) {
    case 'charge':
      return ofCharge(life)
    case 'withdrawal':
      return ofWithdrawal(life)
    case 'receiver':
      return []
  }
}

function ofCharge({ buyer, canceled }: ChargeLife): readonly Reason[] {
  const isLate = canceled || buyer.includes('expire')
  return [
    ...(isLate && buyer.includes('pay') ? (['latePayment'] as const) : []),
    ...(buyer.includes('win') ? (['disputeWon'] as const) : []),
    ...(buyer.includes('refundPart') ? (['returnedInPart'] as const) : []),
  ]
}

function ofWithdrawal({ provider, approval }: WithdrawalLife): readonly Reason[] {
  return [
    ...(approval === null ? [] : (['awaitsApproval'] as const)),
    ...(PAYING_OUT[provider]?.isNeverRead ? (['noConfirmation', 'unconfirmedNotice'] as const) : []),
  ]
}
