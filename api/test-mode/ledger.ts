/** The fake providers' ledger knows no buyers: each row is told whose it is. */
import type { Database } from '../../db/client.ts'
import { findWhose, type WhoseCharge } from '../../db/queries/charge/whose.ts'

interface LedgerRow {
  provider: string
  id: string
  reference: string
}

/** Each row with its `charge`: its id, the buyer's name and the seller's order; null for another platform's. */
export async function withCharges(db: Database, platformId: string, rows: readonly LedgerRow[]) {
  const known = await findWhose(db, platformId, {
    transactionIds: rows.map(({ id }) => id),
    attemptIds: rows.flatMap(({ reference }) => attemptOf(reference) ?? []),
  })
  return rows.map((row) => ({ ...row, charge: presentOf(known.find((charge) => isOf(charge, row))) }))
}

const isOf = ({ attemptId, provider, transactionId }: WhoseCharge, row: LedgerRow): boolean =>
  provider === row.provider && (transactionId === row.id || attemptId === attemptOf(row.reference))

const presentOf = (charge: WhoseCharge | undefined) =>
  charge ? { id: charge.id, orderId: charge.orderId, customerName: charge.customer.name } : null

/** A reference is the attempt's id without its dashes; some providers take less of it. */
const attemptOf = (reference: string): string | undefined =>
  /^[0-9a-f]{32}$/.test(reference)
    ? reference.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : undefined
