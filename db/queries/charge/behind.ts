/** The charges that other rows are about, which are shown with their buyers. */
import type { Database } from '../../client.ts'
import { type ChargeRow, findCharges } from './read.ts'

/** The charges that these rows refer to, by id. */
export async function chargesBehind(
  db: Database,
  platformId: string,
  rows: readonly { chargeId: string | null }[],
): Promise<ReadonlyMap<string | null, ChargeRow>> {
  const ids = rows.flatMap(({ chargeId }) => chargeId ?? [])
  const charges = ids.length === 0 ? [] : await findCharges(db, platformId, ids)
  return new Map(charges.map((charge) => [charge.id, charge]))
}
