/**
 * Security codes of the cards that the product keeps. One lives from the moment it is given until the first answer of the
 * charge it was given for; the trigger on charge_attempts ends it there.
 */
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../client.ts'
import { securityCodes } from '../../schema/index.ts'

/** A code that nobody has used by then is forgotten, and so is one whose charge nobody answers. */
const LIFE = sql`interval '1 hour'`

/** The code of a card that was just saved, for its first charge. */
export async function keepCode(db: Queryable, cardId: string, sealedCode: string): Promise<void> {
  await db.insert(securityCodes).values({ cardId, sealedCode })
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
