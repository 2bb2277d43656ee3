/** Reads a payment that its charge does not show: an earlier attempt's or a second one. It may still be paid or returned. */
import { ApplicationFailure } from '@temporalio/common'
import { isFreshlyDisputed } from '../db/queries/charge/disputed.ts'
import { findOtherPayment } from '../db/queries/charge/other-payments.ts'
import { bringsMoney, isSettled } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { YOUNG_DISPUTE_MS } from '../domain/dispute.ts'
import { DISPUTE_WINDOW_MS } from '../domain/poll-rhythm.ts'
import type { Connections } from '../gateway/connection.ts'
import { readingEventId } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { seeCharge } from './read-charge.ts'
import { recordTransition } from './record-transition.ts'
import { NEVER_AGAIN, type Take } from './taken.ts'
import type { Teller } from './tell-workflow.ts'

export function takePayment(
  dependencies: ActivityDependencies,
  connections: Connections,
  { note, tell }: Teller,
): Take {
  const see = seeCharge(dependencies, connections)
  const record = recordTransition(dependencies)
  return async (due) => {
    const { id } = due
    const payment = await findOtherPayment(dependencies.database.writer, id)
    if (!payment) return NEVER_AGAIN
    const { chargeId, paymentMethod, isPaid, of } = payment
    const windowMs = DISPUTE_WINDOW_MS[paymentMethod]
    // A payment that never changes has no other end.
    if (due.ageMs > windowMs) return NEVER_AGAIN
    const { accountId, transactionId } = of
    const seen = await see({ chargeId, accountId, transactionId, trusted: true, isPaid }).catch((error: unknown) => {
      if (error instanceof ApplicationFailure && error.type === 'Mismatch') return undefined
      throw error
    })
    // seeCharge has asked an operator about the other amount. The payment is still read on.
    if (!seen) return { windowMs }
    const { reading, charge } = seen
    const { status, rawStatus, unmapped } = reading
    const to = status ?? 'PENDING'
    if (!isSettled(to) && !unmapped) return { windowMs }
    if (bringsMoney(to) && (await isFreshlyDisputed(dependencies.database.writer, chargeId))) {
      return { windowMs, everyMs: YOUNG_DISPUTE_MS }
    }
    if (to !== charge.status) await note(due)
    const said = defined({ rawStatus, unmapped })
    const { moved } = await record({ chargeId, to, cause: 'poll', key: `poll/${id}/${to}`, of, ...said })
    if (moved) await tell({ kind: 'charge', id: chargeId }, readingEventId(to))
    return { windowMs }
  }
}
