/** Payments that a notice calls paid, and that nobody believed: an operator is asked about them. */
import { and, asc, eq, inArray, like, sql } from 'drizzle-orm'
import { bringsMoney, CHARGE_STATUSES, type ChargeStatus } from '../../../domain/charge.ts'
import { type Confirmable, OTHER_AMOUNT } from '../../../domain/decision.ts'
import { defined } from '../../../domain/defined.ts'
import type { Queryable } from '../../client.ts'
import { chargeEvents, payments } from '../../schema/index.ts'
import { appendEvents } from './events.ts'
import { isUntaken } from './other-payments.ts'
import type { AccountTransaction } from './payments.ts'
import { flagAttention } from './transitions.ts'

interface OtherAmountNotice {
  eventKey: string
  transactionId: string
  status?: ChargeStatus
  /** What it says was paid. Integer cents. */
  amount?: number
  rawStatus?: string
}

/** Another amount was paid than was charged, by a notice that alone approves nothing. */
export async function noteMismatch(db: Queryable, chargeId: string, notice: OtherAmountNotice): Promise<void> {
  const { eventKey, ...said } = notice
  const detail = { ...said, reason: OTHER_AMOUNT }
  await appendEvents(db, chargeId, [{ key: `mismatch/${eventKey}`, type: 'eventIgnored', cause: 'webhook', detail }])
  await flagAttention(db, chargeId, OTHER_AMOUNT)
}

export interface NoticedPayment {
  id: string
  of: AccountTransaction & { provider: string }
  /** What the newest notice says was paid, where it says so. Integer cents. */
  amount?: number
}

const KEYS = { amountMismatch: 'mismatch/%', unconfirmedNotice: 'unconfirmed/%' } as const

/** Those that such a question may be about, and that are not the charge's money. */
export async function findNoticed(db: Queryable, charge: string, about: Confirmable): Promise<NoticedPayment[]> {
  const { id, chargeId, transactionId, provider, providerAccountId: accountId } = payments
  const said = (name: string) => sql<string | null>`${chargeEvents.detail} ->> ${sql.raw(`'${name}'`)}`
  const rows = await db
    .select({ id, of: { accountId, transactionId, provider }, amount: said('amount') })
    .from(chargeEvents)
    .innerJoin(payments, and(eq(chargeId, chargeEvents.chargeId), eq(transactionId, said('transactionId'))))
    .where(
      and(
        eq(chargeEvents.chargeId, charge),
        like(chargeEvents.key, KEYS[about]),
        inArray(said('status'), CHARGE_STATUSES.filter(bringsMoney)),
        isUntaken,
      ),
    )
    .orderBy(asc(chargeEvents.at), asc(chargeEvents.id))
  const newest = new Map(rows.map((row) => [row.id, row]))
  return [...newest.values()].map(({ amount, ...payment }) => ({
    ...payment,
    ...defined({ amount: amount === null ? undefined : Number(amount) }),
  }))
}
