import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ChargeFigure } from '../../../../domain/analytics.ts'
import type { Analytics } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { cx } from '../../ui/class-names.ts'
import { useAddress } from '../../ui/use-address.ts'
import { attentionQueries } from '../attention/queries.ts'
import { readFilters, toQuery } from '../charges/filters.ts'
import { chargeQueries } from '../charges/queries.ts'
import { totalOfTab } from '../charges/totals.ts'
import { Change } from './change.tsx'
import { addressOf } from './period.ts'
import { ofPast, type Past, pastText } from './queries.ts'
import { useOverviewMoney } from './use-currency.ts'

type Figures = Analytics['total']

interface StripProps {
  now: Figures
  before: Past<Figures>
}

/** The money: what came in before all else. Each figure leads to what it was counted from. */
export function MoneyStrip({ now, before }: StripProps) {
  const { t } = useTranslation('overview')
  const { money: moneyIn, number } = useFormat()
  const { money } = useOverviewMoney()
  const [search] = useAddress()
  const to = (figure: ChargeFigure) => addressOf(search, { figure })
  const { data: waiting } = useQuery(attentionQueries.first())
  const stake = waiting?.atStake.map(({ amount, currency }) => moneyIn(amount, currency)).join(' + ')
  return (
    <ul className="flex flex-wrap gap-px overflow-hidden rounded-xl border border-line bg-line">
      <Figure isFirst to={to('approved')} name={t('received')} value={money(now.approvedAmount)}>
        <Change now={now.approvedAmount} before={ofPast(before, ({ approvedAmount }) => approvedAmount)} />
      </Figure>
      <Figure to={to('pending')} name={t('awaiting')} value={money(now.pendingAmount)}>
        {t('charges', { count: now.pending, number: number(now.pending) })} ·{' '}
        {/* Their amounts are asked of the providers: only where they are looked at. */}
        <Link
          to="/providers"
          className="relative z-10 underline decoration-line-strong underline-offset-4 hover:text-ink"
        >
          {t('balances')}
        </Link>
      </Figure>
      <Figure to={to('refunded')} name={t('givenBack')} value={money(now.refundedAmount)}>
        {t('givenBackNote')}
      </Figure>
      <Figure isLast to="/attention" name={t('waiting')} value={waiting === undefined ? '…' : number(waiting.total)}>
        {stake ? t('atStake', { amount: stake }) : t('waitingNote')}
      </Figure>
    </ul>
  )
}

interface FigureProps {
  to: string
  name: string
  value: string
  children: ReactNode
  isFirst?: boolean
  isLast?: boolean
}

/** On a telephone, the longest amount that is written large. */
const LONGEST_LARGE = 'R$ 123.456.789,01'.length

/** No figure of money is cut or broken: one that has no room beside another takes a row of its own. */
function Figure({ to, name, value, children, isFirst = false, isLast = false }: FigureProps) {
  return (
    <li
      className={cx(
        'group relative grow bg-surface px-4 py-4 hover:bg-sunken md:px-6 md:py-5',
        isFirst ? 'lg:basis-[30%]' : 'lg:basis-1/5',
        isFirst || isLast ? 'basis-full' : 'basis-2/5',
      )}
    >
      <Link to={to} className="text-[0.8125rem] text-ink-soft group-hover:text-ink after:absolute after:inset-0">
        {name}
      </Link>
      <p
        className={cx(
          'figures mt-1 font-semibold tracking-tight whitespace-nowrap leading-9 md:leading-10',
          isFirst ? 'md:text-[2rem]' : 'text-xl',
          isFirst && (value.length > LONGEST_LARGE ? 'max-md:text-xl' : 'max-md:text-[1.75rem]'),
        )}
      >
        {value}
      </p>
      <p className="figures mt-1 text-xs text-ink-faint">{children}</p>
    </li>
  )
}

/** How the charges did, in one line. */
export function RateLine({ now, before }: StripProps) {
  const { t } = useTranslation('overview')
  const { number, percent, seconds } = useFormat()
  const [search] = useAddress()
  const to = (figure: ChargeFigure) => addressOf(search, { figure })
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-4 border-b border-line px-4 py-4 md:grid-cols-5 md:px-6">
      <Small to={to('created')} name={t('created')} value={number(now.created)}>
        <Change now={now.created} before={ofPast(before, ({ created }) => created)} />
      </Small>
      <Small to={to('approved')} name={t('approvalRate')} value={percent(now.approvalRate)}>
        {t('rateOf', {
          count: now.approved + now.rejected,
          approved: number(now.approved),
          decided: number(now.approved + now.rejected),
          rate: pastText(before, ({ approvalRate }) => percent(approvalRate)),
        })}
      </Small>
      <Small to={to('rejected')} name={t('rejected')} value={number(now.rejected)}>
        <Change now={now.rejected} before={ofPast(before, ({ rejected }) => rejected)} isGood={false} />
      </Small>
      <Small to={to('approved')} name={t('timeToPaid')} value={seconds(now.p50ApprovalSeconds)}>
        {t('median', { time: pastText(before, ({ p50ApprovalSeconds }) => seconds(p50ApprovalSeconds)) })}
      </Small>
      <Small to={to('chargebacks')} name={t('chargebacks')} value={number(now.chargebacks)}>
        {now.chargebacks === 0 ? t('noChargebacks') : <Contested address={to('chargebacks')} />}
      </Small>
    </ul>
  )
}

/** What the buyers' banks want back of the charges of a list, or have taken: what was paid, less what had gone back by itself. */
function Contested({ address }: { address: string }) {
  const { t } = useTranslation('overview')
  const { currency, money } = useOverviewMoney()
  const filters = readFilters(new URL(address, location.origin).searchParams)
  const { data } = useQuery(chargeQueries.totals(toQuery(filters, new Date())))
  const total = totalOfTab(data, filters)
  if (!total) return data ? t('contestedUnknown') : '…'
  const asked = total.amounts.find((one) => one.currency === currency)
  return t('contested', { amount: money(asked ? asked.amount - asked.refundedAmount : 0) })
}

function Small({ to, name, value, children }: Pick<FigureProps, 'to' | 'name' | 'children'> & { value: ReactNode }) {
  return (
    <li className="relative min-w-0 rounded-md hover:bg-hover">
      <Link to={to} className="text-xs text-ink-faint after:absolute after:inset-0 after:rounded-md">
        {name}
      </Link>
      <p className="figures text-base font-semibold">{value}</p>
      <p className="figures text-xs text-ink-faint">{children}</p>
    </li>
  )
}
