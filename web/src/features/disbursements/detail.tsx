import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isDisbursementFailed } from '../../../../domain/disbursement.ts'
import type { DisbursementStatus } from '../../api/contract.ts'
import { DetailColumns, RefusalNote } from '../../ui/detail-page.tsx'
import { MetadataPanel } from '../../ui/metadata-panel.tsx'
import { ExchangePanel } from '../exchanges/panel.tsx'
import { type DecidedDisbursement, DisbursementAttentionBanner } from './actions.tsx'
import { disbursementQueries } from './queries.ts'
import { DisbursementTimeline } from './timeline.tsx'

interface DisbursementDetailProps {
  disbursement: DecidedDisbursement & {
    id: string
    status: DisbursementStatus
    needsAttention: boolean
    approvedAt: string | null
    failureMessage: string | null
    metadata: Record<string, string>
  }
  /** The facts' panel. */
  aside: ReactNode
}

/** A refund and a withdrawal share this page below the heading: the decision, the failure, the history, the facts. */
export function DisbursementDetail({ disbursement, aside }: DisbursementDetailProps) {
  const { id, kind, status, failureMessage } = disbursement
  const refusal = isDisbursementFailed(status) ? (failureMessage ?? undefined) : undefined
  return (
    <>
      <DisbursementAttentionBanner disbursement={disbursement} />
      {refusal && <RefusalNote message={refusal} />}
      <DetailColumns
        aside={
          <>
            {aside}
            <MetadataPanel of={disbursement} />
          </>
        }
      >
        <DisbursementTimeline kind={kind} disbursement={disbursement} refusal={refusal} />
        <ExchangePanel attempts={useQuery(disbursementQueries.attempts(kind, id))} said={refusal} />
      </DetailColumns>
    </>
  )
}
