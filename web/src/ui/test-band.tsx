import { useTranslation } from 'react-i18next'

/** Above a buyer's page in test mode, so that a buyer does not mistake a fake payment for a real one or pay its code. */
export function TestBand({ livemode }: { livemode: boolean }) {
  const { t } = useTranslation('pay')
  if (livemode) return null
  return (
    <p
      role="note"
      className="sticky top-0 z-30 border-b border-warning-line bg-warning-soft px-4 py-2 text-center text-[0.8125rem] font-medium text-pretty text-warning-ink"
    >
      {t('test')}
    </p>
  )
}
