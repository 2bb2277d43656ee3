/** Reads one movement at its provider and records its status. The movement's workflow is signalled only if something changed. */
import { randomUUID } from 'node:crypto'
import { ApplicationFailure } from '@temporalio/common'
import { paymentId } from '../db/attempt-ids.ts'
import { noteStillPaid } from '../db/queries/charge/contradictions.ts'
import { isFreshlyDisputed } from '../db/queries/charge/disputed.ts'
import type { ChargeRow } from '../db/queries/charge/read.ts'
import { noteDispute } from '../db/queries/dispute/close.ts'
import { windowOf } from '../db/queries/reading/window.ts'
import { noteDisbursementReading, noteReading } from '../db/queries/reconciliation/readings.ts'
import { bringsMoney, type ChargeStatus, isPaid, isRefunded, isSettled } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { YOUNG_DISPUTE_MS } from '../domain/dispute.ts'
import { DISBURSEMENT_WINDOW_MS } from '../domain/poll-rhythm.ts'
import type { ReadingKind } from '../domain/reading.ts'
import type { TransactionReading } from '../domain/transaction.ts'
import type { Connections } from '../gateway/connection.ts'
import { findProvider } from '../providers/index.ts'
import { readingEventId, UNREADABLE } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { seeCharge } from './read-charge.ts'
import { seeDisbursement, seeSettledRefund } from './read-disbursement.ts'
import { recordTransition } from './record-transition.ts'
import { takeNotice } from './take-notice.ts'
import { otherReader, paidIn, takePayment } from './take-payment.ts'
import { takeReceiver } from './take-receiver.ts'
import { takeVoid } from './take-void.ts'
import { NEVER_AGAIN, NOT_ASKED, type Take } from './taken.ts'
import { type Teller, workflowTeller } from './tell-workflow.ts'

/** How long a refund that has ended is read in case the provider says otherwise: long enough for two readings. */
const REFUND_WINDOW_MS = 2 * 60 * 60_000

/** @throws ApplicationFailure of the reading, with the provider error's kind. */
export function takeReading(dependencies: ActivityDependencies, connections: Connections): Take {
  const teller = workflowTeller(dependencies)
  const disbursement = takeDisbursement(dependencies, connections, teller)
  const takers: Record<ReadingKind, Take> = {
    void: takeVoid(dependencies, connections, teller),
    charge: takeCharge(dependencies, connections, teller),
    payment: takePayment(dependencies, connections, teller),
    refund: disbursement,
    withdrawal: disbursement,
    receiver: takeReceiver(dependencies, connections, teller),
    notice: takeNotice(dependencies, connections),
  }
  return (due) => takers[due.kind](due)
}

function takeCharge(dependencies: ActivityDependencies, connections: Connections, teller: Teller): Take {
  const { note, tell } = teller
  // So that Temporal shows it, too: the running workflow looks at its row.
  const showAsked = (id: string) => tell({ kind: 'charge', id }, readingEventId(randomUUID()))
  const see = seeCharge(dependencies, connections, showAsked)
  const { readFurther } = otherReader(dependencies, connections, teller)
  const record = recordTransition(dependencies)
  const db = dependencies.database.writer
  return async (due) => {
    const { id: chargeId } = due
    const seen = await see({ chargeId }).catch(async (error) => {
      if (error instanceof ApplicationFailure && error.type === 'NotFound') await noteReading(db, chargeId, null)
      throw error
    })
    const { reading, said: told, charge } = seen
    const { status, rawStatus, unmapped, begunAt } = reading
    // Before its end it is read without one.
    const taken = { windowMs: due.settled ? await windowOf(db, 'charge', chargeId) : Number.POSITIVE_INFINITY }
    const to = status ?? 'PENDING'
    if (!isSettled(to) && !unmapped) {
      if (charge.statusUnmapped) await showAsked(chargeId)
      // The provider waits for the rest of what an operator has taken.
      const { partlyPaid: amount } = told
      if (amount !== undefined && isPaid(charge.status)) await noteReading(db, chargeId, { status: 'APPROVED', amount })
      return taken
    }
    if (bringsMoney(to) && (await isFreshlyDisputed(db, chargeId, begunAt)))
      return { ...taken, everyMs: YOUNG_DISPUTE_MS }
    const source = { cause: 'poll', key: `poll/${to}` } as const
    const said = defined({ rawStatus, unmapped, begunAt })
    if (to !== charge.status) await note(due)
    const { moved, needsAttention } = await record({ chargeId, to, ...source, ...said })
    if (moved) await tell(due, readingEventId(to))
    else if (needsAttention && charge.attentionReasons.length === 0) await showAsked(chargeId)
    const { transactionId, dispute } = told
    const { provider, providerAccountId: accountId } = charge
    if (provider && accountId) {
      const of = { accountId, transactionId, provider }
      await readFurther({ chargeId, isPaid: true, of }, seen)
    }
    if (!isUntold(charge, told)) {
      const isDenied = isRefunded(charge.status) && (await noteDenied(charge, transactionId, to))
      await noteReading(db, chargeId, { status, amount: paidIn(told, to), isDenied })
    }
    if (dispute) await noteDispute(db, { chargeId, transactionId }, dispute)
    return taken
  }

  /** The provider still reports a fully refunded charge as paid. */
  async function noteDenied(charge: ChargeRow, transactionId: string, to: ChargeStatus): Promise<boolean> {
    const { id, providerAccountId } = charge
    if (!bringsMoney(to) || !providerAccountId || !tellsOfRefunds(charge)) return false
    return noteStillPaid(db, id, paymentId(id, providerAccountId, transactionId))
  }
}

/** Whether its refund still stands could not be read: what is known of that stays. */
const isUntold = (charge: ChargeRow, { returned }: TransactionReading): boolean =>
  isRefunded(charge.status) && returned === undefined && tellsOfRefunds(charge) === 'sum'

const tellsOfRefunds = ({ provider }: ChargeRow) => findProvider(provider ?? '').tellsOfRefunds

function takeDisbursement(dependencies: ActivityDependencies, connections: Connections, { note, tell }: Teller): Take {
  const see = seeDisbursement(dependencies, connections)
  const seeRefund = seeSettledRefund(dependencies, connections)
  const db = dependencies.database.writer
  return async (due) => {
    const { id, kind } = due
    if (due.settled && kind === 'refund') {
      // The charge's readings show the refunded total, unless the provider reports the refund itself.
      if (due.ageMs > REFUND_WINDOW_MS || !(await seeRefund(id))) return NOT_ASKED
      return { windowMs: REFUND_WINDOW_MS }
    }
    const seen = await see(id, () => note(due)).catch(async (error) => {
      const isUnknown = error instanceof ApplicationFailure && error.type === 'NotFound'
      if (isUnknown && kind === 'withdrawal') await noteDisbursementReading(db, id, false)
      throw error
    })
    if (seen !== 'unreadable' && kind === 'withdrawal') await noteDisbursementReading(db, id, true)
    switch (seen) {
      case 'unreadable':
        await note(due)
        await tell(due, UNREADABLE)
        return NEVER_AGAIN
      case 'changed':
        await tell(due, readingEventId(randomUUID()))
        return { windowMs: DISBURSEMENT_WINDOW_MS }
      case 'same':
        return { windowMs: DISBURSEMENT_WINDOW_MS }
    }
  }
}
