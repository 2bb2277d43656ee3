import type { Database } from '../../db/client.ts'
import { findCharges } from '../../db/queries/charge/read.ts'

/** Whose charges these are, by the charges' ids: for a list of what happened to them. */
export async function buyerNames(
  db: Database,
  platformId: string,
  rows: readonly { chargeId: string | null }[],
): Promise<ReadonlyMap<string | null, string>> {
  const charges = await findCharges(
    db,
    platformId,
    rows.flatMap(({ chargeId }) => chargeId ?? []),
  )
  return new Map(charges.map(({ id, customer }) => [id, customer.name]))
}
