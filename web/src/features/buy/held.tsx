import { ArrowRight, CircleCheck, Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Checkout } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { useServerNow } from '../../ui/clock.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCheckout } from '../pay/use-checkout.ts'
import { letGo, standing } from './held-order.ts'

interface HeldProps {
  slug: string
  /** Of the order that this device has made there, in another tab. */
  token: string
}

/** Above the form, which is for another order: the one that waits to be paid, or has just been, so that nothing is paid twice. */
export function Held({ slug, token }: HeldProps) {
  const { t } = useTranslation('buy')
  const { momentByClock } = useFormat()
  const { state } = useCheckout(token)
  const now = useServerNow(1_000)
  const isUnknown = state.kind === 'failed' && state.notFound
  useEffect(() => {
    if (isUnknown) letGo(slug, token)
  }, [isUnknown, slug, token])
  // In its place, so that the form stays where it is.
  if (state.kind === 'loading') return <Skeleton className="mb-4 h-36 rounded-2xl" />
  const kind = state.kind === 'ready' && kindOf(state.checkout, now)
  if (!kind) return null
  const { paidAt } = state.checkout
  const Icon = kind === 'paid' ? CircleCheck : Hourglass
  const text = { PIX: 'held.text', BILLET: 'held.text', confirming: 'held.mayBePaid', paid: 'buyAgainText' } as const
  return (
    <section role="status" className="mb-4 rounded-2xl border border-info-line bg-info-soft p-5 text-info-ink">
      <div className="flex gap-3">
        <Icon aria-hidden className="size-5 shrink-0" />
        <div className="grid gap-1 text-pretty">
          <h2 className="font-semibold">{t(`held.${kind}`, { moment: paidAt && momentByClock(paidAt, now) })}</h2>
          <p>{t(text[kind])}</p>
        </div>
      </div>
      <a
        href={`/pay/${token}`}
        className="mt-4 flex h-11 items-center justify-center gap-2 rounded-xl border border-info-line bg-surface px-4 font-medium text-ink hover:bg-hover"
      >
        {t(`held.see.${kind}`)}
        <ArrowRight aria-hidden className="size-4" />
      </a>
    </section>
  )
}

function kindOf(checkout: Checkout, now: number) {
  const { underReview, paymentMethod } = checkout
  const stands = standing(checkout, now)
  if (stands !== 'open') return stands
  return underReview || paymentMethod === 'CREDIT_CARD' ? 'confirming' : paymentMethod
}
