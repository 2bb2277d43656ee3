/** Returns of a payment that only notices report, because the provider cannot be read. Each notice states one return. */
import { and, eq, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import { paymentId } from '../../attempt-ids.ts'
import type { Database, Queryable } from '../../client.ts'
import { chargeEvents } from '../../schema/index.ts'
import { knownRefunds } from '../disbursement/create.ts'
import { noteReturn, noteUnclearReturn } from './contradictions.ts'
import { appendEvents } from './events.ts'
import { type AccountTransaction, lockCharge } from './payments.ts'

export interface ToldReturn {
  /** The stored webhook's id, without the number of its replay. */
  notice: string
  of: AccountTransaction
  /** What this notice says was returned. Integer cents. */
  returned?: number
  rawStatus?: string
}

/**
 * Records a notice of a return that does not change the charge's status. An operator is asked if all notices together report more than
 * our refunds, or if this one states no amount. Safe to repeat.
 */
export async function noteToldReturn(db: Database, chargeId: string, told: ToldReturn): Promise<void> {
  const { notice, of, returned, rawStatus } = told
  const { accountId, transactionId } = of
  await db.transaction(async (tx) => {
    await lockCharge(tx, chargeId)
    const detail = { accountId, transactionId, ...defined({ returned, rawStatus }) }
    await appendEvents(tx, chargeId, [{ key: `returned/${notice}`, type: 'eventIgnored', cause: 'webhook', detail }])
    const { all: ours } = await knownRefunds(tx, paymentId(chargeId, accountId, transactionId))
    if (returned === undefined) {
      await noteUnclearReturn(tx, chargeId, { of, cause: 'webhook', notice, ours })
      return
    }
    const sum = await sumTold(tx, chargeId, of)
    if (sum > ours) await noteReturn(tx, chargeId, { of, cause: 'webhook', notice, returned: sum })
  })
}

async function sumTold(db: Queryable, charge: string, { accountId, transactionId }: AccountTransaction) {
  const { chargeId, key, detail } = chargeEvents
  const isOf = sql`${detail} ->> 'accountId' = ${accountId} AND ${detail} ->> 'transactionId' = ${transactionId}`
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum((${detail} ->> 'returned')::bigint), 0)`.mapWith(Number) })
    .from(chargeEvents)
    .where(and(eq(chargeId, charge), sql`starts_with(${key}, 'returned/')`, isOf))
  return row?.sum ?? 0
}
