/** Transactions that answer an attempt which was over by then. */
import { and, eq, isNull } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import type { Queryable } from '../../client.ts'
import { chargeAttempts } from '../../schema/index.ts'
import type { AnsweredAttempt } from './attempt-ends.ts'
import type { NewAttempt } from './attempts.ts'
import { appendEvents, type EventDraft } from './events.ts'
import { applyTransition } from './transitions.ts'

export const orphanKey = ({ number }: NewAttempt): string => `orphan/${number}`

export function orphanEvent({ attempt, result }: Pick<AnsweredAttempt, 'attempt' | 'result'>): EventDraft {
  const { transactionId, status } = result
  const detail = { orphanOf: transactionId, ...defined({ status: status ?? undefined }) }
  return { key: orphanKey(attempt), type: 'eventIgnored', cause: 'provider', provider: attempt.provider, detail }
}

/** Records the transaction with an attempt that has none, as an orphan of the charge. */
export async function noteOrphan(
  tx: Queryable,
  answer: Pick<AnsweredAttempt, 'attempt' | 'result' | 'exchange'>,
): Promise<void> {
  const { attempt, result, exchange } = answer
  const noted = await tx
    .update(chargeAttempts)
    .set({ transactionId: result.transactionId, exchange })
    .where(and(eq(chargeAttempts.id, attempt.id), isNull(chargeAttempts.transactionId)))
    .returning({ id: chargeAttempts.id })
  if (noted.length > 0) await appendEvents(tx, attempt.chargeId, [orphanEvent(answer)])
}

/** Applies the orphan's status to its payment. Where this is cut off, the account's reader reads the status. */
export async function applyLate(
  db: Queryable,
  { attempt, result, stated: amount }: Pick<AnsweredAttempt, 'attempt' | 'result' | 'stated'>,
): Promise<void> {
  const { chargeId, number, provider, accountId } = attempt
  const { transactionId, status, rawStatus, unmapped } = result
  const to = status ?? 'PENDING'
  await applyTransition(db, {
    chargeId,
    to,
    cause: 'provider',
    key: `late/${number}/${to}`,
    of: { accountId, transactionId, provider, attempt: number },
    ...defined({ rawStatus, unmapped, amount }),
  })
}
