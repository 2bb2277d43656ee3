/** A provider's words for a waiting charge's transactions that no table maps, and what becomes of the question about them. */
import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import { ANSWERING_DECISIONS } from '../../../domain/decision.ts'
import { defined } from '../../../domain/defined.ts'
import type { Queryable } from '../../client.ts'
import { chargeEvents, charges } from '../../schema/index.ts'
import { askOnce, unmappedWord } from '../movement/asking.ts'
import { withoutReasons, withReasons } from '../movement/attention-reasons.ts'
import { chargeWaits } from '../movement/statuses.ts'
import { CHARGES } from '../movement/tables.ts'
import type { AccountTransaction } from './payments.ts'
import type { Transition } from './transitions.ts'

/**
 * Records a word that no table maps and that moves nothing, for example because its default is PENDING, and asks an operator.
 * @returns false if this charge already had the word.
 */
export async function noteUnmappedWord(
  db: Queryable,
  { chargeId, cause, rawStatus, of }: Omit<Transition, 'to' | 'key'>,
): Promise<boolean> {
  const { key, reason, detail } = unmappedWord(rawStatus)
  const isNew = await askOnce(db, CHARGES, chargeId, {
    key: of ? sql`CASE WHEN ${isOwn(of)} THEN ${key} ELSE ${`${key}/${of.transactionId}`} END` : key,
    reason,
    cause,
    detail: { ...detail, ...defined({ orphanOf: of?.transactionId }) },
    provider: charges.provider,
    also: sql`status_unmapped = ${charges.statusUnmapped} OR (${chargeWaits(charges.status)} AND ${isOwn(of)}), revision = ${NEXT_REVISION}`,
  })
  if (!isNew) await askAgain(db, chargeId, of)
  return isNew
}

/** What was concluded from the row as it was before is concluded again: no end is told while a word is not understood. */
const NEXT_REVISION = sql<number>`${charges.revision} + 1`

/** The question may be about another transaction's word, too, that was heard since an operator decided. */
const isAnotherCalledSo = sql`EXISTS (SELECT FROM ${chargeEvents} AS word WHERE word.charge_id = ${charges.id}
  AND word.key LIKE 'unmapped/%' AND word.detail ->> 'orphanOf' <> ${charges.transactionId}
  AND NOT EXISTS (SELECT FROM ${chargeEvents} AS decision WHERE decision.charge_id = word.charge_id
    AND decision.type = ANY (${sql.param([...ANSWERING_DECISIONS])}::text[]) AND decision.at > word.at))`

/** A word that was heard before, of another transaction or before a known one: the question stands again, unless it was answered. */
async function askAgain(db: Queryable, chargeId: string, of: AccountTransaction | undefined): Promise<void> {
  await db
    .update(charges)
    .set({
      statusUnmapped: true,
      attentionReasons: withReasons(charges.attentionReasons, ['unmappedStatus']),
      revision: NEXT_REVISION,
      updatedAt: sql`now()`,
    })
    .where(and(eq(charges.id, chargeId), not(charges.statusUnmapped), chargeWaits(charges.status), isOwn(of)))
}

/** What another transaction is called says nothing of the one that the charge shows. */
const isOwn = (of: AccountTransaction | undefined): SQL =>
  of ? sql`coalesce(${charges.transactionId}, ${of.transactionId}) = ${of.transactionId}` : sql`true`

/** The waiting charge's own transaction is called by a known word again: what it was called before is no question any more. */
export async function noteKnownWord(db: Queryable, chargeId: string): Promise<void> {
  await db
    .update(charges)
    .set({
      statusUnmapped: false,
      attentionReasons: sql`CASE WHEN ${isAnotherCalledSo} THEN ${charges.attentionReasons} ELSE ${withoutReasons(charges.attentionReasons, ['unmappedStatus'])} END`,
      revision: NEXT_REVISION,
      updatedAt: sql`now()`,
    })
    .where(and(eq(charges.id, chargeId), charges.statusUnmapped, chargeWaits(charges.status)))
}
