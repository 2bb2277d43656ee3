/** Records a pending refund's status word that no table maps, and asks an operator, because no later event may report the refund. */
import type { DisbursementAnswer } from '../db/queries/disbursement/attempt-ends.ts'
import { factKey } from '../db/queries/disbursement/fact-key.ts'
import type { DisbursementRow } from '../db/queries/disbursement/read.ts'
import { applyDisbursementTransition } from '../db/queries/disbursement/transitions.ts'
import type { ActivityDependencies } from './context.ts'
import { noteUnmapped } from './disbursement-snapshot.ts'

export function refundWordNoter(dependencies: ActivityDependencies) {
  /** @returns whether the word is news. */
  return async ({ id: disbursementId, provider }: DisbursementRow, answer: DisbursementAnswer): Promise<boolean> => {
    const { status: to, ...facts } = answer
    const said = { disbursementId, to, cause: 'poll', key: factKey('poll', answer), ...facts } as const
    const outcome = await applyDisbursementTransition(dependencies.database.writer, said)
    if (!outcome?.isNewWord) return false
    noteUnmapped(dependencies, { disbursementId, provider: provider ?? '' }, answer)
    return true
  }
}
