import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Checkout, PaymentMethod } from '../../api/contract.ts'
import { asOfServer } from '../../api/server-clock.ts'
import { useNow } from '../../ui/clock.ts'
import { Card, MessageCard } from '../../ui/message-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** What is shown to be paid by; a card has none. */
export type CodeMethod = Exclude<PaymentMethod, 'CREDIT_CARD'>

const LONG_MS = 5_000
/** By then a provider has answered, or it is not known whether it will. */
const TOO_LONG_MS = 60_000

interface NotReadyProps {
  checkout: Checkout
  method: CodeMethod
}

/** There is nothing to pay by yet: soon, after a while, or perhaps never. It is shown by itself once it is there. */
export function NotReady({ checkout: { createdAt, seller }, method }: NotReadyProps) {
  const { t } = useTranslation('pay')
  const [shownAt] = useState(Date.now)
  const now = useNow(1_000)
  const waited = Math.max(asOfServer(now) - Date.parse(createdAt), now - shownAt)
  if (waited >= TOO_LONG_MS) {
    return (
      <MessageCard
        tone="pending"
        icon={Hourglass}
        title={t(`notReady.${method}.title`)}
        text={t(`notReady.${method}.text`, { seller })}
      />
    )
  }
  return (
    <Card>
      <Skeleton className="mx-auto size-40 rounded-xl" />
      <h2 tabIndex={-1} className="mt-6 text-center font-semibold outline-none">
        {t(`preparing.${method}`)}
      </h2>
      <p className="text-center text-ink-soft text-pretty">
        {t(waited >= LONG_MS ? 'preparing.long' : 'preparing.soon')}
      </p>
    </Card>
  )
}
