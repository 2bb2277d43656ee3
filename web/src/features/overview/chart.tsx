import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ChargeFigure } from '../../../../domain/analytics.ts'
import type { Analytics } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { addressOf } from './period.ts'

type Day = Analytics['data'][number]

/** What came in on each day: bars for the eye, the same as a table for everybody. */
export function VolumeChart({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('overview')
  const { money, day } = useFormat()
  const id = useId()
  const most = Math.max(...days.map(({ approvedAmount }) => approvedAmount))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Panel
      title={t('volume')}
      aside={most > 0 && <span className="text-xs text-ink-faint">{t('most', { amount: money(most) })}</span>}
    >
      <div aria-hidden className="flex h-40 items-end gap-px md:gap-0.5">
        {days.map((one) => (
          <div
            key={one.key}
            title={`${day(one.key)}: ${money(one.approvedAmount)}`}
            className="group flex h-full min-w-0 flex-1 items-end hover:bg-hover"
          >
            <div
              className={
                one.approvedAmount > 0 ? 'min-h-0.5 w-full rounded-t-sm bg-accent' : 'h-px w-full bg-line-strong'
              }
              style={one.approvedAmount > 0 ? { height: `calc(100% * ${one.approvedAmount / most})` } : undefined}
            />
          </div>
        ))}
      </div>
      <p aria-hidden className="figures mt-2 flex justify-between text-xs text-ink-faint">
        <span>{first && day(first.key)}</span>
        <span>{last && last !== first && day(last.key)}</span>
      </p>
      <details className="mt-3">
        <summary id={id} className="cursor-pointer text-[0.8125rem] text-accent-ink">
          {t('asTable')}
        </summary>
        <DayTable days={days} labelledBy={id} />
      </details>
    </Panel>
  )
}

const listOf = (day: string, figure: ChargeFigure) =>
  addressOf(new URLSearchParams({ period: 'custom', from: day, to: day }), { figure })

function DayTable({ days, labelledBy }: { days: readonly Day[]; labelledBy: string }) {
  const { t } = useTranslation('overview')
  const { money, number, percent, day } = useFormat()
  const cell = 'py-1.5 pl-3 text-right first:pl-0 first:text-left'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="mt-3 max-h-80 overflow-auto" tabIndex={0} aria-labelledby={labelledBy}>
      <table className="figures w-full text-[0.8125rem]">
        <thead className="text-xs text-ink-faint">
          <tr>
            {(['day', 'created', 'received', 'approvalRate'] as const).map((name) => (
              <th key={name} scope="col" className={`${cell} font-medium`}>
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((one) => (
            <tr key={one.key} className="border-t border-line">
              <th scope="row" className={`${cell} font-normal`}>
                {day(one.key)}
              </th>
              <td className={cell}>
                <Link to={listOf(one.key, 'created')} className="hover:underline">
                  {number(one.created)}
                </Link>
              </td>
              <td className={cell}>
                <Link to={listOf(one.key, 'approved')} className="hover:underline">
                  {money(one.approvedAmount)}
                </Link>
              </td>
              <td className={cell}>{percent(one.approvalRate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
