/** What a provider says by itself of a withdrawal: of the one that it has answered for, or of one whose answer was lost. */

import { and, desc, eq } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import { isDisbursementSettled } from '../../../domain/disbursement.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Database } from '../../client.ts'
import { given, prepared } from '../../prepared.ts'
import { disbursementAttempts, disbursements } from '../../schema/index.ts'
import { type DisbursementAnswer, recordDisbursementAnswered } from './attempt-ends.ts'
import { findUncertainAttempt, holdDisbursementAttempt, type NewDisbursementAttempt } from './attempts.ts'
import type { DisbursementRow } from './read.ts'
import { applyDisbursementTransition, type DisbursementOutcome } from './transitions.ts'

export interface WithdrawalNews {
  disbursementId: string
  /** The account whose provider says it. */
  accountId: string
  withdrawId: string
  /** Ours, where the provider repeats it. */
  reference?: string
  /** What it says was paid out. */
  amount?: number
  answer: Omit<DisbursementAnswer, 'externalId'>
  /** Why the money did not leave or came back, in the provider's words. */
  message?: string
  /** What makes the same news the same row. */
  key: string
}

const disbursementTold = prepared((db) =>
  db
    .select()
    .from(disbursements)
    .where(eq(disbursements.id, given('disbursementId')))
    .prepare('disbursement_told'),
)

/**
 * Writes the news down: moves the withdrawal, or answers the attempt of which nobody knew what came.
 * @returns `anothers` when the news cannot be about what we know of the withdrawal.
 */
export async function recordWithdrawalNews(
  db: Database,
  news: WithdrawalNews,
): Promise<DisbursementOutcome | 'anothers'> {
  const { disbursementId, withdrawId, answer, key } = news
  const [disbursement] = await disbursementTold(db).execute({ disbursementId })
  if (!disbursement) return 'anothers'
  try {
    const attempt = disbursement.externalId === null ? await attemptOf(db, disbursement, news) : undefined
    if (attempt && attempt !== 'none') {
      const said = { ...answer, externalId: withdrawId }
      const { number, provider } = attempt
      const found = { type: 'lookedUp', cause: 'webhook', provider, detail: { found: true } } as const
      const events = [{ key: `lookedUp/${number}`, ...found }]
      const outcome = await recordDisbursementAnswered(db, { attempt, answer: said, cause: 'webhook', events })
      // Written down by somebody else meanwhile: the news is about what they know now.
      return outcome ?? recordWithdrawalNews(db, news)
    }
    const isOurs =
      disbursement.externalId === withdrawId || (attempt === 'none' && isDisbursementSettled(disbursement.status))
    if (!isOurs) return 'anothers'
    const { status: to, ...facts } = answer
    const message = isDisbursementSettled(disbursement.status) ? (news.message ?? facts.rawStatus) : news.message
    const moved = {
      disbursementId,
      to,
      cause: 'webhook' as const,
      key,
      externalId: withdrawId,
      ...facts,
      ...defined({ message }),
    }
    return (await applyDisbursementTransition(db, moved)) ?? 'anothers'
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'Mismatch') return 'anothers'
    throw error
  }
}

/**
 * The attempt that the news answers. One that was never sent, as far as its row tells, is held first, so that no run of it can
 * send any more.
 * @returns `none` when none of ours may have made it.
 */
async function attemptOf(
  db: Database,
  { id: disbursementId, amount: asked }: DisbursementRow,
  { accountId, reference, amount }: WithdrawalNews,
): Promise<NewDisbursementAttempt | 'none'> {
  if (reference === undefined) return 'none'
  const [last] = await db
    .select()
    .from(disbursementAttempts)
    .where(
      and(
        eq(disbursementAttempts.disbursementId, disbursementId),
        eq(disbursementAttempts.providerAccountId, accountId),
        eq(disbursementAttempts.reference, reference),
      ),
    )
    .orderBy(desc(disbursementAttempts.number))
    .limit(1)
  if (!last || last.state === 'answered') return 'none'
  // The provider had answered with another amount: only one that says ours puts that right.
  if (last.errorKind === 'Mismatch' && amount !== asked) return 'none'
  const { providerAccountId, ...row } = last
  const attempt = { ...row, accountId: providerAccountId, createdAt: new Date(last.createdAt).toISOString() }
  if (last.state === 'created') await holdDisbursementAttempt(db, attempt)
  return (await findUncertainAttempt(db, disbursementId)) ?? 'none'
}
