import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { bringsMoney, isPaid, isRefused, isSettled } from '../../../../domain/charge.ts'
import type { Checkout } from '../../api/contract.ts'
import { useIsOver } from '../pay/use-is-over.ts'

type Came = 'paid' | 'returned' | 'refused' | 'review' | 'over' | 'PIX' | 'BILLET' | 'made'

function whatCame(checkout: Checkout, isOver: boolean): Came {
  const { status, underReview, paymentMethod, pixCode, billetCode, billetUrl } = checkout
  if (bringsMoney(status)) return 'paid'
  if (isPaid(status)) return 'returned'
  if (underReview) return 'review'
  if (isRefused(status)) return 'refused'
  if (isOver && !isSettled(status) && paymentMethod !== 'CREDIT_CARD') return 'over'
  if (!isSettled(status) && paymentMethod === 'PIX' && pixCode) return 'PIX'
  if (!isSettled(status) && paymentMethod === 'BILLET' && (billetCode || billetUrl)) return 'BILLET'
  return 'made'
}

/**
 * What came of the order is said, and the focus goes to its heading, and the view with it, where what had the focus is gone: otherwise a
 * buyer who pressed the button at the form's end would hear nothing, and see the middle of what stands there instead.
 * @param isNew whether it has come since the page was opened. @param onSay says it. @returns for what has the heading in it.
 */
export function useCame(checkout: Checkout | undefined, isNew: boolean, onSay: (words: string) => void) {
  const { t } = useTranslation('buy')
  const shown = useRef<HTMLDivElement>(null)
  const hasNews = useRef(isNew)
  const isOver = useIsOver(checkout)
  const came = checkout && whatCame(checkout, isOver)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each is told once
  useEffect(() => {
    if (!came) return
    if (hasNews.current) {
      // A refusal is an alert, which says itself.
      onSay(came === 'refused' ? '' : t(`came.${came}`))
      const { activeElement, body } = document
      if (!activeElement || activeElement === body) shown.current?.querySelector('h2')?.focus()
    }
    hasNews.current = true
  }, [came])
  return shown
}
