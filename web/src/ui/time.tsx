import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/format.ts'
import { cx } from './class-names.ts'
import { useNow } from './clock.ts'

/** How long ago, with the exact time on hover. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const now = useNow(20_000)
  const format = useFormat()
  return (
    <time dateTime={at} title={format.exact(at)} className={cx('figures whitespace-nowrap', className)}>
      {format.relative(at, now)}
    </time>
  )
}

/** Time left, in words for long spans and as a clock for the last day. */
export function Countdown({ until, className }: { until: string; className?: string }) {
  const { t } = useTranslation('common')
  const now = useNow(1_000)
  const left = Date.parse(until) - now
  return (
    <span role="timer" className={cx('figures', className)}>
      {left <= 0 ? t('expired') : clockOf(left)}
    </span>
  )
}

/** "23:59:07", or "09:59" within the last hour. */
export function clockOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, '0')).join(':')
}
