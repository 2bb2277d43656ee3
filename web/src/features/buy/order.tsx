import { CircleAlert, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { bringsMoney, isPaid, isRefused, isSettled } from '../../../../domain/charge.ts'
import { endedByOperator, endedByTime } from '../../../../domain/ending.ts'
import type { Checkout, CheckoutPage, PaymentMethod } from '../../api/contract.ts'
import { MessageCard } from '../../ui/message-card.tsx'
import type { CodeMethod } from '../pay/not-ready.tsx'
import { ToPay } from '../pay/to-pay.tsx'
import { UnderReview } from '../pay/under-review.tsx'
import { useIsOver } from '../pay/use-is-over.ts'
import { Instead } from './instead.tsx'
import { KeepAddress } from './keep-address.tsx'
import { Receipt } from './receipt.tsx'

interface OrderViewProps {
  checkout: Checkout
  /** What else the page sells: by which ways, and whether in another number. */
  page: Pick<CheckoutPage, 'paymentMethods' | 'maxQuantity'>
  onOther: () => void
}

/** The try that the order has: what is to be paid, what was paid, or why it was not. */
export function OrderView({ checkout, page, onOther }: OrderViewProps) {
  const { t } = useTranslation('buy')
  const isOver = useIsOver(checkout)
  const { token, status, underReview, paymentMethod, seller, mailed } = checkout
  const hasOthers = page.paymentMethods.some((other) => other.paymentMethod !== paymentMethod)
  const another = (hasOthers || page.maxQuantity > 1) && (
    <button type="button" onClick={onOther} className="mt-4 h-12 w-full rounded-xl font-medium underline">
      {t(hasOthers ? 'other' : 'otherQuantity')}
    </button>
  )
  if (bringsMoney(status)) return <Receipt checkout={checkout} />
  if (isPaid(status)) {
    return (
      <MessageCard tone="pending" icon={CircleAlert} title={t('returnedTitle')} text={t('returnedText', { seller })} />
    )
  }
  if (underReview) return <UnderReview checkout={checkout} />
  if (isSettled(status)) return null
  if (paymentMethod === 'CREDIT_CARD')
    return <MessageCard tone="pending" icon={CircleAlert} title={t('reviewTitle')} text={t('reviewText')} />
  if (isOver) return <Over method={paymentMethod} onAgain={onOther} />
  return (
    <>
      <ToPay checkout={checkout} method={paymentMethod} />
      {paymentMethod === 'BILLET' && <KeepAddress token={token} isMailed={mailed} />}
      {another}
    </>
  )
}

/** Whether it was paid in time may not be known yet. */
function Over({ method, onAgain }: { method: CodeMethod; onAgain: () => void }) {
  const { t } = useTranslation(['buy', 'pay'])
  return (
    <>
      <MessageCard
        tone="pending"
        icon={CircleAlert}
        title={t(`pay:over.${method}.title`)}
        text={t(`pay:over.${method}.text`)}
      />
      <button
        type="button"
        onClick={onAgain}
        className="mt-4 h-12 w-full rounded-xl border border-line-strong bg-surface font-medium hover:bg-hover"
      >
        {t('anotherCode')}
      </button>
    </>
  )
}

interface RefusalProps {
  checkout: Checkout
  methods: readonly PaymentMethod[]
  onChoose: (method: PaymentMethod) => void
}

/** Above the form, which tries again: why it was not paid, and the other ways. */
export function Refusal({ checkout, methods, onChoose }: RefusalProps) {
  const { t } = useTranslation('buy')
  const { status, ending, paymentMethod, declined, seller } = checkout
  if (!isRefused(status)) return null
  const isCanceled = endedByOperator(ending)
  const codeTitle = endedByTime(ending) ? 'overTitle' : 'refusedTitle'
  const isCard = paymentMethod === 'CREDIT_CARD' && !isCanceled
  const isOnly = methods.length < 2
  const card = isOnly ? 'onlyCardText' : 'declinedText'
  const code = isOnly ? 'onlyCodeText' : 'overText'
  const others = isCard ? methods.filter((method) => method !== paymentMethod) : []
  return (
    <div role="alert" className="mb-4 rounded-2xl border border-danger-line bg-danger-soft p-5 text-danger-ink">
      <div className="flex gap-3">
        <CircleX aria-hidden className="size-5 shrink-0" />
        <div className="grid gap-1">
          <h2 tabIndex={-1} className="scroll-mt-6 font-semibold outline-none">
            {t(isCanceled ? 'canceledTitle' : isCard ? 'declinedTitle' : codeTitle)}
          </h2>
          {isCard && declined && <p>{t(`decline.${declined}`)}</p>}
          <p>{t(isCard ? card : code, { seller })}</p>
        </div>
      </div>
      <Instead methods={others} onChoose={onChoose} />
    </div>
  )
}
