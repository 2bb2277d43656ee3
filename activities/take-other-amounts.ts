/** What was paid with another amount, by the provider's word, becomes the charge's money by an operator's. */
import { ApplicationFailure } from '@temporalio/common'
import { findStated } from '../db/queries/charge/noticed.ts'
import { findOtherAmounts, type OtherAmount } from '../db/queries/charge/other-payments.ts'
import { findPaidAmount } from '../db/queries/charge/paid-amounts.ts'
import { findPaymentState, lockCharge } from '../db/queries/charge/payments.ts'
import { applyTransition } from '../db/queries/charge/transitions.ts'
import { bringsMoney, type ChargeStatus, canMove } from '../domain/charge.ts'
import { OTHER_AMOUNT } from '../domain/decision.ts'
import { defined } from '../domain/defined.ts'
import { NOT_OURS } from '../domain/provider-error.ts'
import { canBeRead } from '../inbox/proven.ts'
import { readingEventId } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import type { seeCharge } from './read-charge.ts'
import { workflowTeller } from './tell-workflow.ts'

/** What is taken, with what was paid where only a notice has said it. */
export interface Taken extends Pick<OtherAmount, 'id' | 'of'> {
  status: ChargeStatus
  amount?: number
  /** The amount that its row has, where it was read. */
  kept?: number
}

export interface SeenOther {
  known: OtherAmount
  status: ChargeStatus | null
  /** What the provider states now, or what is known where it states none. Integer cents. */
  amount: number
  /** What only an unproved notice has stated, if the provider states nothing. Integer cents. */
  noticed?: number
}

/** Those that their provider calls paid. */
export const paidOf = (seen: readonly SeenOther[]): Taken[] =>
  seen.flatMap(({ known: { id, of, amount: kept }, status, noticed }) =>
    status !== null && bringsMoney(status) ? [{ id, of, status, kept, ...defined({ amount: noticed }) }] : [],
  )

/** @param own whether the transaction that the charge shows is taken, too. */
export function otherTaker(dependencies: ActivityDependencies, see: ReturnType<typeof seeCharge>) {
  const { look, take } = otherAmounts(dependencies, see)
  return async (chargeId: string, { by, own }: { by?: string; own: boolean }): Promise<void> => {
    const others = await findOtherAmounts(dependencies.database.writer, chargeId)
    const seen = await look(
      chargeId,
      others.filter(({ isOwn }) => own || !isOwn),
    )
    const asKnown = seen.filter(({ known, amount }) => amount === known.amount)
    await take(chargeId, paidOf(asKnown), { key: 'operator', ...defined({ by }) })
  }
}

/** That nothing more is said of a transaction: another amount, or there is none, or it cannot be read. */
const SAYS_NO_MORE: readonly (string | null | undefined)[] = ['Mismatch', NOT_OURS, 'NotSupported', 'NotFound']

export const saysNoMore = (error: unknown): error is ApplicationFailure =>
  error instanceof ApplicationFailure && SAYS_NO_MORE.includes(error.type)

export function otherAmounts(dependencies: ActivityDependencies, see: ReturnType<typeof seeCharge>) {
  const db = dependencies.database.writer
  const { note, tell } = workflowTeller(dependencies)
  return {
    /** Those that can be asked about. All are asked about before one is taken: what fails on the way has taken nothing. */
    async look(chargeId: string, others: readonly OtherAmount[]): Promise<SeenOther[]> {
      const seen: SeenOther[] = []
      const noticed = await findStated(db, chargeId, OTHER_AMOUNT)
      for (const known of others.filter(({ of }) => canBeRead(of.provider))) {
        const { accountId, transactionId } = known.of
        try {
          const asked = { chargeId, accountId, transactionId, trusted: true, isPaid: true }
          const { reading, said, charge } = await see(asked)
          // A proved amount is kept with the payment. An unproved one is only in its notice.
          const isUnstated = said.amount === undefined && known.amount === charge.amount
          const stated = isUnstated ? noticed.find(({ id }) => id === known.id)?.amount : undefined
          const amount = said.partlyPaid ?? said.amount ?? known.amount
          // The part that has arrived is what an operator may take.
          const status = said.partlyPaid === undefined ? reading.status : 'APPROVED'
          seen.push({ known, status, amount, ...defined({ noticed: stated }) })
        } catch (error) {
          if (!saysNoMore(error)) throw error
        }
      }
      return seen
    },
    /**
     * All of it or nothing. Each payment's row in the history has a key that begins with `key`.
     * @returns false if news of them came first, and there is nothing left to take.
     */
    async take(chargeId: string, taken: readonly Taken[], { by, key }: { by?: string; key: string }): Promise<boolean> {
      const movement = { kind: 'charge', id: chargeId } as const
      await note(movement)
      const done = await db.transaction(async (tx) => {
        await lockCharge(tx, chargeId)
        const open: Taken[] = []
        for (const payment of taken) {
          const state = await findPaymentState(tx, payment.of)
          const { of, kept } = payment
          const isKept = kept === undefined || (await findPaidAmount(tx, chargeId, of)) === kept
          if (isKept && state !== undefined && canMove(state, payment.status)) open.push(payment)
        }
        for (const { id, of, status, amount } of open) {
          const said = { chargeId, to: status, cause: 'operator', key: `${key}/${id}`, of } as const
          await applyTransition(tx, { ...said, ...defined({ by, amount }) })
        }
        return open
      })
      for (const { status } of done) await tell(movement, readingEventId(status))
      return done.length > 0
    },
  }
}
