import { CircleCheck, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { brandName } from '../../../../domain/card-number.ts'
import type { Checkout } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { MessageCard } from '../../ui/message-card.tsx'

/** What was paid, to whom, how and when: at the page that sold it, and at the payment's own address. */
export function Receipt({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation('buy')
  const { money, exactly, installments: parts } = useFormat()
  const { seller, amount, currency, paymentMethod, card, installments, paidAt, items, receipt } = checkout
  const how = card
    ? `${brandName(card.brand) ?? t('methods.CREDIT_CARD')} •••• ${card.lastDigits}${installments > 1 ? ` · ${parts(amount, installments, currency)}` : ''}`
    : t(`methods.${paymentMethod}`)
  const rows = [
    [t('receipt.to'), seller],
    [t('receipt.what'), items.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')],
    [t('receipt.how'), how],
    ...(paidAt ? [[t('receipt.when'), exactly(paidAt)]] : []),
    [t('receipt.total'), money(amount, currency)],
    ...(receipt ? [[t('receipt.number'), receipt.number]] : []),
  ]
  return (
    <>
      <MessageCard tone="success" icon={CircleCheck} title={t('paidTitle')} text={t('paidText', { seller })} />
      <dl className="mt-4 grid gap-2 rounded-2xl border border-line bg-surface px-6 py-4">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="shrink-0 text-ink-soft">{name}</dt>
            <dd className="figures min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        onClick={() => window.print()}
        className="mt-3 flex h-12 w-full items-center justify-center gap-2 rounded-xl border border-line-strong bg-surface font-medium hover:bg-hover print:hidden"
      >
        <Printer aria-hidden className="size-4" />
        {t('print')}
      </button>
    </>
  )
}
