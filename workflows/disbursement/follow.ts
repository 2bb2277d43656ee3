/** The second half of a withdrawal: the provider has it, and says sooner or later what became of it, or an operator does. */
import { condition, setCurrentDetails } from '@temporalio/workflow'
import type { PayoutNews } from '../../activities/read-payout.ts'
import { carriedOut, hasDecision, nextDecision, type PendingDecision, voidDecision } from '../shared/decisions.ts'
import { park } from '../shared/movement.ts'
import { type Search, searchFor } from '../shared/search.ts'
import { pollActivities } from './activities.ts'
import { resolve } from './learn.ts'
import { type DisbursementState, isOver, showNews } from './state.ts'

const ASK =
  'O provedor recebeu o pedido e não diz o que houve com ele. Confira no painel do provedor e envie o sinal resolve ({"outcome":"created","status":"APPROVED"} ou {"outcome":"notCreated"}).'

/** Returns once it has its final status. */
export async function followDisbursement(state: DisbursementState): Promise<void> {
  state.phase = 'following'
  setCurrentDetails('O provedor recebeu o pedido: aguardando a confirmação.')
  let poll = startPoll(state)
  while (!isOver(state)) {
    const news = poll.found()
    if (news) {
      showNews(state, news)
      if (isOver(state)) return
    }
    const pending = await nextDecision(state)
    if (pending) {
      await carryOut(state, pending)
      if (pending.decision.kind === 'retry') {
        poll.cancel()
        poll = startPoll(state)
      }
      continue
    }
    const somethingNew = () => poll.found() !== undefined || hasDecision(state) || isOver(state)
    if (!state.needsAttention) {
      if (!poll.isOver() && (await condition(() => somethingNew() || poll.isOver(), state.timing.confirmMs))) continue
      await park(state, 'noConfirmation', ASK)
    }
    await condition(somethingNew)
  }
  poll.cancel()
}

/** Over when it will bring nothing any more: the provider cannot be asked, or its time was up. */
function startPoll({ input, timing }: DisbursementState): Search<PayoutNews> {
  return searchFor(async () => {
    const news = await pollActivities(timing).pollPayout({ payoutId: input.payoutId })
    return news === 'unreadable' ? undefined : news
  })
}

/** The provider has the money, so cancelling is no longer ours to do. */
async function carryOut(state: DisbursementState, pending: PendingDecision): Promise<void> {
  const { decision } = pending
  switch (decision.kind) {
    case 'cancel':
      return voidDecision(state, pending, 'mayBePaid')
    case 'retry':
      return carriedOut(state, pending)
    case 'resolve': {
      const news = await resolve(state, pending, decision)
      if (typeof news === 'string') return voidDecision(state, pending, news)
      await (news.contradicts ? voidDecision(state, pending, 'found') : carriedOut(state, pending))
      showNews(state, news)
    }
  }
}
