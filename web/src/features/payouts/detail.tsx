import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isPayoutFailed } from '../../../../domain/payout.ts'
import type { PayoutStatus } from '../../api/contract.ts'
import { DetailColumns, RefusalNote } from '../../ui/detail-page.tsx'
import { MetadataPanel } from '../../ui/metadata-panel.tsx'
import { ExchangePanel } from '../exchanges/panel.tsx'
import { type DecidedPayout, PayoutAttentionBanner } from './actions.tsx'
import { payoutQueries } from './queries.ts'
import { PayoutTimeline } from './timeline.tsx'

interface PayoutDetailProps {
  payout: DecidedPayout & {
    id: string
    status: PayoutStatus
    needsAttention: boolean
    failureMessage: string | null
    metadata: Record<string, string>
  }
  /** The facts' panel. */
  aside: ReactNode
}

/** Below its heading a refund and a withdrawal are one page: what a person is asked, why it failed, its history, its facts. */
export function PayoutDetail({ payout, aside }: PayoutDetailProps) {
  const { id, kind, status, failureMessage } = payout
  return (
    <>
      <PayoutAttentionBanner payout={payout} />
      {isPayoutFailed(status) && failureMessage && <RefusalNote message={failureMessage} />}
      <DetailColumns
        aside={
          <>
            {aside}
            <MetadataPanel of={payout} />
          </>
        }
      >
        <PayoutTimeline kind={kind} payout={payout} />
        <ExchangePanel attempts={useQuery(payoutQueries.attempts(kind, id))} />
      </DetailColumns>
    </>
  )
}
