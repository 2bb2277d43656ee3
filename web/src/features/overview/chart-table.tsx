import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ChargeFigure } from '../../../../domain/analytics.ts'
import type { Currency } from '../../../../domain/money.ts'
import type { Analytics } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { addressOf } from './period.ts'
import { type Past, pastText } from './queries.ts'
import { useOverviewMoney } from './use-currency.ts'

/** The list of what one day has counted. */
export const listOf = (day: string, figure: ChargeFigure, currency: Currency) =>
  addressOf(new URLSearchParams({ period: 'custom', from: day, to: day, currency }), { figure })

type Day = Analytics['data'][number]

interface DayTableProps {
  days: readonly Day[]
  /** As the chart's, of fewer or more days: each has its row. */
  before: Past<readonly Day[]>
  labelledBy: string
}

/** What the chart draws, in figures. */
export function DayTable({ days, before, labelledBy }: DayTableProps) {
  const { t } = useTranslation('overview')
  const { number, day } = useFormat()
  const { currency, money } = useOverviewMoney()
  const longest = Math.max(days.length, before?.length ?? 0)
  const pairs = Array.from({ length: longest }, (_, index) => ({ one: days[index], past: before?.[index] }))
  const cell = 'py-1.5 pl-3 text-right first:pl-0 first:text-left'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="mt-3 max-h-80 overflow-auto" tabIndex={0} aria-labelledby={labelledBy}>
      <table className="figures w-full text-[0.8125rem]">
        <thead className="text-xs text-ink-faint">
          <tr>
            {(['day', 'created', 'received', 'receivedBefore', 'approvalRate'] as const).map((name) => (
              <th key={name} scope="col" className={`${cell} font-medium`}>
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.toReversed().map(({ one, past }) => (
            <tr key={one?.key ?? past?.key} className="border-t border-line align-top">
              <th scope="row" className={`${cell} font-normal whitespace-nowrap`}>
                {one ? day(one.key) : '—'}
              </th>
              <td className={cell}>
                {one && (
                  <Link to={listOf(one.key, 'created', currency)} className="hover:underline">
                    {number(one.created)}
                  </Link>
                )}
              </td>
              <td className={cell}>
                {one && (
                  <Link to={listOf(one.key, 'approved', currency)} className="hover:underline">
                    {money(one.approvedAmount)}
                  </Link>
                )}
              </td>
              <td className={cell}>
                {past ? (
                  <Link to={listOf(past.key, 'approved', currency)} className="text-ink-soft hover:underline">
                    {money(past.approvedAmount)} <span className="block text-xs text-ink-faint">{day(past.key)}</span>
                  </Link>
                ) : (
                  pastText(before, () => '—')
                )}
              </td>
              <td className={cell}>{one && <Rate of={one} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Rate({ of: { key, approvalRate } }: { of: Day }) {
  const { t } = useTranslation('overview')
  const { percent, day } = useFormat()
  const { currency } = useOverviewMoney()
  if (approvalRate === null) return percent(null)
  return (
    <Link to={listOf(key, 'approved', currency)} className="hover:underline">
      {percent(approvalRate)}
      <span className="sr-only"> {t('openApproved', { name: day(key) })}</span>
    </Link>
  )
}
