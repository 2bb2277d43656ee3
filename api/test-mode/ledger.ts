/** The fake providers' ledger knows no platform: each row is told whose it is. */
import { referredAttempt } from '../../db/attempt-ids.ts'
import type { Database } from '../../db/client.ts'
import { findWhose, type WhoseCharge } from '../../db/queries/charge/whose.ts'
import { findWhoseWithdrawals } from '../../db/queries/disbursement/whose.ts'

interface LedgerRow {
  provider: string
  id: string
  reference: string
}

/** Each row with its `charge`: its id, the buyer's name and the seller's order; null for another platform's. */
export async function withCharges(db: Database, platformId: string, rows: readonly LedgerRow[]) {
  const known = await findWhose(db, platformId, {
    transactionIds: rows.map(({ id }) => id),
    attemptIds: rows.flatMap(({ reference }) => referredAttempt(reference) ?? []),
  })
  return rows.map((row) => ({ ...row, charge: presentOf(known.find((charge) => isOf(charge, row))) }))
}

/** Each row with its `withdrawal`: its id, the holder's name and the seller's reference; null for another platform's. */
export async function withWithdrawals(db: Database, platformId: string, rows: readonly LedgerRow[]) {
  const known = await findWhoseWithdrawals(db, platformId, {
    externalIds: rows.map(({ id }) => id),
    references: rows.flatMap(({ reference }) => reference || []),
  })
  return rows.map((row) => {
    const whose = known.find(
      ({ provider, externalId, reference }) =>
        provider === row.provider && (externalId === row.id || reference === row.reference),
    )
    if (!whose) return { ...row, withdrawal: null }
    const { id, ownReference, destination } = whose
    const holder = destination?.name ?? destination?.accountHolder ?? null
    return { ...row, withdrawal: { id, reference: ownReference, holder } }
  })
}

const isOf = ({ attemptId, provider, transactionId }: WhoseCharge, row: LedgerRow): boolean =>
  provider === row.provider && (transactionId === row.id || attemptId === referredAttempt(row.reference))

const presentOf = (charge: WhoseCharge | undefined) =>
  charge ? { id: charge.id, orderId: charge.orderId, customerName: charge.customer.name } : null
