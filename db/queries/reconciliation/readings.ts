/** Compares a reading of a charge with our records, after it was applied. */
import { and, eq, sql } from 'drizzle-orm'
import { type ChargeStatus, isPaid } from '../../../domain/charge.ts'
import { defined } from '../../../domain/defined.ts'
import { isPaidOut } from '../../../domain/disbursement.ts'
import { type Difference, differencesOf, type KnownTransaction } from '../../../domain/reconciliation.ts'
import type { Database } from '../../client.ts'
import { charges, disbursements, payments, reconciliationItems } from '../../schema/index.ts'
import { itemIsOpen } from '../movement/statuses.ts'
import { lookedNow, noteDifferences } from './items.ts'
import { KNOWN } from './known.ts'

const READABLE = ['status', 'missingThere'] as const satisfies readonly Difference[]

/** A provider's reading of a charge. `amount`: the amount paid, if nothing was returned. */
export interface SaidOfCharge {
  status: ChargeStatus | null
  amount?: number | undefined
  /** The charge is reported as paid although its refund was made a while ago. */
  isDenied?: boolean
}

/** @param theirs null if the provider has no such transaction. */
export async function noteReading(db: Database, chargeId: string, theirs: SaidOfCharge | null) {
  const [charge] = await db
    .select({
      platformId: charges.platformId,
      accountId: charges.providerAccountId,
      provider: charges.provider,
      transactionId: charges.transactionId,
      currency: charges.currency,
      ...KNOWN,
      isListed: sql<boolean>`EXISTS (SELECT FROM ${reconciliationItems} WHERE ${and(eq(reconciliationItems.chargeId, charges.id), itemIsOpen(reconciliationItems.state))})`,
    })
    .from(charges)
    .leftJoin(
      payments,
      and(
        eq(payments.providerAccountId, charges.providerAccountId),
        eq(payments.transactionId, charges.transactionId),
        eq(payments.chargeId, charges.id),
      ),
    )
    .where(eq(charges.id, chargeId))
  if (!charge?.accountId || !charge.transactionId) return
  const { accountId, platformId, transactionId, amount, currency, status, isListed } = charge
  const differences = theirs ? differencesIn(charge, theirs) : isPaid(status) ? (['missingThere'] as const) : []
  if (differences.length === 0 && !isListed) return
  const said = theirs?.status ? defined({ status: theirs.status, amount: theirs.amount }) : null
  const kinds: readonly Difference[] = theirs?.amount === undefined ? READABLE : [...READABLE, 'amount']
  const ours = { amount, currency, status }
  const found = differences.map((kind) => ({ kind, transactionId, chargeId, ours, theirs: said }))
  const account = { id: accountId, platformId, provider: charge.provider ?? '' }
  await db.transaction((tx) =>
    noteDifferences(tx, account, [lookedNow(transactionId)], found, { kinds, source: 'reading' }),
  )
}

const differencesIn = (
  ours: KnownTransaction,
  { status, amount, isDenied = false }: SaidOfCharge,
): readonly Difference[] =>
  isDenied ? ['status'] : differencesOf(ours, { status, amounts: amount === undefined ? [] : [amount] })

/** Records whether the provider has a withdrawal that was paid out. */
export async function noteDisbursementReading(db: Database, disbursementId: string, isThere: boolean): Promise<void> {
  const [disbursement] = await db
    .select({
      platformId: disbursements.platformId,
      accountId: disbursements.providerAccountId,
      provider: disbursements.provider,
      transactionId: disbursements.externalId,
      amount: disbursements.amount,
      currency: disbursements.currency,
      status: disbursements.status,
      isListed: sql<boolean>`EXISTS (SELECT FROM ${reconciliationItems} WHERE ${and(eq(reconciliationItems.disbursementId, disbursements.id), itemIsOpen(reconciliationItems.state))})`,
    })
    .from(disbursements)
    .where(eq(disbursements.id, disbursementId))
  if (!disbursement?.accountId || !disbursement.transactionId) return
  const { accountId, platformId, transactionId, amount, currency, status, isListed } = disbursement
  const isMissing = !isThere && isPaidOut(status)
  if (!isMissing && !isListed) return
  const ours = { amount, currency, status }
  const found = isMissing ? [{ kind: 'missingThere' as const, transactionId, disbursementId, ours, theirs: null }] : []
  const account = { id: accountId, platformId, provider: disbursement.provider ?? '' }
  const from = { kinds: ['missingThere'], source: 'reading' } as const
  await db.transaction((tx) => noteDifferences(tx, account, [lookedNow(transactionId)], found, from))
}
