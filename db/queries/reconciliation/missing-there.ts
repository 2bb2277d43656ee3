/** Movements that a statement should list, and does not. */
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { defined } from '../../../domain/defined.ts'
import { DISBURSEMENT_KINDS, type DisbursementKind } from '../../../domain/disbursement.ts'
import type { PaymentMethod } from '../../../domain/payment-method.ts'
import { type ReadStatement, spanOf } from '../../../domain/statement.ts'
import type { Queryable } from '../../client.ts'
import { charges, disbursements, payments } from '../../schema/index.ts'
import type { Account, FoundDifference } from './items.ts'
import { KNOWN } from './known.ts'
import { hasOwnLine, isNamedByUs } from './lines-of-refunds.ts'
import { isUnlisted, referencesOfDisbursement, referencesOfTransaction } from './own-references.ts'

/** What a statement lists of our movements: charges of which methods, and how many refunds and withdrawals under lines of their own. */
export type Listed = Record<DisbursementKind, number> & {
  methods: Set<PaymentMethod>
  /** It names a refund by our reference. */
  namesOurRefunds: boolean
}

const { amount, currency, status } = disbursements
const PAID_OUT = { amount, currency, status }
const MOST_MISSING = 5000

/** So many of our payments in the statement's period are missing in it that it cannot be the account's whole statement. */
export class NoWholeStatement extends Error {}

/**
 * Movements that we record as paid in the statement's period and that no statement of the account lists, if the statement lists others of
 * their kind, and of charges, of their method. The statement's last moment is excluded, because the day may continue in the next statement.
 */
export async function missingThere(
  tx: Queryable,
  account: Account,
  lines: ReadStatement['lines'],
  listed: Listed,
): Promise<FoundDifference[]> {
  const span = spanOf(lines)
  if (!span) return []
  const within = (at: PgColumn) => sql`${at} >= ${span.from}::timestamptz AND ${at} < ${span.to}::timestamptz`
  const ofCharges =
    listed.methods.size === 0
      ? []
      : await tx
          .select({
            transactionId: payments.transactionId,
            chargeId: charges.id,
            currency: charges.currency,
            ...KNOWN,
            at: payments.paidAt,
          })
          .from(payments)
          .innerJoin(charges, eq(charges.id, payments.chargeId))
          .where(
            and(
              eq(payments.providerAccountId, account.id),
              inArray(charges.paymentMethod, [...listed.methods]),
              within(payments.paidAt),
              isUnlisted(
                account.id,
                payments.transactionId,
                referencesOfTransaction(account.id, payments.transactionId),
              ),
            ),
          )
          .limit(MOST_MISSING + 1)
  const kinds = DISBURSEMENT_KINDS.filter((kind) => listed[kind] > 0)
  const ofDisbursements =
    kinds.length === 0
      ? []
      : await tx
          .select({
            transactionId: disbursements.externalId,
            disbursementId: disbursements.id,
            ...PAID_OUT,
            at: disbursements.approvedAt,
          })
          .from(disbursements)
          .where(
            and(
              eq(disbursements.providerAccountId, account.id),
              inArray(disbursements.kind, kinds),
              within(disbursements.approvedAt),
              hasOwnLine,
              listed.namesOurRefunds ? undefined : not(isNamedByUs),
              isUnlisted(account.id, disbursements.externalId, referencesOfDisbursement(account.id, disbursements.id)),
            ),
          )
          .limit(MOST_MISSING + 1)
  const missing = [...ofCharges, ...ofDisbursements]
  if (missing.length > MOST_MISSING) throw new NoWholeStatement()
  return missing.flatMap(({ transactionId, amount, currency, status, at, ...movement }): FoundDifference[] => {
    if (transactionId === null) return []
    const ours = { amount, currency, status, ...defined({ at: at === null ? undefined : new Date(at).toISOString() }) }
    return [{ kind: 'missingThere', transactionId, ...movement, ours, theirs: null }]
  })
}
