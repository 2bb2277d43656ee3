import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ChargeFigure } from '../../../../domain/analytics.ts'
import type { Analytics } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { useAddress } from '../../ui/use-address.ts'
import { attentionQueries } from '../attention/queries.ts'
import { addressOf } from './period.ts'

type Figures = Analytics['total']

/** What a seller looks for first. Each figure leads to what it was counted from. */
export function MoneyStrip({ now, before }: { now: Figures; before: Figures | undefined }) {
  const { t } = useTranslation('overview')
  const { money, number, percent } = useFormat()
  const [search] = useAddress()
  const to = (figure: ChargeFigure) => addressOf(search, { figure })
  const waiting = useQuery(attentionQueries.count())
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure to={to('approved')} name={t('received')} value={money(now.approvedAmount)}>
        <Change now={now.approvedAmount} before={before?.approvedAmount} />
      </Figure>
      <Figure to={to('pending')} name={t('toReceive')} value={money(now.pendingAmount)}>
        {t('charges', { count: now.pending, number: number(now.pending) })}
      </Figure>
      <Figure to={to('refunded')} name={t('givenBack')} value={money(now.refundedAmount)}>
        <Link to={to('chargebacks')} className="relative z-10 hover:underline">
          {t('chargebacks', { count: now.chargebacks, number: number(now.chargebacks) })}
        </Link>
      </Figure>
      <Figure to="/attention" name={t('waiting')} value={waiting.data === undefined ? '…' : number(waiting.data)}>
        {t('waitingNote')}
      </Figure>
      <Figure to={to('created')} name={t('created')} value={number(now.created)}>
        <Change now={now.created} before={before?.created} />
      </Figure>
      <Figure to={to('approved')} name={t('approvalRate')} value={percent(now.approvalRate)}>
        {t('rateBefore', { rate: percent(before?.approvalRate ?? null) })}
      </Figure>
      <Figure to={to('rejected')} name={t('rejected')} value={number(now.rejected)}>
        <Change now={now.rejected} before={before?.rejected} isGood={false} />
      </Figure>
      <Figure to={to('approved')} name={t('timeToPaid')} value={<Span of={now} />}>
        {t('median')}
      </Figure>
    </ul>
  )
}

export function Span({ of: { p50ApprovalSeconds } }: { of: Pick<Figures, 'p50ApprovalSeconds'> }) {
  const { span } = useFormat()
  return p50ApprovalSeconds === null ? '—' : span(p50ApprovalSeconds * 1_000)
}

interface FigureProps {
  to: string
  name: string
  value: ReactNode
  children: ReactNode
}

function Figure({ to, name, value, children }: FigureProps) {
  return (
    <li className="relative min-w-0 rounded-xl border border-line bg-surface px-4 py-3 hover:bg-sunken">
      <Link to={to} className="text-[0.8125rem] text-ink-soft after:absolute after:inset-0 after:rounded-xl">
        {name}
      </Link>
      <p className="figures mt-1 truncate text-lg font-semibold md:text-xl">{value}</p>
      <p className="figures mt-0.5 text-xs text-ink-faint">{children}</p>
    </li>
  )
}

/** Against the period before. */
function Change({ now, before, isGood = true }: { now: number; before: number | undefined; isGood?: boolean }) {
  const { t } = useTranslation('overview')
  const { percent } = useFormat()
  if (before === undefined) return '…'
  if (before === 0) return t('noneBefore')
  const change = (now - before) / before
  if (change === 0) return t('sameAsBefore')
  const Arrow = change > 0 ? ArrowUp : ArrowDown
  return (
    <span className={change > 0 === isGood ? 'text-success-ink' : 'text-danger-ink'}>
      <Arrow aria-hidden className="mr-0.5 inline size-3" />
      {t(change > 0 ? 'more' : 'less', { change: percent(Math.abs(change)) })}
    </span>
  )
}
