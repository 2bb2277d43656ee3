import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Charge, Payment } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { ShortId } from '../../ui/copy.tsx'
import { FailedPanel } from '../../ui/failed-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useFirstFailure } from '../../ui/unread.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { RefundButton } from '../refunds/dialog.tsx'
import { chargeQueries } from './queries.ts'
import { StatusBadge } from './status.tsx'

/** Every transaction of a charge that has more than the one that its buyer was shown, or whose code was withdrawn. */
export function PaymentsPanel({ charge }: { charge: Charge }) {
  const { t } = useTranslation('disbursements')
  const payments = useQuery(chargeQueries.payments(charge.id))
  const failure = useFirstFailure(payments)
  if (failure !== null) return <FailedPanel title={t('payments.title')} query={payments} />
  const rows = payments.data?.data ?? []
  if (rows.every(({ shown, voided }) => shown && !voided)) return null
  return (
    <Panel title={t('payments.title')}>
      {rows.length > 1 && <p className="text-ink-soft text-pretty">{t('payments.text')}</p>}
      <ul aria-label={t('payments.title')} className="mt-4 grid gap-4">
        {rows.map((payment) => (
          <Row key={payment.id} payment={payment} charge={charge} />
        ))}
      </ul>
    </Panel>
  )
}

function Row({ payment, charge }: { payment: Payment; charge: Charge }) {
  const { t } = useTranslation('disbursements')
  const { money } = useFormat()
  const providerName = useProviderName()
  const { transactionId, provider, state, amount, refundedAmount, paidAt, createdAt, shown, voided } = payment
  return (
    <li className="grid gap-2 border-t border-line pt-4 first:border-0 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="figures font-semibold">{money(amount, charge.currency)}</span>
        <StatusBadge status={state} />
      </div>
      <p className="text-[0.8125rem] text-ink-faint">
        {providerName(provider)} · <ShortId id={transactionId} /> · <RelativeTime at={paidAt ?? createdAt} />
      </p>
      {refundedAmount > 0 && (
        <p className="figures text-[0.8125rem] text-info-ink">
          {t('payments.refunded', { amount: money(refundedAmount, charge.currency) })}
        </p>
      )}
      {voided && <p className="text-[0.8125rem] text-ink-soft">{t('payments.voided')}</p>}
      {!shown && <p className="text-[0.8125rem] text-ink-soft">{t('payments.notShown')}</p>}
      <div className="empty:hidden">
        <RefundButton charge={charge} payment={payment} />
      </div>
    </li>
  )
}
