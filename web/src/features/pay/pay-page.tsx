import { CircleAlert, CircleX, ShieldAlert, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { bringsMoney, isRefunded, isRefused, isSettled } from '../../../../domain/charge.ts'
import { endedByOperator, endedByTime } from '../../../../domain/ending.ts'
import type { Checkout, PaymentMethod } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Card, MessageCard } from '../../ui/message-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TestBand } from '../../ui/test-band.tsx'
import { wearColor } from '../buy/brand.ts'
import { SellerLine } from '../buy/page-header.tsx'
import { Receipt } from '../buy/receipt.tsx'
import { Contact } from './contact.tsx'
import { Failed } from './failed.tsx'
import { Footer } from './footer.tsx'
import { SoldAt } from './sold-at.tsx'
import { ToPay } from './to-pay.tsx'
import { UnderReview } from './under-review.tsx'
import { useCheckout } from './use-checkout.ts'
import { useIsOver } from './use-is-over.ts'

export function PayPage({ token }: { token: string }) {
  const { t } = useTranslation('pay')
  const { state, reload } = useCheckout(token)
  const { seller, brandColor = null } = state.kind === 'ready' ? state.checkout : {}
  useEffect(() => {
    document.title = seller ? t('title', { seller }) : 'Pix'
    wearColor(brandColor)
  }, [seller, brandColor, t])
  return (
    <div className="flex min-h-dvh flex-col bg-sunken">
      {state.kind === 'ready' && <TestBand livemode={state.checkout.livemode} />}
      <main className="mx-auto w-full max-w-md flex-1 px-4 py-6 md:py-12">
        {state.kind === 'loading' && <Loading />}
        {state.kind === 'failed' && state.notFound && (
          <MessageCard tone="pending" icon={CircleX} title={t('notFound')} text={t('notFoundText')} />
        )}
        {state.kind === 'failed' && !state.notFound && <Failed text={t('failedText')} onRetry={reload} />}
        {state.kind === 'ready' && <Ready checkout={state.checkout} />}
      </main>
      <Footer />
    </div>
  )
}

function Ready({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const { seller, logoUrl, amount, currency, description, status } = checkout
  return (
    <>
      <header className="mb-5 text-center">
        <h1>
          <span className="sr-only">{t('to')} </span>
          <SellerLine seller={seller} logoUrl={logoUrl} />
        </h1>
        {description && <p className="text-ink-soft text-pretty [overflow-wrap:anywhere]">{description}</p>}
        <p className="figures mt-1 text-4xl font-semibold tracking-tight">
          <span className="sr-only">{t('total')}: </span>
          {money(amount, currency)}
        </p>
      </header>
      <div aria-live="polite" aria-atomic={isSettled(status)}>
        {isSettled(status) ? <Outcome checkout={checkout} /> : <Open checkout={checkout} />}
      </div>
      {/* A receipt says it itself. */}
      {!bringsMoney(status) && <Items checkout={checkout} />}
      <Contact of={checkout} />
    </>
  )
}

function Open({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation(['pay', 'buy'])
  const isOver = useIsOver(checkout)
  const { paymentMethod, mailed } = checkout
  if (paymentMethod === 'CREDIT_CARD') {
    return <MessageCard tone="pending" icon={CircleAlert} title={t('card.title')} text={t('card.text')} />
  }
  if (isOver) {
    return <Ended checkout={checkout} title={t(`over.${paymentMethod}.title`)} text={t(`over.${paymentMethod}.text`)} />
  }
  return (
    <>
      <ToPay checkout={checkout} method={paymentMethod} />
      {mailed && <p className="mt-4 text-center text-[0.8125rem] text-ink-soft text-pretty">{t('buy:keep.mailed')}</p>}
    </>
  )
}

function Outcome({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation('pay')
  const { status, seller, paymentMethod, ending, underReview } = checkout
  if (bringsMoney(status)) return <Receipt checkout={checkout} />
  if (underReview) return <UnderReview checkout={checkout} />
  if (isRefunded(status)) {
    const text = t(`returned.${paymentMethod}`, { seller })
    return <MessageCard tone="info" icon={Undo2} title={t('returned.title')} text={text} />
  }
  if (!isRefused(status)) {
    const text = t('disputed.text', { seller })
    return <MessageCard tone="warning" icon={ShieldAlert} title={t('disputed.title')} text={text} />
  }
  const why = endOf(paymentMethod, ending)
  return <Ended checkout={checkout} title={t(`ended.${why}.title`)} text={t(`ended.${why}.text`)} />
}

/** A code that was never made has not become invalid. */
function endOf(paymentMethod: PaymentMethod, ending: Checkout['ending']) {
  if (endedByOperator(ending)) return 'canceled'
  return paymentMethod === 'CREDIT_CARD' || endedByTime(ending) ? paymentMethod : 'refused'
}

interface EndedProps {
  checkout: Checkout
  title: string
  text: string
}

/** It can be paid no more, and how to buy all the same. */
function Ended({ checkout, title, text }: EndedProps) {
  const { t } = useTranslation('pay')
  const { page, paymentMethod, seller } = checkout
  const whole = page === null ? `${text} ${t(`askFor.${paymentMethod}`, { seller })}` : text
  return (
    <>
      <MessageCard tone="pending" icon={CircleX} title={title} text={whole} />
      <SoldAt checkout={checkout} />
    </>
  )
}

function Items({ checkout: { items, currency } }: { checkout: Checkout }) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  return (
    <section aria-label={t('items')} className="mt-4 rounded-2xl border border-line bg-surface px-6 py-4">
      <ul className="grid gap-2">
        {items.map(({ title, quantity, unitPrice }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a charge never change
          <li key={`${index}-${title}`} className="flex justify-between gap-4">
            <span className="min-w-0 text-ink-soft">{quantity > 1 ? `${quantity} × ${title}` : title}</span>
            <span className="figures shrink-0">{money(unitPrice * quantity, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Loading() {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-label={t('loading')}>
      <div className="mb-6 grid justify-items-center gap-3">
        <Skeleton className="w-28" />
        <Skeleton className="h-6 w-40" />
        <Skeleton className="mt-2 h-10 w-48" />
      </div>
      <Card>
        <Skeleton className="mx-auto size-56 rounded-xl" />
        <Skeleton className="mt-6 h-12 rounded-xl" />
      </Card>
    </div>
  )
}
