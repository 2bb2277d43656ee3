/** Between live and test data. A link, not a button: it is another page, and what this one has loaded stays behind. */
import { FlaskConical } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { isTestMode, otherMode } from '../api/mode.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { forgetTestMode, hasLeftTestMode, rememberTestMode } from './left-test-mode.ts'

export function ModeSwitch() {
  const { t } = useTranslation('common')
  const { pathname } = useLocation()
  return (
    <a
      href={otherMode(pathname)}
      onClick={forgetTestMode}
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

/** Above every page of test mode, so that test and live data are not mistaken for each other. */
export function ModeBand() {
  const { t } = useTranslation('common')
  const { pathname } = useLocation()
  const [hasLeft, setLeft] = useState(hasLeftTestMode)
  useEffect(rememberTestMode, [])
  const stay = () => {
    forgetTestMode()
    setLeft(false)
  }
  if (isTestMode) return <p className={cx(BAND, 'text-warning-ink')}>{t('mode.band')}</p>
  if (!hasLeft) return null
  return (
    <div
      role="status"
      className={cx(BAND, 'flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-warning-ink')}
    >
      <p>{t('mode.left')}</p>
      <span className="flex flex-wrap justify-center gap-2">
        <a href={otherMode(pathname)} className={buttonClass({ size: 'small' })}>
          {t('mode.back')}
        </a>
        <Button look="quiet" size="small" onClick={stay}>
          {t('mode.stay')}
        </Button>
      </span>
    </div>
  )
}

const BAND = 'border-b border-warning-line bg-warning-soft px-4 py-1.5 text-center text-xs font-medium'
