import { Check, CircleCheck, Copy, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { brandName } from '../../../../domain/card-number.ts'
import type { Checkout } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { MessageCard } from '../../ui/message-card.tsx'
import { useCopy } from '../../ui/use-copy.ts'

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
        {receipt && <PaymentNumber number={receipt.number} />}
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

/** On a line of its own, which it fills on a phone. The button stands beside its name. */
function PaymentNumber({ number }: { number: string }) {
  const { t } = useTranslation('buy')
  const { copied, copy } = useCopy(number)
  const Icon = copied ? Check : Copy
  const label = t(copied ? 'receipt.copied' : 'receipt.copy')
  return (
    <div className="relative">
      <dt className="text-ink-soft">{t('receipt.number')}</dt>
      <dd>
        <code className="block font-mono text-xs leading-6 [overflow-wrap:anywhere]">{number}</code>
        <button
          type="button"
          onClick={copy}
          aria-label={`${label}: ${t('receipt.number')}`}
          className="absolute -top-2.5 right-0 flex h-11 items-center gap-1.5 text-[0.8125rem] font-medium underline underline-offset-4 print:hidden"
        >
          <Icon aria-hidden className="size-4" />
          <span aria-live="polite">{label}</span>
        </button>
      </dd>
    </div>
  )
}
