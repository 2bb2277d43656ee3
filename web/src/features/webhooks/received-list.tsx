import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SearchX, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { WebhookEvent } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { providerQueries } from '../providers/queries.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { receivedColumns } from './columns.tsx'
import { AddressFilter, WebhooksFrame } from './frame.tsx'
import { webhookQueries } from './queries.ts'
import { ReceivedDetail } from './received-detail.tsx'
import { STATE_LOOKS } from './state-badge.tsx'

export function ReceivedPage() {
  const { t } = useTranslation(['webhooks', 'common'])
  const providerName = useProviderName()
  const [search] = useSearchParams()
  const filters = Object.fromEntries(
    ['provider', 'state', 'chargeId'].flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  )
  const events = useInfiniteQuery(webhookQueries.received(filters))
  const catalog = useQuery(providerQueries.catalog())
  const rows = events.data?.pages.flatMap((page) => page.data) ?? []
  const [openId, setOpenId] = useState<string | null>(null)
  const states = Object.keys(STATE_LOOKS) as WebhookEvent['state'][]

  return (
    <WebhooksFrame
      current="received"
      filters={
        <>
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
        </>
      }
    >
      <Panel flush>
        {events.isPending && <TableSkeleton columns={5} label={t('common:loading')} />}
        {events.isError && <ErrorState error={events.error} onRetry={() => void events.refetch()} />}
        {events.isSuccess &&
          rows.length === 0 &&
          (Object.keys(filters).length > 0 ? (
            <EmptyState icon={SearchX} title={t('noneTitle')} />
          ) : (
            <EmptyState icon={Webhook} title={t('emptyReceivedTitle')}>
              {t('emptyReceivedText')}
            </EmptyState>
          ))}
        {rows.length > 0 && (
          <DataTable<WebhookEvent>
            caption={t('receivedCaption')}
            columns={receivedColumns(t, providerName)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => setOpenId(id)}
            openLabel={({ provider }) => t('openEvent', { provider: providerName(provider) })}
          />
        )}
      </Panel>
      {events.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button busy={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
            {t('common:loadMore')}
          </Button>
        </div>
      )}
      <ReceivedDetail event={rows.find(({ id }) => id === openId) ?? null} onClose={() => setOpenId(null)} />
    </WebhooksFrame>
  )
}
