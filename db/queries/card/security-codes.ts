/**
 * Security codes of the cards that we store. A code is kept until the first answer to the charge that it was given for; then the trigger
 * on charge_attempts deletes it.
 */
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../client.ts'
import { securityCodes } from '../../schema/index.ts'

/** An unused code, or one whose charge gets no answer, is deleted after this time. */
const LIFE = sql`interval '1 hour'`

/** Stores the code of a card that was just saved, for its first charge. */
export async function keepCode(db: Queryable, cardId: string, sealedCode: string): Promise<void> {
  await db.insert(securityCodes).values({ cardId, sealedCode })
}

export async function forgetCodeOfCharge(db: Queryable, chargeId: string): Promise<void> {
  await db.delete(securityCodes).where(eq(securityCodes.chargeId, chargeId))
}

export async function forgetCodes(db: Queryable, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length > 0) await db.delete(securityCodes).where(inArray(securityCodes.cardId, [...cardIds]))
}

/** A step of the sweep: deletes codes that were not used or whose charge got no answer. */
export async function forgetOldCodes(db: Queryable): Promise<void> {
  await db.delete(securityCodes).where(lt(securityCodes.createdAt, sql`now() - ${LIFE}`))
}
