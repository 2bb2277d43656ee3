/** Disputes as the contract shows them; what is not named here does not leave. */
import { paymentId } from '../../db/attempt-ids.ts'
import type { DisputeRow, EvidenceRow } from '../../db/queries/dispute/read.ts'
import { isLive } from '../../domain/mode.ts'
import type { Dispute, DisputeEvidence } from '../schemas/dispute.ts'
import { iso, isoOrNull } from '../time.ts'

export function presentDispute(row: DisputeRow): Dispute {
  const { id, chargeId, transactionId, provider, providerAccountId, kind, state, amount, currency, rawStatus } = row
  return {
    id,
    livemode: isLive(row.platformId),
    chargeId,
    paymentId:
      transactionId !== null && providerAccountId !== null
        ? paymentId(chargeId, providerAccountId, transactionId)
        : null,
    transactionId,
    provider,
    providerAccountId,
    kind,
    state,
    amount,
    currency,
    rawStatus,
    openedAt: iso(row.openedAt),
    dueAt: isoOrNull(row.dueAt),
    closedAt: isoOrNull(row.closedAt),
    closedBy: row.closedBy,
    note: row.note,
  }
}

export function presentEvidence({ id, name, addedBy, createdAt }: EvidenceRow): DisputeEvidence {
  return { id, name, addedBy, createdAt: iso(createdAt) }
}
