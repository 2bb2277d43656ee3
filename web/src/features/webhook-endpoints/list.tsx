import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Plus, Waypoints } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { createdColumn } from '../../ui/created-column.tsx'
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { UrlCell } from '../../ui/url-cell.tsx'
import { useNewForm, useOpened } from '../../ui/use-address.ts'
import { useSession } from '../session/session-context.ts'
import { WebhooksFrame } from '../webhooks/frame.tsx'
import { EndpointDetail } from './detail.tsx'
import { EndpointDialog } from './form.tsx'
import { endpointQueries } from './queries.ts'
import { SecretDialog } from './secret.tsx'
import { EndpointState } from './state.tsx'

/** The endpoints that receive the platform's webhooks. */
export function EndpointsPage() {
  const { t } = useTranslation(['endpoints', 'common'])
  const { role } = useSession()
  const isAdmin = role === 'admin'
  const endpoints = useQuery(endpointQueries.list())
  const [openId, setOpenId] = useOpened()
  const [isNew, setNew] = useNewForm()
  const [edited, setEdited] = useState<WebhookEndpoint | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const rows = endpoints.data?.data ?? []
  const opened = rows.find(({ id }) => id === openId)
  const add = isAdmin && (
    <Button look="primary" onClick={() => setNew(true)}>
      <Plus aria-hidden />
      {t('new')}
    </Button>
  )
  return (
    <WebhooksFrame current="endpoints" action={add}>
      <Panel flush>
        <Unread query={endpoints} waiting={<TableSkeleton columns={4} rows={3} label={t('common:loading')} />} />
        {endpoints.data && rows.length === 0 && (
          <EmptyState icon={Waypoints} title={t('emptyTitle')}>
            {t('emptyText')}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <DataTable<WebhookEndpoint>
            caption={t('caption')}
            columns={columns(t)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => setOpenId(id)}
            openLabel={({ url }) => t('open', { url })}
          />
        )}
      </Panel>
      {opened && (
        <EndpointDetail
          endpoint={opened}
          isAdmin={isAdmin}
          onClose={() => setOpenId(null)}
          onEdit={() => setEdited(opened)}
          onSecret={setSecret}
        />
      )}
      {isAdmin && isNew && <EndpointDialog onClose={() => setNew(false)} onSecret={setSecret} />}
      {edited && <EndpointDialog endpoint={edited} onClose={() => setEdited(null)} onSecret={setSecret} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </WebhooksFrame>
  )
}

function columns(t: TFunction<['endpoints', 'common']>): readonly Column<WebhookEndpoint>[] {
  return [
    {
      id: 'url',
      header: t('column.url'),
      card: 'lead',
      className: 'max-w-96 font-medium',
      cell: ({ url }) => <UrlCell url={url} />,
    },
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: (endpoint) => <EndpointState endpoint={endpoint} />,
    },
    {
      id: 'events',
      header: t('column.events'),
      card: 'sub',
      className: 'text-ink-soft',
      cell: ({ events }) => (events.includes('*') ? t('form.all') : t('someEvents', { count: events.length })),
    },
    createdColumn(t('column.created')),
  ]
}
