import type { Database } from '../../client.ts'
import { findCharges } from './read.ts'

/** Whose charges these are, by the charges' ids: for a list of what happened to them. */
export async function buyerNames(
  db: Database,
  platformId: string,
  rows: readonly { chargeId: string | null }[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = rows.flatMap(({ chargeId }) => chargeId ?? [])
  const charges = ids.length === 0 ? [] : await findCharges(db, platformId, ids)
  return new Map(charges.map(({ id, customer }) => [id, customer.name]))
}
