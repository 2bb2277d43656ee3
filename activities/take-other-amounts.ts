/** What was paid with another amount, by the provider's word, becomes the charge's money by an operator's. */
import { ApplicationFailure } from '@temporalio/common'
import { findOtherAmounts } from '../db/queries/charge/other-payments.ts'
import { bringsMoney, isSettled } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { NOT_OURS } from '../domain/provider-error.ts'
import type { Connections } from '../gateway/connection.ts'
import { readingEventId } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { seeCharge } from './read-charge.ts'
import { recordTransition } from './record-transition.ts'
import { workflowTeller } from './tell-workflow.ts'

/** @param own whether the transaction that the charge shows is taken, too. */
export function otherTaker(dependencies: ActivityDependencies, see: ReturnType<typeof seeCharge>) {
  const record = recordTransition(dependencies)
  const { note, tell } = workflowTeller(dependencies)
  return async (chargeId: string, { by, own }: { by?: string; own: boolean }): Promise<void> => {
    const movement = { kind: 'charge', id: chargeId } as const
    for (const { id, of, amount, isOwn } of await findOtherAmounts(dependencies.database.writer, chargeId)) {
      if (isOwn && !own) continue
      const { accountId, transactionId } = of
      const { reading, said } = await see({ chargeId, accountId, transactionId, trusted: true, isPaid: true })
      const { status } = reading
      const isAnother = said.amount !== undefined && said.amount !== amount
      if (status === null || !bringsMoney(status) || isAnother) continue
      await note(movement)
      await record({ chargeId, to: status, cause: 'operator', key: `operator/${id}`, of, ...defined({ by }) })
      await tell(movement, readingEventId(status))
    }
  }
}

/** That nothing more is said of the charge's own transaction: another amount, or there is none, or it cannot be read. */
const SAYS_NO_MORE: readonly (string | null | undefined)[] = ['Mismatch', NOT_OURS, 'NotSupported']

/**
 * Of a charge that was given up: what its provider calls paid becomes its money, of whatever amount.
 * @throws ApplicationFailure of the reading, with the provider error's kind.
 */
export function takeLateAmounts(dependencies: ActivityDependencies, connections: Connections) {
  const see = seeCharge(dependencies, connections)
  const record = recordTransition(dependencies)
  const take = otherTaker(dependencies, see)
  return async ({ chargeId, by }: { chargeId: string; by: string }): Promise<void> => {
    let own = false
    // Of another amount, the newest is kept by this.
    const seen = await see({ chargeId }).catch((error: unknown) => {
      if (!(error instanceof ApplicationFailure && SAYS_NO_MORE.includes(error.type))) throw error
      own = error.type === 'Mismatch'
      return undefined
    })
    if (seen) {
      const { status, ...said } = seen.reading
      const to = status ?? 'PENDING'
      if (isSettled(to)) await record({ chargeId, to, cause: 'poll', key: `poll/${to}`, ...said })
    }
    await take(chargeId, { by, own })
  }
}
