/** Records an operator's decision about a charge, and which questions it answers. */
import { eq } from 'drizzle-orm'
import { ATTENTION_REASONS, MONEY_REASONS } from '../../../domain/charge.ts'
import {
  answeredBy,
  CONFIRMABLE,
  confirmablesIn,
  type Decided,
  isConfirmable,
  OTHER_AMOUNT,
  takingKey,
} from '../../../domain/decision.ts'
import type { Database, Queryable } from '../../client.ts'
import { charges } from '../../schema/index.ts'
import { writeDecision } from '../movement/asking.ts'
import { CHARGES } from '../movement/tables.ts'
import { hasEventUnder } from './events.ts'
import { findNoticed } from './noticed.ts'
import { lockCharge } from './payments.ts'
import type { ChargeRow } from './read.ts'
import { flagAttention } from './transitions.ts'

/**
 * Records a decision's result. A retry keeps the doubt that it looks into. A resolve or a cancel clears everything except news of money,
 * and questions about a payment that was not shown to the operator. A decision that took a payment leaves the questions about others open.
 * @param seen the reasons that were shown, for a settled charge that may have changed since.
 * @returns whether an operator is still needed.
 */
export async function recordChargeDecision(
  db: Database,
  chargeId: string,
  decided: Decided,
  seen: readonly string[] = [],
): Promise<boolean> {
  return db.transaction((tx) => write(tx, chargeId, decided, seen))
}

/**
 * Records that an operator has seen what a settled charge asks. To have seen an unmapped word says nothing about what it means.
 * @param shown the charge as they were shown it.
 * @param alongside writes more in the same transaction.
 * @param stands whether they say that the end that an unmapped word had made stands: the seller is told.
 * @returns false if it has changed since: then nothing is written.
 */
export async function recordSeen(
  db: Database,
  shown: Pick<ChargeRow, 'id' | 'attentionReasons' | 'updatedAt'>,
  decided: Decided,
  alongside: (tx: Queryable) => Promise<void>,
  stands = false,
): Promise<boolean> {
  const { id, attentionReasons, updatedAt } = shown
  return db.transaction(async (tx) => {
    await lockCharge(tx, id)
    const [now] = await tx.select({ updatedAt: charges.updatedAt }).from(charges).where(eq(charges.id, id))
    if (now?.updatedAt !== updatedAt) return false
    await write(tx, id, decided, attentionReasons)
    if (stands) await tx.update(charges).set({ statusUnmapped: false }).where(eq(charges.id, id))
    await alongside(tx)
    return true
  })
}

async function write(tx: Queryable, chargeId: string, decided: Decided, seen: readonly string[]): Promise<boolean> {
  const isPartial = decided.kind === 'retry' || decided.became === 'void'
  const asked = await lockCharge(tx, chargeId)
  const hasTaken = await hasEventUnder(tx, chargeId, takingKey(decided.id))
  const stays: readonly string[] = [...MONEY_REASONS, ...(hasTaken ? [OTHER_AMOUNT] : CONFIRMABLE)]
  const shown = isConfirmable(decided.about) ? [decided.about] : []
  const others = isPartial ? [] : [...shown, ...ATTENTION_REASONS.filter((reason) => !stays.includes(reason))]
  const answered = [...answeredBy(decided), ...others, ...seen]
  const isAsked = await writeDecision(tx, CHARGES, chargeId, decided, answered)
  if (!hasTaken) return isAsked
  let isLeft = false
  for (const about of confirmablesIn(asked)) {
    if ((await findNoticed(tx, chargeId, about)).length === 0) continue
    await flagAttention(tx, chargeId, about)
    isLeft = true
  }
  return isAsked || isLeft
}
