/** People's second factors, their recovery codes, and sign-ins that wait for a code. */
import { and, count, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../client.ts'
import { pendingSignIns, recoveryCodes, secondFactors, users } from '../../schema/index.ts'
import { endSessions, type UserRow } from './people.ts'

export type SecondFactorRow = typeof secondFactors.$inferSelect
type Statements = Pick<Database, 'select' | 'insert' | 'update' | 'delete'>

export async function findSecondFactor(db: Statements, userId: string): Promise<SecondFactorRow | undefined> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  return row
}

/** Locks the factor, so that no other code of this person is tried until the end of the transaction. */
export async function lockSecondFactor(db: Statements, userId: string): Promise<SecondFactorRow | undefined> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for('update')
  return row
}

/** Replaces an unfinished enrolment. @returns false if the person already has a factor. */
export async function startSecondFactor(
  db: Statements,
  begun: { userId: string; sealedSecret: string; startedBy: string },
): Promise<boolean> {
  const { sealedSecret, startedBy } = begun
  const started = await db
    .insert(secondFactors)
    .values(begun)
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { sealedSecret, startedBy, createdAt: sql`now()`, lastStep: 0, wrongCodes: 0, lastWrongAt: null },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ id: secondFactors.id })
  return started.length === 1
}

export async function changeSecondFactor(
  db: Statements,
  id: string,
  change: Partial<Pick<SecondFactorRow, 'confirmedAt' | 'lastStep' | 'wrongCodes' | 'lastWrongAt'>>,
): Promise<void> {
  await db.update(secondFactors).set(change).where(eq(secondFactors.id, id))
}

/** Removes a factor, confirmed or not, with its recovery codes. @returns whether there was one. */
export async function removeSecondFactor(db: Statements, userId: string): Promise<boolean> {
  const removed = await db
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ id: secondFactors.id })
  return removed.length === 1
}

/** Also ends the person's sessions. @returns false if the platform has no such person, or they have no factor. */
export async function resetSecondFactor(db: Queryable, platformId: string, userId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.platformId, platformId), eq(users.id, userId)))
    if (!person || !(await removeSecondFactor(tx, userId))) return false
    await endSessions(tx, userId)
    return true
  })
}

/** Replaces all previous codes. */
export async function replaceRecoveryCodes(db: Statements, factorId: string, hashes: readonly string[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.factorId, factorId))
  await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ factorId, codeHash })))
}

/** @returns whether it was an unused code. */
export async function spendRecoveryCode(db: Statements, factorId: string, codeHash: string): Promise<boolean> {
  const spent = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(eq(recoveryCodes.factorId, factorId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)),
    )
    .returning({ id: recoveryCodes.id })
  return spent.length === 1
}

export async function countRecoveryCodes(db: Statements, factorId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.factorId, factorId), isNull(recoveryCodes.usedAt)))
  return row?.left ?? 0
}

/** Whether the person's sign-in requires a code. */
export async function hasSecondFactor(db: Statements, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: secondFactors.id })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
  return rows.length === 1
}

/** Also deletes all expired pending sign-ins. */
export async function insertPendingSignIn(
  db: Statements,
  pending: { tokenHash: string; userId: string; expiresAt: string },
): Promise<void> {
  await db.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, sql`now()`))
  await db.insert(pendingSignIns).values(pending)
}

/** Counts one try before the code is checked. Undefined if the sign-in has expired or was tried too often. */
export async function tryPendingSignIn(
  db: Statements,
  tokenHash: string,
  codesAllowed: number,
): Promise<UserRow | undefined> {
  const [row] = await db
    .update(pendingSignIns)
    .set({ codesTried: sql`${pendingSignIns.codesTried} + 1` })
    .from(users)
    .where(
      and(
        eq(pendingSignIns.tokenHash, tokenHash),
        eq(users.id, pendingSignIns.userId),
        lt(pendingSignIns.codesTried, codesAllowed),
        gt(pendingSignIns.expiresAt, sql`now()`),
        eq(users.disabled, false),
      ),
    )
    .returning({ user: users })
  return row?.user
}

/** @returns false if it was already ended, so that it becomes one session at most. */
export async function endPendingSignIn(db: Statements, tokenHash: string): Promise<boolean> {
  const ended = await db
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.tokenHash, tokenHash))
    .returning({ id: pendingSignIns.id })
  return ended.length === 1
}
