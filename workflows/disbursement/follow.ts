/** The second half of a disbursement: the provider has it; its final status comes from the provider or from an operator. */
import { setCurrentDetails } from '@temporalio/workflow'
import { carriedOut, hasDecision, nextDecision, type PendingDecision, voidDecision } from '../shared/decisions.ts'
import { waitForNews } from '../shared/movement.ts'
import { DETAILS } from '../texts.ts'
import { readSoon } from './activities.ts'
import { answerWord, resolve } from './learn.ts'
import { type DisbursementState, isOver, showNews } from './state.ts'

/** Returns once the final status is known from the account's reader, a notice or an operator. */
export async function followDisbursement(state: DisbursementState): Promise<void> {
  state.phase = 'following'
  setCurrentDetails(DETAILS.disbursement.waiting)
  const isNews = () => hasDecision(state) || isOver(state)
  while (!isOver(state)) {
    const pending = await nextDecision(state)
    if (pending) {
      await carryOut(state, pending)
      continue
    }
    const words = DETAILS.disbursement.asksAboutEnd
    await waitForNews(state, isNews, { doubt: 'noConfirmation', words, quietMs: state.timing.pendingMs })
  }
}

/** The provider has the request and may have paid, so a cancellation is void. */
async function carryOut(state: DisbursementState, pending: PendingDecision): Promise<void> {
  const { decision } = pending
  switch (decision.kind) {
    case 'cancel':
      return voidDecision(state, pending, 'mayBePaid')
    case 'retry':
      state.isUnreadable = false
      await readSoon({ kind: state.kind, id: state.input.disbursementId })
      return carriedOut(state, pending)
    case 'resolve': {
      const news = await resolve(state, pending, decision)
      if (typeof news === 'string') return voidDecision(state, pending, news)
      await answerWord(state, pending, news)
      showNews(state, news)
    }
  }
}
