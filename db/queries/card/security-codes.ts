/**
 * Security codes of the cards that the product keeps. One lives from the moment it is given until the first answer of the
 * charge it was given for; the trigger on charge_attempts ends it there.
 */
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../client.ts'
import { cards, securityCodes } from '../../schema/index.ts'
import { insertCharge, type NewChargeRow } from '../charge/read.ts'

/** A code that nobody has used by then is forgotten, and so is one whose charge nobody answers. */
const LIFE = sql`interval '1 hour'`

/** The code of a card that was just saved, for its first charge. */
export async function keepCode(db: Queryable, cardId: string, sealedCode: string): Promise<void> {
  await db.insert(securityCodes).values({ cardId, sealedCode })
}

/**
 * The charge together with the code that it may use: the one that came with it, else the one that the card was saved with.
 * Repeating it with the same charge changes nothing.
 */
export async function insertCardCharge(
  db: Database,
  charge: NewChargeRow & { id: string; cardId: string },
  detail: Parameters<typeof insertCharge>[2],
  sealedCode: string | undefined,
): Promise<void> {
  const { id: chargeId, cardId } = charge
  await db.transaction(async (tx) => {
    if (!(await insertCharge(tx, charge, detail))) return
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

export async function forgetCodeOfCharge(db: Queryable, chargeId: string): Promise<void> {
  await db.delete(securityCodes).where(eq(securityCodes.chargeId, chargeId))
}

export async function forgetCodes(db: Queryable, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length > 0) await db.delete(securityCodes).where(inArray(securityCodes.cardId, [...cardIds]))
}

/** The part of the sweep: whatever was left unused, or unanswered. */
export async function forgetOldCodes(db: Queryable): Promise<void> {
  await db.delete(securityCodes).where(lt(securityCodes.createdAt, sql`now() - ${LIFE}`))
}
