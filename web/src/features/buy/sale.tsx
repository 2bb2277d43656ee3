import { CircleAlert, Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isPageOpen } from '../../../../domain/selling.ts'
import type { CheckoutPage, PaymentMethod } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { MessageCard } from '../../ui/message-card.tsx'
import { Instead } from './instead.tsx'
import { Quantity } from './quantity.tsx'

interface SaleProps {
  page: CheckoutPage
  /** As it was read for smaller quantities, the smallest first. */
  fewer: readonly CheckoutPage[]
  onQuantity: (quantity: number) => void
  onChoose: (method: PaymentMethod) => void
  children: React.ReactNode
}

/** The form below the quantity, or why nothing is sold. */
export function Sale({ page, fewer, onQuantity, onChoose, children }: SaleProps) {
  const { t } = useTranslation('buy')
  const { state, reservation, seller } = page
  const payable = fewer.findLast(isPayable)
  if (isPageOpen(state) && (isPayable(page) || payable)) {
    return (
      <div className="grid gap-5 rounded-2xl border border-line bg-surface p-5">
        {page.maxQuantity > 1 && <Quantity quantity={page.quantity} most={page.maxQuantity} onQuantity={onQuantity} />}
        <div role="status" className={NOTICE}>
          {isPayable(page) ? (
            <Lost page={page} fewer={fewer} />
          ) : (
            payable && (
              <TooMany
                page={page}
                payable={payable}
                onChoose={(method) => {
                  onChoose(method)
                  onQuantity(payable.quantity)
                }}
              />
            )
          )}
        </div>
        {isPayable(page) && children}
      </div>
    )
  }
  if (reservation) return <Reserved until={reservation.expiresAt} />
  const why = isPageOpen(state) ? 'unpayable' : state
  return (
    <MessageCard
      tone="pending"
      icon={CircleAlert}
      title={t(`closed.${why}.title`)}
      text={t(`closed.${why}.text`, { seller })}
    />
  )
}

const NOTICE = 'rounded-xl border border-warning-line bg-warning-soft p-4 text-pretty text-warning-ink empty:hidden'

const methodsOf = (page: CheckoutPage) => page.paymentMethods.map(({ paymentMethod }) => paymentMethod)
const isPayable = (page: CheckoutPage) => page.paymentMethods.length > 0

/** By which of the methods for fewer this amount cannot be paid. */
function Lost({ page, fewer }: Pick<SaleProps, 'page' | 'fewer'>) {
  const { t } = useTranslation('buy')
  const { money } = useFormat()
  const taken = methodsOf(page)
  const lost = [...new Set(fewer.flatMap(methodsOf))].filter((method) => !taken.includes(method))
  if (lost.length === 0) return null
  const methods = lost.map((method) => t(`methods.${method}`)).join(', ')
  return t('notTaken.lost', { amount: money(page.amount), methods })
}

interface TooManyProps {
  page: CheckoutPage
  /** Of the largest quantity below that can be paid. */
  payable: CheckoutPage
  onChoose: (method: PaymentMethod) => void
}

/** By no method this amount can be paid, but fewer can. */
function TooMany({ page, payable, onChoose }: TooManyProps) {
  const { t } = useTranslation('buy')
  const { money } = useFormat()
  const { quantity, amount } = payable
  return (
    <>
      <p className="font-semibold">{t('notTaken.title', { amount: money(page.amount) })}</p>
      <p>{t('notTaken.fewer', { quantity, amount: money(amount) })}</p>
      <Instead methods={methodsOf(payable)} onChoose={onChoose} />
    </>
  )
}

function Reserved({ until }: { until: string | null }) {
  const { t } = useTranslation('buy')
  const { momentByClock } = useFormat()
  const text = until === null ? t('reserved.text') : t('reserved.until', { moment: momentByClock(until) })
  return <MessageCard tone="pending" icon={Hourglass} title={t('reserved.title')} text={text} />
}
