/** What a webhook said, and of what: a charge, a withdrawal or a receiver. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isRefused } from '../../../../domain/charge.ts'
import { endingOf } from '../../../../domain/ending.ts'
import { refusalOfWord } from '../../../../domain/refusal.ts'
import type { WebhookDelivery, WebhookEvent } from '../../api/contract.ts'
import { cx } from '../../ui/class-names.ts'
import { shorten } from '../../ui/copy.tsx'
import { STATUS_LOOKS, StatusBadge } from '../charges/status.tsx'
import { DISBURSEMENT_LOOKS, DisbursementBadge } from '../disbursements/status.tsx'

type Status = NonNullable<WebhookEvent['status']>
const isOfDisbursement = (status: Status): status is keyof typeof DISBURSEMENT_LOOKS => status in DISBURSEMENT_LOOKS
const isOfCharge = (status: Status): status is keyof typeof STATUS_LOOKS => status in STATUS_LOOKS

interface MeaningBadgeProps extends Pick<WebhookEvent, 'type' | 'rawStatus'> {
  status: Status
}

/** A charge whose time was over is said to have expired, as on its own page. */
export function MeaningBadge({ type, status, rawStatus }: MeaningBadgeProps) {
  if (type === 'WITHDRAW' && isOfDisbursement(status)) return <DisbursementBadge status={status} />
  if (!isOfCharge(status)) return null
  const ending = isRefused(status) ? endingOf('webhook', refusalOfWord(rawStatus ?? undefined)) : null
  return <StatusBadge status={status} ending={ending} />
}

/** What moved, by its page. */
const PAGES = { charge: '/charges', withdrawal: '/withdrawals', receiver: '/receivers' } as const

interface Movement {
  kind: keyof typeof PAGES
  id: string
}

/** Of a provider's webhook; null where none was found. */
export function movementIn({ chargeId, withdrawalId }: WebhookEvent): Movement | null {
  if (withdrawalId !== null) return { kind: 'withdrawal', id: withdrawalId }
  return chargeId === null ? null : { kind: 'charge', id: chargeId }
}

/** A sent notice names its withdrawal or its receiver in its body only. */
export function movementOf({ eventType, chargeId, body: { data } }: WebhookDelivery): Movement | null {
  const kind = (['withdrawal', 'receiver'] as const).find((known) => eventType.startsWith(`${known}.`))
  if (kind === undefined) return chargeId === null ? null : { kind: 'charge', id: chargeId }
  const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined
  return typeof id === 'string' ? { kind, id } : null
}

/** The movement, named as what it is. */
export function MovementLink({ of, className }: { of: Movement | null; className: string }) {
  const { t } = useTranslation('webhooks')
  if (of === null) return <span className="text-ink-faint">—</span>
  return (
    <span className="whitespace-nowrap">
      {t(`detail.${of.kind}`)} <MovementId of={of} className={className} />
    </span>
  )
}

/** Its short id alone, which leads to its page. */
export function MovementId({ of: { kind, id }, className = 'underline' }: { of: Movement; className?: string }) {
  return (
    <Link
      to={`${PAGES[kind]}/${id}`}
      className={cx('font-mono text-[0.8125rem] text-accent-ink underline-offset-4', className)}
    >
      {shorten(id)}
    </Link>
  )
}
