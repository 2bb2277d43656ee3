import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ChargeFigure } from '../../../../domain/analytics.ts'
import type { Currency } from '../../../../domain/money.ts'
import type { Analytics } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { addressOf } from './period.ts'
import { useOverviewMoney } from './use-currency.ts'

/** The list of what one day has counted. */
export const listOf = (day: string, figure: ChargeFigure, currency: Currency) =>
  addressOf(new URLSearchParams({ period: 'custom', from: day, to: day, currency }), { figure })

type Day = Analytics['data'][number]

interface DayTableProps {
  days: readonly Day[]
  /** As the chart's: of fewer days, the last have none beside them. */
  before: readonly Day[] | undefined
  labelledBy: string
}

/** What the chart draws, in figures. */
export function DayTable({ days, before, labelledBy }: DayTableProps) {
  const { t } = useTranslation('overview')
  const { number, percent, day } = useFormat()
  const { currency, money } = useOverviewMoney()
  const pairs = days.map((one, index) => ({ one, past: before?.[index] }))
  const cell = 'py-1.5 pl-3 text-right first:pl-0 first:text-left'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="mt-3 max-h-80 overflow-auto" tabIndex={0} aria-labelledby={labelledBy}>
      <table className="figures w-full text-[0.8125rem]">
        <thead className="text-xs text-ink-faint">
          <tr>
            {(['day', 'created', 'received', 'periodBefore', 'approvalRate'] as const).map((name) => (
              <th key={name} scope="col" className={`${cell} font-medium`}>
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.toReversed().map(({ one, past }) => (
            <tr key={one.key} className="border-t border-line">
              <th scope="row" className={`${cell} font-normal whitespace-nowrap`}>
                {day(one.key)}
              </th>
              <td className={cell}>
                <Link to={listOf(one.key, 'created', currency)} className="hover:underline">
                  {number(one.created)}
                </Link>
              </td>
              <td className={cell}>
                <Link to={listOf(one.key, 'approved', currency)} className="hover:underline">
                  {money(one.approvedAmount)}
                </Link>
              </td>
              <td className={cell}>
                {past ? (
                  <Link
                    to={listOf(past.key, 'approved', currency)}
                    title={day(past.key)}
                    className="text-ink-soft hover:underline"
                  >
                    {money(past.approvedAmount)}
                    <span className="sr-only"> {day(past.key)}</span>
                  </Link>
                ) : before ? (
                  '—'
                ) : (
                  '…'
                )}
              </td>
              <td className={cell}>
                {one.approvalRate === null ? (
                  percent(null)
                ) : (
                  <Link to={listOf(one.key, 'approved', currency)} className="hover:underline">
                    {percent(one.approvalRate)}
                    <span className="sr-only"> {t('openApproved', { name: day(one.key) })}</span>
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
