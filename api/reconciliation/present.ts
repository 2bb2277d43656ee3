import type { AuditRow } from '../../db/queries/access/audit.ts'
import type { ReadingRun } from '../../db/queries/reading/again.ts'
import type { Candidate } from '../../db/queries/reconciliation/candidates.ts'
import type { ItemRow } from '../../db/queries/reconciliation/items.ts'
import type { StatementRow } from '../../db/queries/reconciliation/statements.ts'
import type { SummaryRow } from '../../db/queries/reconciliation/summaries.ts'
import { chargeWorkflowId, disbursementWorkflowId } from '../../workflows/messages.ts'
import type {
  AskedReconciliationRun,
  ReconciliationCandidate,
  ReconciliationItem,
  ReconciliationSummary,
  Statement,
} from '../schemas/reconciliation.ts'
import { iso, isoOrNull } from '../time.ts'

export function presentItem(row: ItemRow): ReconciliationItem {
  const { id, kind, state, provider, providerAccountId, transactionId, chargeId, disbursementId, disbursementKind } =
    row
  return {
    id,
    kind,
    state,
    source: row.source,
    provider,
    providerAccountId,
    transactionId,
    chargeId,
    refundId: disbursementKind === 'refund' ? disbursementId : null,
    withdrawalId: disbursementKind === 'withdrawal' ? disbursementId : null,
    ours: row.ours,
    theirs: row.theirs,
    foundAt: iso(row.foundAt),
    updatedAt: iso(row.updatedAt),
    resolvedAt: isoOrNull(row.resolvedAt),
    resolvedBy: row.resolvedBy,
    note: row.note,
  }
}

export function presentCandidate(row: Candidate): ReconciliationCandidate {
  const { id, kind, createdAt } = row
  const workflowId = kind === 'charge' ? chargeWorkflowId(id) : disbursementWorkflowId(kind, id)
  return { ...row, workflowId, createdAt: iso(createdAt) }
}

export function presentStatement(row: StatementRow): Statement {
  const { id, name, providerAccountId, amount, fees, importedBy, createdAt } = row
  const { rows, ignored, matched, items } = row
  const money = { amount, fees, net: amount - fees }
  const counts = { rows, ignored, matched, items }
  return { id, name, providerAccountId, ...counts, ...money, importedBy, createdAt: iso(createdAt) }
}

export function presentSummary(row: SummaryRow): ReconciliationSummary {
  const { id, day, compared, found, resolved, open, amounts, accounts, createdAt } = row
  const figures = { compared, found, resolved, open, amounts }
  return { id, day, ...figures, accounts, createdAt: iso(createdAt) }
}

const OF_ACCOUNT = 'provider-account/'

/** What the audit log says that a run was asked for. */
export const runTarget = (platformId: string, providerAccountId: string | undefined): string =>
  providerAccountId === undefined ? `platform/${platformId}` : `${OF_ACCOUNT}${providerAccountId}`

export function presentRun({ id, at, actor, target, detail }: AuditRow): AskedReconciliationRun {
  const { readings, seconds } = detail as unknown as ReadingRun
  const providerAccountId = target.startsWith(OF_ACCOUNT) ? target.slice(OF_ACCOUNT.length) : null
  return { id, at: iso(at), by: actor, providerAccountId, readings, seconds }
}
