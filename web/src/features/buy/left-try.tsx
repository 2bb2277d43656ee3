/** What is said of the attempt that the page was left with. */
import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MessageCard } from '../../ui/message-card.tsx'

/** For a buyer who left while paying: says that the attempt is still pending, so that they do not pay again. */
export function LeftTry() {
  const { t } = useTranslation('buy')
  return (
    <div role="status">
      <MessageCard tone="pending" icon={Hourglass} title={t('left.title')} text={t('left.text')} />
    </div>
  )
}

export function NothingMade() {
  const { t } = useTranslation('buy')
  return (
    <p role="status" className="mb-4 rounded-2xl border border-line bg-surface p-5 text-ink-soft">
      {t('left.nothing')}
    </p>
  )
}
