/** A provider's answer to an attempt, or about a disbursement, that an operator has ended meanwhile without the provider's id. */
import { eq, sql } from 'drizzle-orm'
import { hasAnswer, isMade } from '../../../domain/attempt.ts'
import { defined } from '../../../domain/defined.ts'
import { isDisbursementFailed, isDisbursementSettled } from '../../../domain/disbursement.ts'
import type { Queryable } from '../../client.ts'
import { disbursementAttempts, disbursements } from '../../schema/index.ts'
import { withReasons } from '../movement/attention-reasons.ts'
import type { Answered } from './attempt-ends.ts'
import { type DisbursementAttemptRow, lockDisbursement } from './attempts.ts'
import { appendDisbursementEvents, type DisbursementEventDraft } from './events.ts'
import { mayHavePaid } from './kept-ids.ts'
import type { DisbursementRow } from './read.ts'
import type { MovingDisbursement } from './transitions.ts'

/**
 * How an answer stands to what is recorded. `news`: the attempt takes it. `second`: another attempt may have paid, or has, so two may
 * have. Locks the disbursement's row.
 */
export async function lateStanding(tx: Queryable, answered: Answered): Promise<'news' | 'second' | 'known'> {
  const { id, disbursementId, accountId } = answered.attempt
  const { externalId } = answered.answer
  await lockDisbursement(tx, disbursementId)
  const [row] = await tx.select().from(disbursements).where(eq(disbursements.id, disbursementId))
  const tries = await tx
    .select()
    .from(disbursementAttempts)
    .where(eq(disbursementAttempts.disbursementId, disbursementId))
  const own = tries.find((each) => each.id === id)
  if (own && hasAnswer(own.state) && isKnown(own, row, answered)) return 'known'
  const others = tries.filter((each) => each.id !== id)
  const isNamed = (each: (typeof tries)[number]) =>
    each.providerAccountId === accountId && each.externalId === externalId
  if (externalId !== undefined && others.some(isNamed)) return 'known'
  const isOther = externalId !== undefined && row?.externalId !== null && row?.externalId !== externalId
  const isSecond = isOther || others.some(mayHavePaid)
  if (!isSecond) return 'news'
  return isFailure(answered) ? 'known' : 'second'
}

/** The answer says no more of the attempt than how it has ended. */
function isKnown(own: DisbursementAttemptRow, row: DisbursementRow | undefined, answered: Answered): boolean {
  const { externalId } = answered.answer
  // An operator's word is about the attempt that they were shown.
  if (answered.cause === 'operator') return true
  if (own.externalId !== null) return own.externalId !== externalId || row?.externalId !== null
  if (isMade(own.outcome)) return externalId === undefined
  // That a provider could not pay what it refused, or what is sent again anyway, ends nothing else.
  const hasEnded = row !== undefined && isDisbursementSettled(row.status) && !row.statusUnmapped
  return isFailure(answered) && (own.outcome === 'refused' || !hasEnded)
}

const isFailure = ({ answer: { status, unmapped } }: Answered): boolean => isDisbursementFailed(status) && !unmapped

/**
 * Keeps the provider's id with the attempt, and asks an operator. Nothing moves: the other attempt says how it ended. If that one paid
 * nothing, the kept id is the answer (`takeKeptId`).
 */
export async function noteSecond(tx: Queryable, answered: Answered): Promise<void> {
  const { attempt, answer, exchange } = answered
  await tx
    .update(disbursementAttempts)
    .set({ sealedJournal: null, ...defined({ externalId: answer.externalId, exchange }) })
    .where(eq(disbursementAttempts.id, attempt.id))
  const { amount } = await ask(tx, attempt.disbursementId)
  await appendDisbursementEvents(tx, attempt.disbursementId, [...answered.events, contradiction(answered, amount)])
}

/** Asks an operator if the provider has, or may have, what has ended here without any money leaving. @returns whether it does. */
export async function askAboutAnswer(on: Queryable, row: MovingDisbursement, answered: Answered): Promise<boolean> {
  if (!isDisbursementFailed(row.status) || row.statusUnmapped || isFailure(answered)) return false
  await appendDisbursementEvents(on, row.id, [contradiction(answered, row.amount)])
  await ask(on, row.id)
  return true
}

async function ask(on: Queryable, disbursementId: string): Promise<{ amount: number }> {
  const attentionReasons = withReasons(disbursements.attentionReasons, ['contradicted'])
  const [row] = await on
    .update(disbursements)
    .set({ attentionReasons, updatedAt: sql`now()` })
    .where(eq(disbursements.id, disbursementId))
    .returning({ amount: disbursements.amount })
  if (!row) throw new TypeError(`No disbursement ${disbursementId}`)
  return row
}

function contradiction({ attempt, answer, cause }: Answered, amount: number): DisbursementEventDraft {
  const { number, provider } = attempt
  const { status, externalId, rawStatus } = answer
  const detail = { reason: 'contradicted', status, amount, ...defined({ externalId, rawStatus }) }
  return { key: `late/${number}`, type: 'needsAttention', cause, provider, detail }
}
