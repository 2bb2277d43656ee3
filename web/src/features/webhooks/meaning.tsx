/** What a provider's webhook said, and of what: a charge or a withdrawal. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { WebhookDelivery, WebhookEvent } from '../../api/contract.ts'
import { cx } from '../../ui/class-names.ts'
import { shorten } from '../../ui/copy.tsx'
import { STATUS_LOOKS, StatusBadge } from '../charges/status.tsx'
import { DISBURSEMENT_LOOKS, DisbursementBadge } from '../disbursements/status.tsx'
import { ChargeLink } from './detail-parts.tsx'

type Status = NonNullable<WebhookEvent['status']>
const isOfDisbursement = (status: Status): status is keyof typeof DISBURSEMENT_LOOKS => status in DISBURSEMENT_LOOKS
const isOfCharge = (status: Status): status is keyof typeof STATUS_LOOKS => status in STATUS_LOOKS

export function MeaningBadge({ type, status }: { type: WebhookEvent['type']; status: Status }) {
  if (type === 'WITHDRAW' && isOfDisbursement(status)) return <DisbursementBadge status={status} />
  return isOfCharge(status) ? <StatusBadge status={status} /> : null
}

type Movement = Pick<WebhookEvent, 'chargeId' | 'withdrawalId'>

/** A sent notice names the withdrawal that it is about in its body only. */
export function movementOf({ eventType, chargeId, body }: WebhookDelivery): Movement {
  const data = eventType.startsWith('withdrawal.') ? body.data : undefined
  const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined
  return { chargeId, withdrawalId: typeof id === 'string' ? id : null }
}

/** The charge or the withdrawal, named as such. */
export function MovementLink({ of: { chargeId, withdrawalId }, className }: { of: Movement; className: string }) {
  const { t } = useTranslation('webhooks')
  if (withdrawalId === null && chargeId === null) return <span className="text-ink-faint">—</span>
  return (
    <span className="whitespace-nowrap">
      {t(withdrawalId === null ? 'detail.charge' : 'detail.withdrawal')}{' '}
      {withdrawalId === null ? (
        chargeId && <ChargeLink id={chargeId} className={className} />
      ) : (
        <WithdrawalLink id={withdrawalId} className={className} />
      )}
    </span>
  )
}

export function WithdrawalLink({ id, className = 'underline' }: { id: string; className?: string }) {
  return (
    <Link
      to={`/withdrawals/${id}`}
      className={cx('font-mono text-[0.8125rem] text-accent-ink underline-offset-4', className)}
    >
      {shorten(id)}
    </Link>
  )
}
