import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { type Past, pastText } from './queries.ts'

interface ChangeProps {
  now: number
  before: Past<number>
  /** Whether more is better. */
  isGood?: boolean
  /** The change alone, where a heading says against what. */
  isShort?: boolean
}

/** Against the period before. */
export function Change({ now, before, isGood = true, isShort = false }: ChangeProps) {
  const { t } = useTranslation('overview')
  const { percent } = useFormat()
  if (before === undefined || before === null) return pastText(before, String)
  if (before === 0) return isShort ? t(now === 0 ? 'same' : 'new') : t('noneBefore')
  const change = (now - before) / before
  if (change === 0) return t(isShort ? 'same' : 'sameAsBefore')
  const Arrow = change > 0 ? ArrowUp : ArrowDown
  const size = percent(Math.abs(change))
  const words = t(change > 0 ? 'more' : 'less', { change: size })
  return (
    <span className={change > 0 === isGood ? 'text-success-ink' : 'text-danger-ink'}>
      <Arrow aria-hidden className="mr-0.5 inline size-3" />
      {isShort ? (
        <>
          <span aria-hidden>{size}</span>
          <span className="sr-only">{words}</span>
        </>
      ) : (
        words
      )}
    </span>
  )
}
