/** An operator's decision about money that arrived after the charge's workflow had closed. */
import { setCurrentDetails } from '@temporalio/workflow'
import type { LateDecision } from '../../activities/take-late-amounts.ts'
import type { DecisionAnswer } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import type { ChargeDecisionInput } from '../messages.ts'
import { readFailure } from '../shared/failure.ts'
import { showEnd } from '../shared/movement.ts'
import { DETAILS } from '../texts.ts'
import { loadChargeFacts, recordDecision, takeLateAmounts } from './activities.ts'

/** Where the provider can be read, it is read once more, and only amounts that it reports as paid are taken. */
export async function chargeDecision({
  chargeId,
  decision,
  transactionId,
  shown,
}: ChargeDecisionInput): Promise<DecisionAnswer> {
  setCurrentDetails(DETAILS.charge.decision)
  const answer = await takeShown({ chargeId, ...decision, ...defined({ transactionId, shown }) })
  const { needsAttention } = await recordDecision({ chargeId, decided: { ...answer, ...decision, kind: 'resolve' } })
  showEnd((await loadChargeFacts({ chargeId })).status, needsAttention)
  return answer
}

/** Accepts the payment that the operator was shown, if its provider confirms it or cannot be read. */
export async function takeShown(decision: LateDecision): Promise<DecisionAnswer> {
  try {
    // An activity that was scheduled before it said what became of the decision says nothing, and took what there was.
    const answer: DecisionAnswer | undefined = await takeLateAmounts(decision)
    return answer ?? { became: 'carriedOut' }
  } catch (error) {
    readFailure(error)
    return { became: 'void', why: 'unreadable' }
  }
}
