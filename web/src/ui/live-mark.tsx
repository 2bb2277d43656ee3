import { useTranslation } from 'react-i18next'
import type { StreamState } from '../api/stream.ts'
import { cx } from './class-names.ts'

/** Whether what one sees changes by itself just now. */
export function LiveMark({ state }: { state: StreamState }) {
  const { t } = useTranslation('common')
  const isLive = state === 'live'
  return (
    <span
      role="status"
      className={cx(
        'inline-flex shrink-0 items-center gap-1.5 text-xs font-medium',
        isLive ? 'text-success-ink' : state === 'waiting' ? 'text-warning-ink' : 'text-ink-faint',
      )}
    >
      <span aria-hidden className={cx('size-1.5 rounded-full bg-current', !isLive && 'motion-safe:animate-breathe')} />
      {isLive ? t('live') : state === 'waiting' ? t('reconnecting') : t('loading')}
    </span>
  )
}
