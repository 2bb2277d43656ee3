import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Checkout } from '../../api/contract.ts'
import { MessageCard } from '../../ui/message-card.tsx'

/** It is not known yet whether it was paid. */
export function UnderReview({ checkout: { seller } }: { checkout: Checkout }) {
  const { t } = useTranslation('pay')
  return <MessageCard tone="pending" icon={CircleAlert} title={t('review.title')} text={t('review.text', { seller })} />
}
