/** Applies a provider's event to a withdrawal. Also the workflow for an event that arrives after the withdrawal's has closed. */
import { setCurrentDetails, setHandler } from '@temporalio/workflow'
import type { DisbursementNews } from '../../activities/disbursement-news.ts'
import type { ConfirmationWaits } from '../../activities/provider-event.ts'
import { isReadingEvent, providerEventSignal, UNREADABLE, type WithdrawalEventInput } from '../messages.ts'
import { showEnd } from '../shared/movement.ts'
import { DETAILS } from '../texts.ts'
import { applyWithdrawalEvent, confirmWithdrawalEvent } from './activities.ts'
import { type DisbursementState, showNews } from './state.ts'
import { DISBURSEMENT_TIMING } from './timing.ts'

/** Applies every event concurrently with the workflow, so that a provider that does not answer delays nothing. */
export function learnEvents(state: DisbursementState): void {
  const { disbursementId } = state.input
  const seen = new Set<string>()
  setHandler(providerEventSignal, async (event) => {
    const eventId = event?.eventId
    if (typeof eventId !== 'string' || seen.has(eventId)) return
    if (eventId === UNREADABLE) {
      state.isUnreadable = true
      return
    }
    seen.add(eventId)
    const news = await learnEvent({ disbursementId, eventId }, waitsOf(state))
    if (!news) return
    // Only a notice ends the doubt about the creation. A reading is made only after an answer was recorded.
    if (!isReadingEvent(eventId)) state.told = news
    showNews(state, news)
  })
}

const waitsOf = ({ timing: { silentMs, confirmMs } }: Pick<DisbursementState, 'timing'>): ConfirmationWaits => ({
  silentMs,
  confirmMs,
})

/** @returns undefined if the event changes nothing about the withdrawal. */
async function learnEvent(
  key: { disbursementId: string; eventId: string },
  waits: ConfirmationWaits,
): Promise<DisbursementNews | undefined> {
  const applied = await applyWithdrawalEvent(key)
  const learnt = applied.outcome === 'look' ? await confirmWithdrawalEvent({ ...key, ...waits }) : applied
  return learnt.outcome === 'recorded' ? learnt.news : undefined
}

export async function withdrawalEvent({ disbursementId, eventId }: WithdrawalEventInput): Promise<void> {
  setCurrentDetails(DETAILS.disbursement.event)
  const news = await learnEvent({ disbursementId, eventId }, waitsOf({ timing: DISBURSEMENT_TIMING }))
  if (news) showEnd(news.status, news.needsAttention)
}
