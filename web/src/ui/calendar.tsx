import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayAfter, dayOf } from '../../../domain/analytics.ts'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { monthAfter, weekEnd, weekStart, weeksOf } from './days.ts'

interface CalendarProps {
  day: string | undefined
  onChoose: (day: string) => void
}

const MOVES: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => dayAfter(day, -1),
  ArrowRight: (day) => dayAfter(day, 1),
  ArrowUp: (day) => dayAfter(day, -7),
  ArrowDown: (day) => dayAfter(day, 7),
  PageUp: (day) => monthAfter(day, -1),
  PageDown: (day) => monthAfter(day, 1),
  Home: weekStart,
  End: weekEnd,
}

/** One month of days: arrow keys move by day and week, Page Up and Down by month, Enter chooses. */
export function Calendar({ day, onChoose }: CalendarProps) {
  const { t, i18n } = useTranslation('common')
  const today = dayOf(new Date().toISOString())
  const [current, setCurrent] = useState(day ?? today)
  const table = useRef<HTMLTableElement>(null)
  const takesFocus = useRef(true)
  const name = (of: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(i18n.language, { timeZone: 'UTC', ...options }).format(new Date(of))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useEffect(() => {
    if (takesFocus.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    takesFocus.current = false
  }, [current])
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    takesFocus.current = true
    setCurrent(move(current))
  }
  const month = name(current, { month: 'long', year: 'numeric' })
  const weeks = weeksOf(current)
  const firstWeek = Array.from({ length: 7 }, (_, index) => dayAfter(weekStart(current), index))
  return (
    <div className="w-64">
      <div className="mb-2 flex items-center justify-between">
        <Button
          look="quiet"
          size="icon"
          aria-label={t('day.previousMonth')}
          onClick={() => setCurrent(monthAfter(current, -1))}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <p aria-live="polite" className="font-medium">
          {month}
        </p>
        <Button
          look="quiet"
          size="icon"
          aria-label={t('day.nextMonth')}
          onClick={() => setCurrent(monthAfter(current, 1))}
        >
          <ChevronRight aria-hidden />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days that arrow keys move in is a grid */}
      <table ref={table} role="grid" aria-label={month} onKeyDown={onKeyDown} className="w-full table-fixed">
        <thead>
          <tr>
            {firstWeek.map((each) => (
              <th key={each} scope="col" className="h-8 text-xs font-medium text-ink-faint">
                <abbr title={name(each, { weekday: 'long' })} className="no-underline">
                  {name(each, { weekday: 'narrow' })}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((each) => each !== null)}>
              {week.map((each, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a weekday stands where it stands
                <td key={index} className="p-0 text-center">
                  {each && (
                    <button
                      type="button"
                      tabIndex={each === current ? 0 : -1}
                      aria-label={name(each, { dateStyle: 'long' })}
                      aria-pressed={each === day}
                      aria-current={each === today ? 'date' : undefined}
                      onClick={() => onChoose(each)}
                      className={cx(
                        'figures size-9 rounded-lg hover:bg-hover',
                        each === today && 'font-semibold text-accent-ink',
                        each === day && 'bg-accent text-on-accent hover:bg-accent-hover',
                      )}
                    >
                      {Number(each.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
