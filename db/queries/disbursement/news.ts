/** Records a provider's notice about a withdrawal: one that it has answered, or one whose answer was lost. */
import { and, desc, eq } from 'drizzle-orm'
import { hasAnswer, isUnclaimed } from '../../../domain/attempt.ts'
import { defined } from '../../../domain/defined.ts'
import { type DisbursementStatus, isDisbursementSettled } from '../../../domain/disbursement.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Database } from '../../client.ts'
import { given, prepared } from '../../prepared.ts'
import { disbursementAttempts, disbursements } from '../../schema/index.ts'
import { type DisbursementAnswer, recordDisbursementAnswered } from './attempt-ends.ts'
import {
  asKnownAttempt,
  findUncertainAttempt,
  holdDisbursementAttempt,
  type NewDisbursementAttempt,
} from './attempts.ts'
import type { DisbursementRow } from './read.ts'
import { applyDisbursementTransition, type DisbursementOutcome } from './transitions.ts'

export interface WithdrawalNews {
  disbursementId: string
  /** The account whose provider sent the notice. */
  accountId: string
  withdrawId: string
  /** Our reference, if the provider repeats it. */
  reference?: string
  /** The amount paid out according to the notice. */
  amount?: number
  answer: Omit<DisbursementAnswer, 'externalId'>
  /** Why the money did not leave or was returned, in the provider's words. */
  message?: string
  /** Both as in `DisbursementTransition`. */
  saidAt?: string
  from?: DisbursementStatus
  /** Identifies the event, so that a repeat writes no second row. */
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
 * Records the news: moves the withdrawal, or answers an attempt with an unknown outcome.
 * @returns `anothers` if the news cannot be about this withdrawal as we know it.
 */
export async function recordWithdrawalNews(
  db: Database,
  news: WithdrawalNews,
): Promise<DisbursementOutcome | 'anothers'> {
  const { disbursementId, withdrawId, key, saidAt, from } = news
  // What came after this notice may be applied before it, and is compared with when it was said.
  const answer = { ...news.answer, ...defined({ approvedAt: news.answer.approvedAt ?? saidAt }) }
  const [disbursement] = await disbursementTold(db).execute({ disbursementId })
  if (!disbursement) return 'anothers'
  const message = news.message ?? (isDisbursementSettled(disbursement.status) ? answer.rawStatus : undefined)
  try {
    const attempt = disbursement.externalId === null ? await attemptOf(db, disbursement, news) : 'none'
    if (attempt !== 'none') {
      const said = { ...answer, externalId: withdrawId, ...defined({ message }) }
      const { number, provider } = attempt
      const found = { type: 'lookedUp', cause: 'webhook', provider, detail: { found: true } } as const
      // The webhook's id in the key leads to it.
      const events = [{ key: `lookedUp/${number}/${key}`, ...found }]
      const outcome = await recordDisbursementAnswered(db, { attempt, answer: said, cause: 'webhook', events })
      if (outcome) return outcome
      // Another process recorded the answer meanwhile. The news is applied to the new state.
      return attempt.isOver ? 'anothers' : recordWithdrawalNews(db, news)
    }
    const isOurs =
      disbursement.externalId === withdrawId ||
      (disbursement.externalId === null && isDisbursementSettled(disbursement.status))
    if (!isOurs) return 'anothers'
    const { status: to, ...facts } = answer
    const moved = {
      disbursementId,
      to,
      cause: 'webhook',
      key,
      ...facts,
      ...defined({ message, saidAt, from }),
    } as const
    return (await applyDisbursementTransition(db, moved)) ?? 'anothers'
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'Mismatch') return 'anothers'
    throw error
  }
}

/**
 * The attempt that the news answers. If its row says that it was never sent, it is marked as `sending` first, so that no run of it can
 * send.
 * @returns `none` if no attempt of ours can have created it. `isOver`: it has ended, and the news says otherwise.
 */
async function attemptOf(
  db: Database,
  { id: disbursementId, amount: asked }: DisbursementRow,
  { accountId, reference, amount, answer }: WithdrawalNews,
): Promise<(NewDisbursementAttempt & { isOver?: true }) | 'none'> {
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
  // What a provider calls pending is older than its refusal.
  if (!last || (last.outcome === 'refused' && !isDisbursementSettled(answer.status))) return 'none'
  if (hasAnswer(last.state)) return { ...asKnownAttempt(last), isOver: true }
  // The provider had answered with another amount. Only a notice with our amount clears that.
  if (last.errorKind === 'Mismatch' && amount !== asked) return 'none'
  if (isUnclaimed(last.state)) await holdDisbursementAttempt(db, asKnownAttempt(last))
  return (await findUncertainAttempt(db, disbursementId)) ?? 'none'
}
