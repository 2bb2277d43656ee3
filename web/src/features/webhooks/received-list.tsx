import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { WebhookEvent } from '../../api/contract.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { AllNarrowed } from '../../ui/narrowed.tsx'
import { NoneFound } from '../../ui/none-found.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { rangeOf, readPeriod } from '../../ui/period.ts'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { named, useOpened } from '../../ui/use-address.ts'
import { NarrowedToCharge } from '../charges/one-charge.tsx'
import { providerQueries } from '../providers/queries.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { receivedColumns } from './columns.tsx'
import { WebhooksFrame } from './frame.tsx'
import { webhookQueries } from './queries.ts'
import { ReceivedDetail } from './received-detail.tsx'
import { STATE_LOOKS } from './state-badge.tsx'

export function ReceivedPage() {
  const { t } = useTranslation(['webhooks', 'common'])
  const providerName = useProviderName()
  const [search] = useSearchParams()
  const filters = { ...named(search, 'provider', 'state', 'chargeId'), ...rangeOf(readPeriod(search), new Date()) }
  const events = useInfiniteQuery(webhookQueries.received(filters))
  const catalog = useQuery(providerQueries.catalog())
  const [openId, setOpenId] = useOpened()
  const states = Object.keys(STATE_LOOKS) as WebhookEvent['state'][]

  return (
    <WebhooksFrame
      current="received"
      filters={
        <FilterBar names={['provider', 'state', 'period']} className="md:justify-end">
          <AddressFilter
            name="provider"
            label={t('provider')}
            placeholder={t('allProviders')}
            options={(catalog.data?.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          />
          <AddressFilter
            name="state"
            label={t('state')}
            placeholder={t('allStates')}
            options={states.map((state) => ({ value: state, label: t(`states.${state}`) }))}
          />
          <PeriodFilter />
        </FilterBar>
      }
    >
      <AllNarrowed>
        <NarrowedToCharge />
      </AllNarrowed>
      <PagedTable<WebhookEvent>
        query={events}
        empty={
          Object.keys(filters).length > 0 ? (
            <NoneFound title={t('noneTitle')} />
          ) : (
            <EmptyState icon={Webhook} title={t('emptyReceivedTitle')}>
              {t('emptyReceivedText')}
            </EmptyState>
          )
        }
        caption={t('receivedCaption')}
        columns={receivedColumns(t, providerName)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        openLabel={({ provider }) => t('openEvent', { provider: providerName(provider) })}
      />
      <ReceivedDetail id={openId} known={rowsOf(events)} onClose={() => setOpenId(null)} />
    </WebhooksFrame>
  )
}
