import { Ban, CircleCheck, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { brandName } from '../../../../domain/card-number.ts'
import { bringsMoney, isRefused, isSettled } from '../../../../domain/charge.ts'
import { endedByOperator } from '../../../../domain/ending.ts'
import type { Charge } from '../../api/contract.ts'
import { useFailureWords } from '../../i18n/failure-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { BuyersPage } from './buyers-page.tsx'
import { BoletoPanel } from './detail-boleto.tsx'
import { PixPanel } from './detail-pix.tsx'

/** What the buyer needs while the charge can be paid; afterwards only that it was, or why it could not be. */
export function PaymentPanel({ charge }: { charge: Charge }) {
  const { t } = useTranslation('charges')
  const { status, ending, paymentMethod, needsAttention } = charge
  if (bringsMoney(status)) return <Paid charge={charge} />
  if (endedByOperator(ending)) return <Canceled />
  if (isRefused(status) && charge.failureMessage) return <Refused message={charge.failureMessage} />
  if (isSettled(status)) return null
  if (paymentMethod === 'PIX') return <PixPanel charge={charge} />
  if (needsAttention) return null
  if (paymentMethod === 'BILLET') return <BoletoPanel charge={charge} />
  return (
    <Panel title={t('detail.card.title')}>
      <p className="figures mb-2 font-semibold">
        <CardLine charge={charge} />
      </p>
      <p className="text-ink-soft">{t('detail.card.waiting')}</p>
    </Panel>
  )
}

function Paid({ charge }: { charge: Charge }) {
  const { t } = useTranslation('charges')
  const { moment } = useFormat()
  const { paidAt, card } = charge
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-xl border border-success-line bg-success-soft px-4 py-4 text-success-ink md:px-6">
      <CircleCheck aria-hidden className="size-6 shrink-0" />
      <p className="min-w-0 flex-1 basis-48 font-semibold">
        {t('detail.paidTitle')}
        {paidAt && <span className="block font-normal">{moment(paidAt, Date.now())}</span>}
        {card && (
          <span className="figures block font-normal">
            <CardLine charge={charge} />
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <BuyersPage charge={charge} />
      </div>
    </div>
  )
}

function Refused({ message }: { message: string }) {
  const { t } = useTranslation('charges')
  const failureWords = useFailureWords()
  return (
    <div className="flex items-start gap-4 rounded-xl border border-danger-line bg-danger-soft px-4 py-4 text-danger-ink md:px-6">
      <CircleX aria-hidden className="size-6 shrink-0" />
      <p className="min-w-0 font-semibold">
        {t('detail.refusedTitle')}
        <span className="block font-normal">{failureWords(message)}</span>
      </p>
    </div>
  )
}

function Canceled() {
  const { t } = useTranslation('charges')
  return (
    <div className="flex items-center gap-4 rounded-xl border border-line bg-sunken px-4 py-4 md:px-6">
      <Ban aria-hidden className="size-6 shrink-0" />
      <p className="font-semibold">{t('detail.canceledTitle')}</p>
    </div>
  )
}

/** "Visa •••• 1111 · 3x de R$ 165,67". */
export function CardLine({ charge: { card, installments, finalValue, currency } }: { charge: Charge }) {
  const { t } = useTranslation('common')
  const format = useFormat()
  if (!card) return null
  return (
    <>
      {brandName(card.brand) ?? t('method.CREDIT_CARD')} •••• {card.lastDigits}
      {installments > 1 && ` · ${format.installments(finalValue, installments, currency)}`}
    </>
  )
}
