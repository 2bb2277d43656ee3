/** Exports as the contract shows them; where their parts are does not leave. */
import type { ExportRow } from '../../db/queries/export/exports.ts'
import type { Export } from '../schemas/export.ts'
import { iso, isoOrNull } from '../time.ts'

export function presentExport(row: ExportRow): Export {
  const { id, resource, filters, language, state, failure, rowCount, bytes, createdBy } = row
  return {
    id,
    resource,
    filters,
    language,
    state,
    failure,
    rows: rowCount,
    bytes,
    createdBy,
    createdAt: iso(row.createdAt),
    finishedAt: isoOrNull(row.finishedAt),
    expiresAt: iso(row.expiresAt),
  }
}
