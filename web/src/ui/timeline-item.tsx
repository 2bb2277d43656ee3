import { Clock, FileSearch, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
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
  /** What it rests on, shown when it is asked for. */
  proof?: ReactNode
}

/** One thing that happened, and when. */
export function TimelineItem({ icon: Icon, tone, at, sentence, notes, exact, proof }: TimelineItemProps) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden
        className={cx('grid size-8 shrink-0 place-items-center rounded-full border', TONE_BADGES[tone])}
      >
        <Icon className="size-4" />
      </span>
      <TimelineText sentence={sentence} at={at} notes={notes} exact={exact} proof={proof} />
    </li>
  )
}

interface TimelineTextProps extends Omit<TimelineItemProps, 'icon' | 'tone'> {
  /** How often it happened, where it was more than once. */
  often?: ReactNode
  /** In place of the time of `at`. */
  when?: string
}

/** The sentence and its time, the small print under them, and what it rests on. */
export function TimelineText({ sentence, often, at, when, notes, exact, proof }: TimelineTextProps) {
  const { t } = useTranslation('timeline')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="min-w-0 flex-1 pt-1.5">
      <div className="flex items-baseline gap-2">
        <p className="mr-auto font-medium text-pretty">
          {sentence}
          {often}
        </p>
        <time dateTime={at} title={format.exactly(at)} className="figures shrink-0 text-xs text-ink-faint">
          {when ?? format.clock(at)}
        </time>
        {proof && (
          <button
            type="button"
            aria-label={t('proof.show', { what: sentence })}
            title={t('proof.show', { what: sentence })}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="-my-1.5 -mr-2 grid size-8 shrink-0 place-items-center self-start rounded-lg text-ink-faint hover:bg-hover hover:text-ink aria-expanded:text-accent-ink max-md:-my-3 max-md:size-11"
          >
            <FileSearch aria-hidden className="size-4" />
          </button>
        )}
      </div>
      {notes.length > 0 && (
        <p className="mt-0.5 text-[0.8125rem] text-ink-faint [overflow-wrap:anywhere]">{notes.join(' · ')}</p>
      )}
      {exact.length > 0 && (
        <p className="mt-1 font-mono text-xs text-ink-faint [overflow-wrap:anywhere]">{exact.join(' · ')}</p>
      )}
      <div id={id} hidden={!isOpen} className="mt-2 rounded-lg border border-line bg-sunken px-3 py-2 text-[0.8125rem]">
        {isOpen && proof}
      </div>
    </div>
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
