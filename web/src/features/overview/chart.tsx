import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Analytics } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { cx } from '../../ui/class-names.ts'
import { DayTable, listOf } from './chart-table.tsx'
import type { Past } from './queries.ts'
import { labelled, partOf, pathOver, ticksUpTo } from './scale.ts'
import { useOverviewMoney } from './use-currency.ts'

type Day = Analytics['data'][number]

interface VolumeChartProps {
  days: readonly Day[]
  /** The days that they are compared with, more or fewer of them where months are. */
  before: Past<readonly Day[]>
}

const MOST_LABELS = 8

/**
 * What came in on each day and how much was approved, beside the period before: drawn for the eye, with each day a link for the
 * pointer; the same as a table for everybody. docs/decisions/0117-our-own-chart.md
 */
export function VolumeChart({ days, before }: VolumeChartProps) {
  const { t } = useTranslation('overview')
  const { percent } = useFormat()
  const { compactMoney } = useOverviewMoney()
  const [shown, setShown] = useState<number | null>(null)
  const id = useId()
  const past = before ? days.map((_, index) => before[index]?.approvedAmount ?? null) : []
  const ticks = ticksUpTo(Math.max(...[...days, ...(before ?? [])].map(({ approvedAmount }) => approvedAmount)))
  const greatest = ticks.at(-1) ?? 1
  return (
    <div className="px-4 py-4 md:px-6">
      <Legend day={shown === null ? undefined : days[shown]} past={shown === null ? undefined : before?.[shown]} />
      <div aria-hidden className="mt-3">
        <Plot className="h-44 md:h-52" ticks={ticks} write={compactMoney}>
          <Lines>
            <path d={pathOver(past, greatest)} className="stroke-ink-faint" strokeDasharray="3 4" strokeWidth={1.5} />
          </Lines>
          <Columns days={days} shown={shown} onShow={setShown}>
            {({ approvedAmount }) =>
              approvedAmount > 0 && (
                <span
                  className="absolute inset-x-[12%] bottom-0 min-h-0.5 rounded-t-[3px] bg-accent"
                  style={{ height: partOf(approvedAmount, greatest) }}
                />
              )
            }
          </Columns>
        </Plot>
        <Plot className="mt-5 h-14" ticks={[0, 1]} write={percent}>
          <Columns days={days} shown={shown} onShow={setShown} />
          <Lines>
            <path
              d={pathOver(
                days.map(({ approvalRate }) => approvalRate),
                1,
              )}
              className="stroke-success-ink"
              strokeWidth={2}
            />
          </Lines>
        </Plot>
        <Axis days={days} />
      </div>
      <details className="mt-4">
        <summary id={id} className="w-fit cursor-pointer text-[0.8125rem] text-accent-ink">
          {t('asTable')}
        </summary>
        <DayTable days={days} before={before} labelledBy={id} />
      </details>
    </div>
  )
}

/** What the marks stand for; the figures of a day while it is pointed at. */
function Legend({ day, past }: { day: Day | undefined; past: Day | undefined }) {
  const { t } = useTranslation('overview')
  const { number, percent, day: nameOf } = useFormat()
  const { money } = useOverviewMoney()
  const rate = day ? percent(day.approvalRate) : undefined
  return (
    <div aria-hidden className="figures flex min-h-5 flex-wrap items-center gap-x-5 gap-y-1 text-xs text-ink-soft">
      <Key mark={<span className="size-2.5 rounded-[3px] bg-accent" />} name={t('received')}>
        {day && money(day.approvedAmount)}
      </Key>
      <Key mark={<span className="w-4 border-t-[1.5px] border-dashed border-ink-faint" />} name={t('periodBefore')}>
        {past && money(past.approvedAmount)}
      </Key>
      <Key mark={<span className="w-4 border-t-2 border-success-ink" />} name={t('approvalRate')}>
        {rate}
      </Key>
      {day && (
        <span className="ml-auto text-ink">
          {nameOf(day.key)} · {t('chargesOf', { count: day.created, number: number(day.created) })}
        </span>
      )}
    </div>
  )
}

function Key({ mark, name, children }: { mark: ReactNode; name: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {mark}
      {name}
      {children && <span className="font-medium text-ink">{children}</span>}
    </span>
  )
}

interface PlotProps {
  ticks: readonly number[]
  write: (tick: number) => string
  className: string
  children: ReactNode
}

/** Lines across, with what each stands for before it. */
function Plot({ ticks, write, className, children }: PlotProps) {
  const greatest = ticks.at(-1) ?? 1
  return (
    <div className="flex">
      <div className={cx('figures relative w-14 shrink-0 text-[0.6875rem] text-ink-faint', className)}>
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-2 translate-y-1/2 whitespace-nowrap"
            style={{ bottom: partOf(tick, greatest) }}
          >
            {write(tick)}
          </span>
        ))}
      </div>
      <div className={cx('relative min-w-0 flex-1', className)}>
        {ticks.map((tick, index) => (
          <span
            key={tick}
            className={cx('absolute inset-x-0 border-t', index === 0 ? 'border-line-strong' : 'border-line')}
            style={{ bottom: partOf(tick, greatest) }}
          />
        ))}
        {children}
      </div>
    </div>
  )
}

/** Lines over the columns, as wide as they are; nothing to be pointed at. */
function Lines({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 z-10 size-full overflow-visible fill-none [&>path]:[stroke-linecap:round] [&>path]:[stroke-linejoin:round] [&>path]:[vector-effect:non-scaling-stroke]"
    >
      {children}
    </svg>
  )
}

interface ColumnsProps {
  days: readonly Day[]
  shown: number | null
  onShow: (index: number | null) => void
  children?: (day: Day) => ReactNode
}

function Columns({ days, shown, onShow, children }: ColumnsProps) {
  const { currency } = useOverviewMoney()
  return (
    <div className="absolute inset-0 flex" onPointerLeave={() => onShow(null)}>
      {days.map((day, index) => (
        <Link
          key={day.key}
          to={listOf(day.key, 'created', currency)}
          tabIndex={-1}
          onPointerEnter={() => onShow(index)}
          className={cx('relative min-w-0 flex-1', index === shown && 'bg-hover')}
        >
          {children?.(day)}
        </Link>
      ))}
    </div>
  )
}

function Axis({ days }: { days: readonly Day[] }) {
  const { day: nameOf } = useFormat()
  const isLabelled = labelled(days.length, MOST_LABELS)
  const isLabelledOnPhones = labelled(days.length, MOST_LABELS / 3)
  return (
    <div className="figures mt-2 ml-14 flex h-4 text-[0.6875rem] text-ink-faint">
      {days.map(({ key }, index) => (
        <span key={key} className="relative min-w-0 flex-1">
          {isLabelled(index) && (
            <span
              className={cx(
                'absolute whitespace-nowrap',
                // The last one would stand over the edge.
                index === days.length - 1 ? 'right-0' : 'left-1/2 -translate-x-1/2',
                !isLabelledOnPhones(index) && 'max-md:hidden',
              )}
            >
              {nameOf(key)}
            </span>
          )}
        </span>
      ))}
    </div>
  )
}
