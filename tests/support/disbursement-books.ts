/** Attempts at refunds and withdrawals, claimed, answered and called unmade on the database alone. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { attemptId, disbursementReference } from '../../db/attempt-ids.ts'
import {
  type DisbursementAnswer,
  recordDisbursementAnswered,
  recordDisbursementNotMade,
  settleDisbursement,
} from '../../db/queries/disbursement/attempt-ends.ts'
import { claimDisbursementAttempt, type NewDisbursementAttempt } from '../../db/queries/disbursement/attempts.ts'
import { insertWithdrawal } from '../../db/queries/disbursement/create.ts'
import {
  disbursementAttempts,
  disbursementEvents,
  disbursements,
  sellerEvents,
  webhookEndpoints,
} from '../../db/schema/index.ts'
import type { EventCause } from '../../domain/cause.ts'
import type { TestApi } from '../api/support.ts'
import { UNROUTED } from './disbursements.ts'

export const AMOUNT = 5000

/** The platform's seller is told of everything. */
export async function disbursementBooks(api: TestApi) {
  const { platformId } = api.home
  const db = api.database.writer
  await db
    .insert(webhookEndpoints)
    .values({ platformId, url: 'https://loja.example/avisos', events: ['*'], sealedSecret: 'sealed' })
  const accounts = await Promise.all(['ASAAS', 'ZENDRY'].map((provider) => api.addAccount(api.home, provider)))
  const [first = '', second = ''] = accounts.map(({ id }) => id)

  const attemptAt = (accountId: string, disbursementId: string, number = 1): NewDisbursementAttempt => ({
    disbursementId,
    accountId,
    number,
    id: attemptId(disbursementId, number),
    reference: disbursementReference(disbursementId, accountId),
    createdAt: new Date().toISOString(),
    provider: accountId === second ? 'ZENDRY' : 'ASAAS',
  })
  const claim = async (attempt: NewDisbursementAttempt) => {
    const [row] = await db.select().from(disbursements).where(eq(disbursements.id, attempt.disbursementId))
    const run = { by: 'run', keysVersion: 1, sealedJournal: null, repeatable: false, refundedBefore: null }
    return claimDisbursementAttempt(db, attempt, { ...run, madeAt: row?.createdAt ?? '' })
  }
  const end = (attempt: NewDisbursementAttempt, outcome: 'refused' | 'absent') =>
    recordDisbursementNotMade(db, attempt, {
      outcome,
      errorKind: 'Declined',
      errorMessage: 'Saldo insuficiente',
      claimedBy: 'run',
      events: [{ key: `${outcome}/${attempt.number}`, type: 'refused', cause: 'provider' }],
    })

  return {
    db,
    first,
    second,
    attemptAt,
    claim,
    end,
    answer: (attempt: NewDisbursementAttempt, said: DisbursementAnswer, cause: EventCause = 'provider') =>
      recordDisbursementAnswered(db, { attempt, answer: said, cause, events: [] }),
    callUnmade: (disbursementId: string) =>
      settleDisbursement(db, disbursementId, { made: false, status: 'REJECTED', cause: 'operator', key: 'operator/1' }),
    /** A withdrawal whose first attempt is under way. */
    sent: async () => {
      const id = uuidv7()
      await insertWithdrawal(db, { id, platformId, method: 'PIX', amount: AMOUNT }, UNROUTED, { by: 'ana' })
      const attempt = attemptAt(first, id)
      expect(await claim(attempt)).toBe(true)
      return attempt
    },
    rowOf: async (id: string) => (await db.select().from(disbursements).where(eq(disbursements.id, id)))[0],
    attemptsOf: (id: string) =>
      db
        .select()
        .from(disbursementAttempts)
        .where(eq(disbursementAttempts.disbursementId, id))
        .orderBy(disbursementAttempts.number),
    /** What operators were asked because the provider contradicts the end. */
    questionsOf: async (id: string) => {
      const rows = await db.select().from(disbursementEvents).where(eq(disbursementEvents.disbursementId, id))
      return rows.flatMap(({ detail }) => (detail?.reason === 'contradicted' ? [detail] : []))
    },
    /** What the seller was told. */
    toldOf: async (id: string) => {
      const told = db.select().from(sellerEvents).where(eq(sellerEvents.subjectId, id)).orderBy(sellerEvents.sequence)
      return (await told).map(({ type }) => type)
    },
  }
}
