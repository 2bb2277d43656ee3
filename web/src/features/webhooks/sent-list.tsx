import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { WebhookDelivery } from '../../api/contract.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { shorten } from '../../ui/copy.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { AllNarrowed, Narrowed } from '../../ui/narrowed.tsx'
import { NoneFound } from '../../ui/none-found.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { rangeOf, readPeriod } from '../../ui/period.ts'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { named, useOpened } from '../../ui/use-address.ts'
import { NarrowedToCharge } from '../charges/one-charge.tsx'
import { endpointQueries } from '../webhook-endpoints/queries.ts'
import { sentColumns } from './columns.tsx'
import { WebhooksFrame } from './frame.tsx'
import { webhookQueries } from './queries.ts'
import { SentDetail } from './sent-detail.tsx'

const STATES = Object.keys({ pending: 0, delivered: 0, failed: 0 } satisfies Record<
  WebhookDelivery['state'],
  0
>) as WebhookDelivery['state'][]

export function SentPage() {
  const { t } = useTranslation(['webhooks', 'common'])
  const [search] = useSearchParams()
  const filters = { ...named(search, 'state', 'chargeId', 'endpointId'), ...rangeOf(readPeriod(search), new Date()) }
  const deliveries = useInfiniteQuery(webhookQueries.sent(filters))
  const [openId, setOpenId] = useOpened()
  return (
    <WebhooksFrame
      current="sent"
      filters={
        <FilterBar names={['state', 'period']} className="md:justify-end">
          <AddressFilter
            name="state"
            label={t('state')}
            placeholder={t('allStates')}
            options={STATES.map((state) => ({ value: state, label: t(`states.${state}`) }))}
          />
          <PeriodFilter />
        </FilterBar>
      }
    >
      <AllNarrowed>
        <NarrowedToCharge />
        {filters.endpointId && <OneEndpoint id={filters.endpointId} />}
      </AllNarrowed>
      <PagedTable<WebhookDelivery>
        query={deliveries}
        empty={
          Object.keys(filters).length > 0 ? (
            <NoneFound title={t('noneTitle')} />
          ) : (
            <EmptyState icon={Send} title={t('emptySentTitle')}>
              {t('emptySentText')}
            </EmptyState>
          )
        }
        caption={t('sentCaption')}
        columns={sentColumns(t)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        openLabel={({ eventType }) => t('openDelivery', { event: eventType })}
      />
      <SentDetail id={openId} known={rowsOf(deliveries)} onClose={() => setOpenId(null)} />
    </WebhooksFrame>
  )
}

/** What was sent to it alone; it may be removed by now. */
function OneEndpoint({ id }: { id: string }) {
  const { data } = useQuery(endpointQueries.list())
  return <Narrowed name="endpointId" text={data?.data.find((endpoint) => endpoint.id === id)?.url ?? shorten(id)} />
}
