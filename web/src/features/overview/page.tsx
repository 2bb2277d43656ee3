import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dayOf, startOf } from '../../../../domain/analytics.ts'
import type { Analytics, PaymentMethod } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Days, readPeriod } from '../../ui/period.ts'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Unread, useRead } from '../../ui/unread.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { Breakdown } from './breakdown.tsx'
import { VolumeChart } from './chart.tsx'
import { currencyOf } from './currency.ts'
import { CurrencyField } from './currency-field.tsx'
import { FirstSteps } from './first-steps.tsx'
import { daysBefore, daysOf, isGoingOn } from './period.ts'
import { analyticsQueries, ofPast, type Past, usePast } from './queries.ts'
import { Reasons } from './reasons.tsx'
import { MoneyStrip, RateLine } from './strip.tsx'
import { useCurrencies, useOverviewMoney } from './use-currency.ts'
import { FirstWaiting } from './waiting.tsx'

/** How the business goes: what came in, what is to come, and from where. */
export function OverviewPage() {
  const { t } = useTranslation(['overview', 'common'])
  const { date } = useFormat()
  const [search] = useAddress()
  const today = dayOf(new Date().toISOString())
  const currency = currencyOf(search)
  const chosen = readPeriod(search)
  const days = daysOf(chosen, today)
  const past = daysBefore(days, chosen.period)
  const [from, to] = [date(startOf(past.from)), date(startOf(past.to))]
  const lead = [
    t('lead', { currency: t(`currencyWords.${currency}`) }),
    from === to ? t('comparedDay', { day: from }) : t('compared', { from, to }),
    ...(isGoingOn(days, today) ? [t('notOver')] : []),
  ].join(' ')
  const now = useQuery(analyticsQueries.by('day', days, currency))
  const before = usePast('day', past, currency, now)
  const currencies = useCurrencies(days, currency, now.data !== undefined)
  const shown = useRead(now)
  const filters = (
    <>
      <CurrencyField currencies={currencies} />
      <PeriodFilter className="w-48" usual="month" />
    </>
  )
  return (
    <Page title={t('title')} lead={lead} actions={filters}>
      <Unread query={now} waiting={<Loading />} />
      {shown && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <MoneyStrip now={shown.total} before={ofPast(before.past, ({ total }) => total)} />
          <Unread query={before.query} />
          {shown.total.created === 0 ? (
            <>
              <FirstWaiting />
              <FirstSteps />
            </>
          ) : (
            <Parts now={shown} before={before.past} days={days} past={past} />
          )}
        </div>
      )}
    </Page>
  )
}

interface PartsProps {
  now: Analytics
  before: Past<Analytics>
  days: Days
  /** Those that they are compared with. */
  past: Days
}

function Parts({ now, before, days, past }: PartsProps) {
  const { t } = useTranslation(['overview', 'common'])
  const providerName = useProviderName()
  const { currency } = useOverviewMoney()
  const providers = useQuery(analyticsQueries.by('provider', days, currency))
  const providersBefore = usePast('provider', past, currency, providers)
  const methods = useQuery(analyticsQueries.by('method', days, currency))
  const methodsBefore = usePast('method', past, currency, methods)
  const column = 'grid grid-cols-[minmax(0,1fr)] content-start gap-4'
  return (
    <>
      <FirstWaiting />
      <Panel title={t('volume')} flush>
        <RateLine now={now.total} before={ofPast(before, ({ total }) => total)} />
        <VolumeChart days={now.data} before={ofPast(before, ({ data }) => data)} />
      </Panel>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
        <div className={column}>
          <Breakdown
            title={t('byMethod')}
            query={methods}
            before={methodsBefore}
            nameOf={(method) => t(`common:method.${method as PaymentMethod}`)}
            filter="paymentMethod"
          />
          <Reasons days={days} />
        </div>
        <div className={column}>
          <Breakdown
            title={t('byProvider')}
            query={providers}
            before={providersBefore}
            nameOf={(code) => (code ? providerName(code) : t('noProvider'))}
            filter="provider"
          />
        </div>
      </div>
    </>
  )
}

function Loading() {
  return (
    <div aria-hidden className="grid gap-4">
      <Skeleton className="h-32 rounded-xl" />
      <Skeleton className="h-24 rounded-xl" />
      <Skeleton className="h-96 rounded-xl" />
    </div>
  )
}
