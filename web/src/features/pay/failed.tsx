import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { BUYER_BUTTON } from '../../ui/buyer-button.ts'
import { cx } from '../../ui/class-names.ts'
import { MessageCard } from '../../ui/message-card.tsx'

interface FailedProps {
  /** What is known of the buyer's money, and what to do. */
  text: string
  onRetry: () => void
}

/** A buyer's page, or a part of it, could not be shown. */
export function Failed({ text, onRetry }: FailedProps) {
  const { t } = useTranslation('pay')
  return (
    <div role="alert">
      <MessageCard tone="danger" icon={CircleAlert} title={t('failed')} text={text} />
      <button type="button" onClick={onRetry} className={cx(BUYER_BUTTON, 'mt-4')}>
        {t('retry')}
      </button>
    </div>
  )
}
