/** Between live and test data. A link, not a button: it is another page, and what this one has loaded stays behind. */
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { isTestMode, otherMode } from '../api/mode.ts'
import { cx } from '../ui/class-names.ts'

export function ModeSwitch() {
  const { t } = useTranslation('common')
  const { pathname } = useLocation()
  return (
    <a
      href={otherMode(pathname)}
      className="flex h-10 items-center gap-3 rounded-lg px-2.5 font-medium text-ink-soft hover:bg-hover hover:text-ink max-md:h-12 max-md:text-base"
    >
      <FlaskConical aria-hidden className="size-4 shrink-0 text-ink-faint" />
      <span className="flex-1">{t(isTestMode ? 'mode.leave' : 'mode.enter')}</span>
      <span
        aria-hidden
        className={cx(
          'flex h-4.5 w-8 rounded-full border p-0.5',
          isTestMode ? 'justify-end border-warning-line bg-warning-soft' : 'border-line-strong bg-surface',
        )}
      >
        <span className={cx('size-3 rounded-full', isTestMode ? 'bg-warning-ink' : 'bg-ink-faint')} />
      </span>
    </a>
  )
}

/** Above every page of test mode: nobody takes it for the real thing. */
export function TestModeBand() {
  const { t } = useTranslation('common')
  if (!isTestMode) return null
  return (
    <p className="border-b border-warning-line bg-warning-soft px-4 py-1.5 text-center text-xs font-medium text-warning-ink">
      {t('mode.band')}
    </p>
  )
}
