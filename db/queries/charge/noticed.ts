/** Payments that a notice reports as paid and that were not accepted. An operator is asked about them. */
import { and, asc, eq, exists, gt, like, or, type SQL, sql } from 'drizzle-orm'
import { bringsMoney, CHARGE_STATUSES, type ChargeStatus } from '../../../domain/charge.ts'
import {
  ANSWERING_DECISIONS,
  type Confirmable,
  decisionKey,
  OTHER_AMOUNT,
  takingKey,
} from '../../../domain/decision.ts'
import { defined } from '../../../domain/defined.ts'
import type { Queryable } from '../../client.ts'
import { chargeEvents, charges, payments } from '../../schema/index.ts'
import { hasReason } from '../movement/attention-reasons.ts'
import { appendEvents, type EventDraft } from './events.ts'
import { isUntaken } from './other-payments.ts'
import { type AccountTransaction, lockCharge } from './payments.ts'
import { flagAttention } from './transitions.ts'

interface OtherAmountNotice {
  eventKey: string
  transactionId: string
  status?: ChargeStatus
  /** The amount paid according to the notice. Integer cents. */
  amount?: number
  rawStatus?: string
}

/** The key of the history's row about a notice of another amount. */
export const mismatchKey = (eventKey: string) => `mismatch/${eventKey}`

/** Records a notice about another amount than was charged. The notice alone does not approve the charge. */
export async function noteMismatch(db: Queryable, chargeId: string, notice: OtherAmountNotice): Promise<void> {
  const { eventKey, ...said } = notice
  await ask(db, chargeId, OTHER_AMOUNT, { key: mismatchKey(eventKey), detail: { ...said, reason: OTHER_AMOUNT } })
}

interface UnconfirmedNotice extends Omit<OtherAmountNotice, 'amount'> {
  status: ChargeStatus
}

/** Records a notice that its provider does not confirm. The notice alone changes nothing. */
export async function noteUnconfirmed(db: Queryable, chargeId: string, notice: UnconfirmedNotice): Promise<void> {
  const { eventKey, ...said } = notice
  await ask(db, chargeId, 'unconfirmedNotice', {
    key: `unconfirmed/${eventKey}`,
    detail: { ...said, unconfirmed: true },
  })
}

/** Both or neither, and never while a decision is being recorded, which would clear a question that no operator was shown. */
async function ask(
  db: Queryable,
  chargeId: string,
  about: Confirmable,
  event: Required<Pick<EventDraft, 'key' | 'detail'>>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCharge(tx, chargeId)
    await appendEvents(tx, chargeId, [{ ...event, type: 'eventIgnored', cause: 'webhook' }])
    await flagAttention(tx, chargeId, about)
    // Also where it was asked before: an operator who was shown the charge until now has not seen this.
    await tx.update(charges).set({ updatedAt: sql`clock_timestamp()` }).where(eq(charges.id, chargeId))
  })
}

export interface NoticedPayment {
  id: string
  of: AccountTransaction & { provider: string }
  /** The amount paid according to the newest notice that states one. Integer cents. */
  amount?: number
}

const KEYS = { amountMismatch: 'mismatch/%', unconfirmedNotice: 'unconfirmed/%' } as const satisfies Record<
  Confirmable,
  string
>

/**
 * The payments that an open question `about` may concern and that do not pay the charge yet. A payment whose newest notice says that the
 * money went back is none of them.
 */
export function findNoticed(db: Queryable, charge: string, about: Confirmable): Promise<NoticedPayment[]> {
  return findStated(db, charge, about, dismissedAt(charge, about))
}

/** As `findNoticed`, also what an operator has dismissed: it is still what was stated to be paid. */
export async function findStated(
  db: Queryable,
  charge: string,
  about: Confirmable,
  since: SQL = sql`'-infinity'::timestamptz`,
): Promise<NoticedPayment[]> {
  const { id, chargeId, transactionId, provider, providerAccountId: accountId } = payments
  const said = (name: string) => sql<string | null>`${chargeEvents.detail} ->> ${sql.raw(`'${name}'`)}`
  const rows = await db
    .select({
      id,
      of: { accountId, transactionId, provider },
      status: said('status'),
      amount: said('amount'),
      isAbout: sql<boolean>`${chargeEvents.key} LIKE ${KEYS[about]}`,
    })
    .from(chargeEvents)
    .innerJoin(payments, and(eq(chargeId, chargeEvents.chargeId), eq(transactionId, said('transactionId'))))
    .where(
      and(
        eq(chargeEvents.chargeId, charge),
        or(...Object.values(KEYS).map((key) => like(chargeEvents.key, key))),
        gt(chargeEvents.at, since),
        isUntaken,
      ),
    )
    .orderBy(asc(chargeEvents.at), asc(chargeEvents.id))
  const newest = new Map(rows.map((row) => [row.id, row]))
  const questions = rows.filter(({ isAbout }) => isAbout)
  const asked = new Map(questions.map((row) => [row.id, row]))
  const stated = new Map(questions.filter(({ amount }) => amount !== null).map((row) => [row.id, Number(row.amount)]))
  return [...asked.values()]
    .filter((row) => saysPaid(row) && saysPaid(newest.get(row.id)))
    .map(({ id: payment, of }) => ({ id: payment, of, ...defined({ amount: stated.get(payment) }) }))
}

const PAID_WORDS: readonly (string | null | undefined)[] = CHARGE_STATUSES.filter(bringsMoney)

const saysPaid = (notice: { status: string | null } | undefined): boolean => PAID_WORDS.includes(notice?.status)

/**
 * When an operator last dismissed what was known: the last decision that took nothing, before the open question was asked. A decision
 * after that has left the question open.
 */
const dismissedAt = (charge: string, about: Confirmable) => sql<Date>`coalesce((
  SELECT max(decision.at) FROM ${chargeEvents} decision
  WHERE decision.charge_id = ${charge} AND decision.type = ANY (${sql.param([...ANSWERING_DECISIONS])}::text[])
    AND decision.at < (SELECT max(asked.at) FROM ${chargeEvents} asked
      WHERE asked.charge_id = ${charge} AND asked.key LIKE ${`needsAttention/${about}/%`})
    AND NOT EXISTS (SELECT FROM ${chargeEvents} taken
      WHERE taken.charge_id = ${charge} AND starts_with(taken.key, replace(decision.key, ${decisionKey('')}, ${takingKey('')}) || '/'))
  ), '-infinity')`

/**
 * Whether another amount than was charged is in question for the transaction, as of now: an operator is asked, or a notice has stated
 * one, although an operator may have marked it as seen.
 */
export async function isAmountInQuestion(
  db: Queryable,
  { id, amount }: { id: string; amount: number },
  transactionId: string,
): Promise<boolean> {
  const { key, chargeId, detail } = chargeEvents
  const isOther = sql`${detail} ->> 'transactionId' = ${transactionId} AND (${detail} ->> 'amount')::bigint <> ${amount}`
  const notices = db
    .select({ id: chargeEvents.id })
    .from(chargeEvents)
    .where(and(eq(chargeId, id), like(key, KEYS.amountMismatch), isOther))
  const isAsked = hasReason(charges.attentionReasons, OTHER_AMOUNT)
  const rows = await db
    .select({ id: charges.id })
    .from(charges)
    .where(and(eq(charges.id, id), or(isAsked, exists(notices))))
  return rows.length > 0
}
