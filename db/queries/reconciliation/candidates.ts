/** Candidates for a transaction that is missing here: movements sent by its account without an answer. An operator picks one. */
import { and, desc, eq, inArray, isNotNull, isNull, max, min, not, or, type SQL, sql } from 'drizzle-orm'
import type { Currency } from '../../../domain/money.ts'
import { isItemOpen } from '../../../domain/reconciliation.ts'
import type { Database } from '../../client.ts'
import { chargeAttempts, charges, disbursementAttempts, disbursements, statementLines } from '../../schema/index.ts'
import { isUnanswered } from '../charge/attempts.ts'
import { isTold } from '../charge/named.ts'
import { attemptIsUncertain, chargeWaits } from '../movement/statuses.ts'
import { LONGEST_SILENCE } from '../webhook/unknown.ts'
import type { ItemRow } from './items.ts'

/** The most candidates that are shown. */
const MOST = 20

export interface Candidate {
  kind: 'charge' | 'withdrawal'
  id: string
  amount: number
  currency: Currency
  /** The buyer's or the holder's name. */
  name: string | null
  createdAt: string
}

/** Those with the same amount first, then the newest. Empty for other kinds of differences. */
export async function listCandidates(db: Database, item: ItemRow): Promise<Candidate[]> {
  if (item.kind !== 'missingHere' || !isItemOpen(item.state)) return []
  const missing = { ...item, amount: item.theirs?.amount ?? (await leftOf(db, item)) }
  const found = [...(await chargesAt(db, missing)), ...(await withdrawalsAt(db, missing))]
  return found.toSorted(isLikelier(missing.amount)).slice(0, MOST)
}

interface Missing extends Pick<ItemRow, 'providerAccountId' | 'platformId' | 'transactionId'> {
  amount: number | null
}

/** The amount, in integer cents, if statements list the transaction only as money that left. */
async function leftOf(
  db: Database,
  { providerAccountId, transactionId }: Pick<ItemRow, 'providerAccountId' | 'transactionId'>,
): Promise<number | null> {
  const { amount } = statementLines
  const [row] = await db
    .select({ least: min(amount), most: max(amount) })
    .from(statementLines)
    .where(
      and(eq(statementLines.providerAccountId, providerAccountId), eq(statementLines.transactionId, transactionId)),
    )
  const { least, most } = row ?? {}
  return most != null && least != null && most < 0 ? -least : null
}

const isLikelier = (amount: number | null) => (one: Candidate, other: Candidate) =>
  Number(other.amount === amount) - Number(one.amount === amount) ||
  Date.parse(other.createdAt) - Date.parse(one.createdAt)

const likeliest = (item: Missing, amount: typeof charges.amount | typeof disbursements.amount): SQL =>
  sql`(${amount} = ${item.amount}::bigint) IS TRUE DESC`

/** Charges without an answer. Empty if the provider reported the transaction only as money that left. */
async function chargesAt(db: Database, item: Missing): Promise<Candidate[]> {
  const { id, status, amount, currency, customer, createdAt } = charges
  const sentHere = db
    .select({ id: chargeAttempts.chargeId })
    .from(chargeAttempts)
    .where(
      and(
        eq(chargeAttempts.providerAccountId, item.providerAccountId),
        isUnanswered,
        isTold(item.transactionId),
        sql`${chargeAttempts.createdAt} > now() - ${LONGEST_SILENCE}`,
      ),
    )
  // A charge that is still being created needs no decision yet.
  const isOpenToWord = or(not(chargeWaits(status)), and(isNotNull(charges.attention), isNull(charges.transactionId)))
  const rows = await db
    .select({ id, amount, currency, customer, createdAt })
    .from(charges)
    .where(and(eq(charges.platformId, item.platformId), inArray(id, sentHere), isOpenToWord))
    .orderBy(likeliest(item, amount), desc(createdAt))
    .limit(MOST)
  return rows.map(({ customer: { name }, ...row }) => ({ kind: 'charge', ...row, name }))
}

async function withdrawalsAt(db: Database, item: Missing): Promise<Candidate[]> {
  const { id, amount, currency, destination, createdAt } = disbursements
  const sentHere = db
    .select({ id: disbursementAttempts.disbursementId })
    .from(disbursementAttempts)
    .where(
      and(
        eq(disbursementAttempts.providerAccountId, item.providerAccountId),
        attemptIsUncertain(disbursementAttempts.state),
      ),
    )
  const rows = await db
    .select({ id, amount, currency, destination, createdAt })
    .from(disbursements)
    .where(
      and(
        eq(disbursements.platformId, item.platformId),
        eq(disbursements.kind, 'withdrawal'),
        isNotNull(disbursements.attention),
        isNull(disbursements.externalId),
        inArray(id, sentHere),
      ),
    )
    .orderBy(likeliest(item, amount), desc(createdAt))
    .limit(MOST)
  return rows.map(({ destination: to, ...row }) => {
    const name = to?.name ?? to?.accountHolder ?? null
    return { kind: 'withdrawal', ...row, name }
  })
}
