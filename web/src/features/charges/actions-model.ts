/** Which decisions a charge's state leaves to an operator. */
import { bringsMoney, CHARGE_STATUSES, isRefused, isSettled } from '../../../../domain/charge.ts'
import type { Charge, ChargeEvent, DecisionKind } from '../../api/contract.ts'

/**
 * To acknowledge is to say that an operator has seen it: a settled charge is not moved by it. To accept another amount is to take
 * the charge for paid, though the provider speaks of another sum; to confirm a notice, though nothing but the notice says so. That an
 * end stands is said of one that the provider gave in a word that no table maps.
 */
export type ChargeAction = DecisionKind | 'acknowledge' | 'acceptAmount' | 'confirmPaid' | 'endStands'

interface Reasons {
  readonly attentionReasons: readonly string[]
}

type Told = Pick<ChargeEvent, 'detail'>

/**
 * @param canLookUp whether the provider can be asked after a charge whose answer was lost.
 * @param events the charge's history, oldest first: it says what an unconfirmed notice claims.
 */
export function allowedActions(
  charge: Pick<Charge, 'status' | 'statusUnmapped' | 'needsAttention' | 'attention' | 'transactionId'> & Reasons,
  canLookUp: boolean,
  events: readonly Told[] = [],
): readonly ChargeAction[] {
  const { status, statusUnmapped, needsAttention, attention, transactionId } = charge
  const claims = claimedIn(events)
  if (isSettled(status)) {
    const doubted: ChargeAction[] = statusUnmapped && isRefused(status) ? ['endStands'] : []
    return needsAttention ? [...whatCameLate(charge, claims), ...doubted, 'acknowledge'] : doubted
  }
  switch (attention) {
    case 'unknownOutcome':
      return canLookUp ? ['retry', 'resolve', 'cancel'] : ['resolve', 'cancel']
    case 'providerUnreachable':
      return ['retry', 'resolve', 'cancel']
    case 'workflowLost':
      return ['retry', 'cancel']
    case 'amountMismatch':
      if (transactionId !== null) return ['acceptAmount', 'cancel']
      return canLookUp ? ['acceptAmount', 'resolve', 'cancel'] : ['resolve', 'cancel']
    case 'unconfirmedNotice':
      return transactionId === null || claims === 'return' ? ['cancel'] : ['confirmPaid', 'cancel']
    default:
      return ['cancel']
  }
}

/** Money that is not what was charged, or that only a notice speaks of, is taken also after the charge was given up. */
function whatCameLate({ status, attentionReasons }: Pick<Charge, 'status'> & Reasons, claims: Claim): ChargeAction[] {
  const isUnconfirmed = attentionReasons.includes('unconfirmedNotice')
  // Of a charge that is paid, a notice of one more payment.
  if (bringsMoney(status)) return isUnconfirmed && claims === 'payment' ? ['confirmPaid'] : []
  if (!isRefused(status)) return []
  if (attentionReasons.includes('amountMismatch')) return ['acceptAmount']
  return isUnconfirmed && claims !== 'return' ? ['confirmPaid'] : []
}

type Claim = 'payment' | 'return' | undefined

/** What the newest notice says that its provider has not confirmed: that money came, or that it went back. */
function claimedIn(events: readonly Told[]): Claim {
  const told = events.findLast(({ detail }) => detail?.unconfirmed === true)?.detail?.status
  const status = CHARGE_STATUSES.find((known) => known === told)
  return status && (bringsMoney(status) ? 'payment' : 'return')
}
