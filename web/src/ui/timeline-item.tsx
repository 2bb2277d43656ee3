import { Clock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/format.ts'
import { TONE_BADGES, type Tone } from './badge.tsx'
import { cx } from './class-names.ts'

interface TimelineItemProps {
  icon: LucideIcon
  tone: Tone
  /** ISO 8601. */
  at: string
  sentence: string
  /** The small print: why, and who. */
  notes: readonly string[]
  /** The provider's own words, and what else an engineer asks for. */
  exact: readonly string[]
}

/** One thing that happened, and when. */
export function TimelineItem({ icon: Icon, tone, at, sentence, notes, exact }: TimelineItemProps) {
  const format = useFormat()
  return (
    <li className="flex gap-4">
      <span
        aria-hidden
        className={cx('grid size-8 shrink-0 place-items-center rounded-full border', TONE_BADGES[tone])}
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1 pt-1.5">
        <div className="flex items-baseline justify-between gap-4">
          <p className="font-medium text-pretty">{sentence}</p>
          <time dateTime={at} title={format.exact(at)} className="figures shrink-0 text-xs text-ink-faint">
            {format.clock(at)}
          </time>
        </div>
        <TimelineNotes plain={notes} exact={exact} />
      </div>
    </li>
  )
}

/** The small print under a sentence. */
export function TimelineNotes({ plain, exact }: { plain: readonly string[]; exact: readonly string[] }) {
  return (
    <>
      {plain.length > 0 && (
        <p className="mt-0.5 text-[0.8125rem] text-ink-faint [overflow-wrap:anywhere]">{plain.join(' · ')}</p>
      )}
      {exact.length > 0 && (
        <p className="mt-1 font-mono text-xs text-ink-faint [overflow-wrap:anywhere]">{exact.join(' · ')}</p>
      )}
    </>
  )
}

/** The last line: what comes next, and when. */
export function TimelineNext({ children }: { children: ReactNode }) {
  const { t } = useTranslation('timeline')
  return (
    <li className="flex gap-4">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full border border-dashed border-line-strong text-ink-faint"
      >
        <Clock className="size-4" />
      </span>
      <p className="figures min-w-0 flex-1 pt-1.5 text-ink-soft text-pretty">
        <span className="sr-only">{t('next.label')}: </span>
        {children}
      </p>
    </li>
  )
}
