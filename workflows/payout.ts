/** Refunds and withdrawals: have the money sent, once, learn its fate, and leave behind a row that tells the truth. */
import { allHandlersFinished, condition, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow'
import type { PayoutKind, PayoutStatus } from '../domain/payout.ts'
import { followPayout } from './follow-payout.ts'
import { type PayoutInput, SEARCH_ATTRIBUTES } from './messages.ts'
import { recordPayoutTransition } from './payout-activities.ts'
import { answerCreation, isOver, openPayoutState, type PayoutState, showNews } from './payout-state.ts'
import { PAYOUT_TIMING } from './payout-timing.ts'
import { sendPayout } from './send-payout.ts'

export interface PayoutResult {
  status: PayoutStatus
}

export function refund(input: PayoutInput): Promise<PayoutResult> {
  return payOut(input, 'refund')
}

export function withdrawal(input: PayoutInput): Promise<PayoutResult> {
  return payOut(input, 'withdrawal')
}

async function payOut(input: PayoutInput, kind: PayoutKind): Promise<PayoutResult> {
  const timing = { ...PAYOUT_TIMING, ...input.timing }
  const state = openPayoutState(input, kind)

  const sent = await sendPayout(state, timing)
  switch (sent.outcome) {
    case 'created':
      showNews(state, sent)
      answerCreation(state, { outcome: 'created' })
      if (!isOver(state)) await followPayout(state, timing)
      break
    case 'refused':
      await end(state, { to: 'REJECTED', cause: 'provider', key: 'refused', message: sent.message })
      answerCreation(state, sent)
      break
    case 'canceled': {
      const by = sent.by === undefined ? {} : { by: sent.by }
      const to = kind === 'refund' ? 'REJECTED' : 'CANCELED'
      await end(state, { to, cause: 'operator', key: 'operator/cancel', ...by })
      answerCreation(state, { outcome: 'refused', message: 'Cancelado por um operador' })
      break
    }
    case 'abandoned':
      state.status = 'REJECTED'
      answerCreation(state, { outcome: 'abandoned' })
      break
  }
  return close(state)
}

async function end(
  state: PayoutState,
  ending: Omit<Parameters<typeof recordPayoutTransition>[0], 'payoutId'>,
): Promise<void> {
  showNews(state, await recordPayoutTransition({ payoutId: state.input.payoutId, ...ending }))
}

async function close(state: PayoutState): Promise<PayoutResult> {
  state.phase = 'done'
  setCurrentDetails(`Concluído: ${state.status}.`)
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.status, value: state.status },
    { key: SEARCH_ATTRIBUTES.needsAttention, value: state.needsAttention },
  ])
  await condition(allHandlersFinished)
  return { status: state.status }
}
