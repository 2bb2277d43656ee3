/** Reads a payment that its charge does not show: an earlier attempt's or a second one. It may still be paid or returned. */
import { ApplicationFailure } from '@temporalio/common'
import { paymentId } from '../db/attempt-ids.ts'
import { isFreshlyDisputed } from '../db/queries/charge/disputed.ts'
import { findOtherPayment, type OtherPayment } from '../db/queries/charge/other-payments.ts'
import { windowOf } from '../db/queries/reading/window.ts'
import { bringsMoney, type ChargeStatus, isSettled } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { YOUNG_DISPUTE_MS } from '../domain/dispute.ts'
import type { TransactionReading } from '../domain/transaction.ts'
import type { Connections } from '../gateway/connection.ts'
import { readingEventId } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { type SeenCharge, seeCharge } from './read-charge.ts'
import { recordTransition } from './record-transition.ts'
import { NEVER_AGAIN, type Take, type Taken } from './taken.ts'
import type { Teller } from './tell-workflow.ts'

export function takePayment(dependencies: ActivityDependencies, connections: Connections, teller: Teller): Take {
  const { readOther } = otherReader(dependencies, connections, teller)
  return async (due) => {
    const payment = await findOtherPayment(dependencies.database.writer, due.id)
    const windowMs = await windowOf(dependencies.database.writer, 'payment', due.id)
    if (!payment || windowMs === null) return NEVER_AGAIN
    // A payment that never changes has no other end.
    if (!due.settled && due.ageMs > windowMs) return NEVER_AGAIN
    return { ...(await readOther(payment, () => teller.note(due))), windowMs }
  }
}

/** @param note called before a change is recorded. */
export function otherReader(dependencies: ActivityDependencies, connections: Connections, { tell }: Teller) {
  const see = seeCharge(dependencies, connections)
  const record = recordTransition(dependencies)
  const db = dependencies.database.writer
  const readOther = async (payment: OtherPayment, note?: () => Promise<void>): Promise<Pick<Taken, 'everyMs'>> => {
    const { chargeId, isPaid, of } = payment
    const { accountId, transactionId } = of
    const seen = await see({ chargeId, accountId, transactionId, trusted: true, isPaid }).catch((error: unknown) => {
      if (error instanceof ApplicationFailure && error.type === 'Mismatch') return undefined
      throw error
    })
    // seeCharge has asked an operator about the other amount. The payment is still read on.
    if (!seen) return {}
    const { reading, charge } = seen
    const { status, rawStatus, unmapped, begunAt } = reading
    const to = status ?? 'PENDING'
    if (!isSettled(to) && !unmapped) return {}
    if (bringsMoney(to) && (await isFreshlyDisputed(db, chargeId, begunAt))) return { everyMs: YOUNG_DISPUTE_MS }
    if (to !== charge.status) await note?.()
    const key = `poll/${paymentId(chargeId, accountId, transactionId)}/${to}`
    const said = defined({ rawStatus, unmapped, begunAt, amount: isPaid ? undefined : paidIn(seen.said, to) })
    const { moved } = await record({ chargeId, to, cause: 'poll', key, of, ...said })
    if (moved) await tell({ kind: 'charge', id: chargeId }, readingEventId(to))
    await readFurther(payment, seen)
    return {}
  }

  /** Payments of the transaction that no notice has told of. */
  async function readFurther(payment: OtherPayment, { said, transactions }: SeenCharge): Promise<void> {
    const { further = [] } = said
    for (const [place, transactionId] of further.entries()) {
      const beside = [...transactions, ...further.slice(0, place)]
      await readOther({ ...payment, isPaid: false, of: { ...payment.of, transactionId, beside } })
    }
  }

  return { readOther, readFurther }
}

/** The amount paid, if nothing was returned. After a return some providers state only the rest. */
export const paidIn = ({ amount, returned, takenBack }: TransactionReading, to: ChargeStatus) =>
  bringsMoney(to) && !returned && !takenBack ? amount : undefined
