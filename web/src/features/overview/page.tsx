import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '../../../../domain/analytics.ts'
import type { Analytics, PaymentMethod } from '../../api/contract.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { readPeriod } from '../../ui/period.ts'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { Breakdown } from './breakdown.tsx'
import { VolumeChart } from './chart.tsx'
import { Endings } from './endings.tsx'
import { type Days, daysBefore, daysOf } from './period.ts'
import { analyticsQueries } from './queries.ts'
import { MoneyStrip } from './strip.tsx'

/** How the business goes: what came in, what is to come, and from where. */
export function OverviewPage() {
  const { t } = useTranslation(['overview', 'common'])
  const [search] = useAddress()
  const days = daysOf(readPeriod(search), dayOf(new Date().toISOString()))
  const daily = useQuery(analyticsQueries.by('day', days))
  const before = useQuery(analyticsQueries.by('method', daysBefore(days)))
  return (
    <Page title={t('title')} lead={t('lead')} actions={<PeriodFilter className="w-48" usual="month" />}>
      {daily.isPending && <Loading />}
      {daily.isError && !daily.data && <ErrorState error={daily.error} onRetry={() => daily.refetch()} />}
      {daily.data && (
        <div className="grid gap-4">
          <MoneyStrip now={daily.data.total} before={before.data?.total} />
          {daily.data.total.created === 0 ? (
            <EmptyState icon={ChartColumn} title={t('emptyTitle')} action={<NewCharge />}>
              {t('emptyText')}
            </EmptyState>
          ) : (
            <Parts of={daily.data.data} days={days} />
          )}
        </div>
      )}
    </Page>
  )
}

function Parts({ of: data, days }: { of: Analytics['data']; days: Days }) {
  const { t } = useTranslation(['overview', 'common'])
  const providerName = useProviderName()
  const providers = useQuery(analyticsQueries.by('provider', days))
  const methods = useQuery(analyticsQueries.by('method', days))
  return (
    <>
      <VolumeChart days={data} />
      <Breakdown
        title={t('byProvider')}
        rows={providers.data?.data}
        nameOf={(code) => (code ? providerName(code) : t('noProvider'))}
        filter="provider"
      />
      <Breakdown
        title={t('byMethod')}
        rows={methods.data?.data}
        nameOf={(method) => t(`common:method.${method as PaymentMethod}`)}
        filter="paymentMethod"
      />
      <Endings />
    </>
  )
}

function NewCharge() {
  const { t } = useTranslation('charges')
  return (
    <LinkButton to="/charges/new" look="primary">
      {t('list.new')}
    </LinkButton>
  )
}

function Loading() {
  return (
    <div aria-hidden className="grid gap-4">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {Array.from({ length: 8 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <Skeleton key={index} className="h-24 rounded-xl" />
        ))}
      </div>
      <Skeleton className="h-64 rounded-xl" />
    </div>
  )
}
