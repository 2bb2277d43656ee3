/** The second half of a withdrawal: the provider has it, and says sooner or later what became of it, or a person does. */
import { CancellationScope, condition, isCancellation, setCurrentDetails } from '@temporalio/workflow'
import type { PayoutNews } from '../activities/read-payout.ts'
import { pollingActivities } from './payout-activities.ts'
import {
  hasDecision,
  isOver,
  noteDecision,
  type PayoutDecision,
  type PayoutState,
  park,
  showNews,
  takeDecision,
} from './payout-state.ts'
import type { PayoutTiming } from './payout-timing.ts'
import { resolve } from './send-payout.ts'

const ASK_A_PERSON =
  'O provedor recebeu o pedido e não diz o que houve com ele. Confira no painel do provedor e envie o sinal resolve ({"outcome":"created","status":"APPROVED"} ou {"outcome":"notCreated"}).'

/** Returns once the payout has its final status. */
export async function followPayout(state: PayoutState, timing: PayoutTiming): Promise<void> {
  state.phase = 'waiting'
  state.isAsking = true
  // What was said before was about whether it was taken at all.
  state.decisions.length = 0
  setCurrentDetails('O provedor recebeu o pedido: aguardando a confirmação.')
  let poll = startPoll(state, timing)
  while (!isOver(state)) {
    const news = poll.news()
    if (news) {
      showNews(state, news)
      if (isOver(state)) return
    }
    const decision = takeDecision(state)
    if (decision) {
      await carryOut(state, decision)
      if (decision.kind === 'retry') {
        poll.cancel()
        poll = startPoll(state, timing)
      }
      continue
    }
    const somethingNew = () => poll.news() !== undefined || hasDecision(state)
    if (!state.needsAttention) {
      if (!poll.isOver() && (await condition(() => somethingNew() || poll.isOver(), timing.confirmMs))) continue
      await park(state, 'noConfirmation', ASK_A_PERSON)
    }
    await condition(somethingNew)
  }
  poll.cancel()
}

interface Poll {
  /** What ended it. */
  news(): PayoutNews | undefined
  /** True when it will bring nothing any more: the provider cannot be asked, or its time was up. */
  isOver(): boolean
  cancel(): void
}

function startPoll({ input }: PayoutState, timing: PayoutTiming): Poll {
  const scope = new CancellationScope()
  let answer: PayoutNews | 'unreadable' | undefined
  scope
    .run(() => pollingActivities(timing).pollPayout({ payoutId: input.payoutId }))
    .then((found) => {
      answer = found
    })
    .catch((error: unknown) => {
      if (!isCancellation(error)) answer = 'unreadable'
    })
  return {
    news: () => (answer === 'unreadable' ? undefined : answer),
    isOver: () => answer === 'unreadable',
    cancel: () => scope.cancel(),
  }
}

/** The provider has the money, so cancelling is no longer ours to do. */
async function carryOut(state: PayoutState, decision: PayoutDecision): Promise<void> {
  if (decision.kind === 'cancel') return
  if (decision.kind === 'retry') return noteDecision(state, decision)
  const news = await resolve(state, decision)
  if (news === 'unreadable') return
  await noteDecision(state, decision)
  if (news) showNews(state, news)
}
