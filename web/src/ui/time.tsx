import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/format.ts'
import { cx } from './class-names.ts'
import { useNow, useServerNow } from './clock.ts'
import { timeLeft } from './time-left.ts'

/** How long ago, with the exact time on hover. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const now = useNow(20_000)
  const format = useFormat()
  return (
    <time dateTime={at} title={format.exactly(at)} className={cx('figures whitespace-nowrap', className)}>
      {format.relative(at, now)}
    </time>
  )
}

const DAY_MS = 86_400_000

/** Time left: whole days while there are any, then hours and minutes. */
export function Countdown({ until, className }: { until: string; className?: string }) {
  const { t } = useTranslation('common')
  const now = useServerNow(1_000)
  const left = Date.parse(until) - now
  const text = () => {
    if (left <= 0) return t('expired')
    return left >= DAY_MS ? t('days', { count: Math.floor(left / DAY_MS) }) : timeLeft(left)
  }
  return (
    <span role="timer" className={cx('figures', className)}>
      {text()}
    </span>
  )
}
