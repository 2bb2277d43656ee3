/** What a provider says by itself of a withdrawal: of the one that it has answered for, or of one whose answer was lost. */

import { and, desc, eq } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import { isPayoutSettled } from '../../../domain/payout.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Database } from '../../client.ts'
import { payoutAttempts, payouts } from '../../schema/index.ts'
import { type PayoutAnswer, recordPayoutAnswered } from './attempt-ends.ts'
import { findUncertainAttempt, holdPayoutAttempt, type NewPayoutAttempt } from './attempts.ts'
import type { PayoutRow } from './read.ts'
import { applyPayoutTransition, type PayoutOutcome } from './transitions.ts'

export interface WithdrawalNews {
  payoutId: string
  /** The account whose provider says it. */
  accountId: string
  withdrawId: string
  /** Ours, where the provider repeats it. */
  reference?: string
  /** What it says was paid out. */
  amount?: number
  answer: Omit<PayoutAnswer, 'externalId'>
  /** Why the money did not leave or came back, in the provider's words. */
  message?: string
  /** What makes the same news the same row. */
  key: string
}

/**
 * Writes the news down: moves the withdrawal, or answers the attempt of which nobody knew what came.
 * @returns `anothers` when the news cannot be about what we know of the withdrawal.
 */
export async function recordWithdrawalNews(db: Database, news: WithdrawalNews): Promise<PayoutOutcome | 'anothers'> {
  const { payoutId, withdrawId, answer, key } = news
  const [payout] = await db.select().from(payouts).where(eq(payouts.id, payoutId))
  if (!payout) return 'anothers'
  try {
    const attempt = payout.externalId === null ? await attemptOf(db, payout, news) : undefined
    if (attempt && attempt !== 'none') {
      const said = { ...answer, externalId: withdrawId }
      const { number, provider } = attempt
      const found = { type: 'lookedUp', cause: 'webhook', provider, detail: { found: true } } as const
      const events = [{ key: `lookedUp/${number}`, ...found }]
      const outcome = await recordPayoutAnswered(db, { attempt, answer: said, cause: 'webhook', events })
      // Written down by somebody else meanwhile: the news is about what they know now.
      return outcome ?? recordWithdrawalNews(db, news)
    }
    const isOurs = payout.externalId === withdrawId || (attempt === 'none' && isPayoutSettled(payout.status))
    if (!isOurs) return 'anothers'
    const { status: to, ...facts } = answer
    const message = isPayoutSettled(payout.status) ? (news.message ?? facts.rawStatus) : news.message
    const moved = {
      payoutId,
      to,
      cause: 'webhook' as const,
      key,
      externalId: withdrawId,
      ...facts,
      ...defined({ message }),
    }
    return (await applyPayoutTransition(db, moved)) ?? 'anothers'
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
  { id: payoutId, amount: asked }: PayoutRow,
  { accountId, reference, amount }: WithdrawalNews,
): Promise<NewPayoutAttempt | 'none'> {
  if (reference === undefined) return 'none'
  const [last] = await db
    .select()
    .from(payoutAttempts)
    .where(
      and(
        eq(payoutAttempts.payoutId, payoutId),
        eq(payoutAttempts.providerAccountId, accountId),
        eq(payoutAttempts.reference, reference),
      ),
    )
    .orderBy(desc(payoutAttempts.number))
    .limit(1)
  if (!last || last.state === 'answered') return 'none'
  // The provider had answered with another amount: only one that says ours puts that right.
  if (last.errorKind === 'Mismatch' && amount !== asked) return 'none'
  const { providerAccountId, ...row } = last
  const attempt = { ...row, accountId: providerAccountId, createdAt: new Date(last.createdAt).toISOString() }
  if (last.state === 'created') await holdPayoutAttempt(db, attempt)
  return (await findUncertainAttempt(db, payoutId)) ?? 'none'
}
