/** A charge's row. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { RoutingDecision } from '../../../domain/routing.ts'
import type { Database } from '../../client.ts'
import { cards, chargeEvents, charges, routingDecisions, securityCodes } from '../../schema/index.ts'

export type NewChargeRow = typeof charges.$inferInsert

/**
 * One statement: the charge, the first row of its history, and why it goes where it goes. Repeating it with the same id changes nothing.
 * @returns false when it was there already.
 */
export async function insertCharge(
  db: Pick<Database, 'insert' | 'with' | '$with'>,
  charge: NewChargeRow & { id: string },
  detail: Record<string, string | number | boolean>,
  decision: RoutingDecision,
): Promise<boolean> {
  const requested = db
    .$with('requested')
    .as(
      db
        .insert(chargeEvents)
        .values({ id: uuidv7(), chargeId: charge.id, key: 'requested', type: 'requested', cause: 'api', detail })
        .onConflictDoNothing()
        .returning({ id: chargeEvents.id }),
    )
  const routed = db.$with('routed').as(
    db
      .insert(routingDecisions)
      .values({ id: uuidv7(), chargeId: charge.id, ...decision })
      .onConflictDoNothing()
      .returning({ id: routingDecisions.id }),
  )
  const rows = await db
    .with(requested, routed)
    .insert(charges)
    .values(charge)
    .onConflictDoNothing({ target: charges.id })
    .returning({ id: charges.id })
  return rows.length === 1
}

/**
 * The charge together with the code that it may use: the one that came with it, else the one that the card was saved with.
 * Repeating it with the same charge changes nothing.
 */
export async function insertCardCharge(
  db: Pick<Database, 'transaction'>,
  charge: NewChargeRow & { id: string; cardId: string },
  detail: Parameters<typeof insertCharge>[2],
  decision: RoutingDecision,
  sealedCode: string | undefined,
): Promise<void> {
  const { id: chargeId, cardId } = charge
  await db.transaction(async (tx) => {
    if (!(await insertCharge(tx, charge, detail, decision))) return
    await tx.update(cards).set({ lastUsedAt: sql`now()` }).where(eq(cards.id, cardId))
    const unused = and(eq(securityCodes.cardId, cardId), isNull(securityCodes.chargeId))
    if (sealedCode === undefined) {
      const latest = tx
        .select({ id: securityCodes.id })
        .from(securityCodes)
        .where(unused)
        .orderBy(sql`${securityCodes.createdAt} DESC`)
        .limit(1)
        .for('update', { skipLocked: true })
      await tx.update(securityCodes).set({ chargeId }).where(sql`${securityCodes.id} = (${latest})`)
      return
    }
    await tx.delete(securityCodes).where(unused)
    await tx.insert(securityCodes).values({ cardId, chargeId, sealedCode })
  })
}
