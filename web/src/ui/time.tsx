import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/format.ts'
import { cx } from './class-names.ts'
import { useNow, useServerNow } from './clock.ts'

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

/** Time left: whole days while there are any, then a clock. */
export function Countdown({ until, className }: { until: string; className?: string }) {
  const { t } = useTranslation('common')
  const now = useServerNow(1_000)
  const left = Date.parse(until) - now
  const text = () => {
    if (left <= 0) return t('expired')
    return left >= DAY_MS ? t('days', { count: Math.floor(left / DAY_MS) }) : clockOf(left)
  }
  return (
    <span role="timer" className={cx('figures', className)}>
      {text()}
    </span>
  )
}

/** "23:59:07", or "09:59" within the last hour. */
export function clockOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, '0')).join(':')
}
