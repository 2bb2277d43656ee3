import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ApiKey } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { NarrowedTo, useNamed } from '../../ui/narrowed.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useNewForm } from '../../ui/use-address.ts'
import { apiKeyColumns } from './columns.tsx'
import { NewKeyDialog } from './form.tsx'
import { apiKeyQueries } from './queries.ts'

export function ApiKeysPage() {
  const { t } = useTranslation(['apiKeys', 'common'])
  const keys = useQuery(apiKeyQueries.list())
  const [isNew, setNew] = useNewForm()
  const all = keys.data?.data ?? []
  const only = useNamed('key', all)
  const rows = only ? [only] : all
  const add = (
    <Button look="primary" onClick={() => setNew(true)}>
      <Plus aria-hidden />
      {t('new')}
    </Button>
  )
  return (
    <Page title={t('title')} lead={t('lead')} actions={add}>
      <NarrowedTo name="key" row={only} />
      <Panel flush>
        <Unread query={keys} waiting={<TableSkeleton columns={5} rows={3} label={t('common:loading')} />} />
        {keys.data?.data.length === 0 && (
          <EmptyState icon={KeyRound} title={t('emptyTitle')}>
            {t('emptyText')}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <DataTable<ApiKey> caption={t('caption')} columns={apiKeyColumns(t)} rows={rows} rowKey={({ id }) => id} />
        )}
      </Panel>
      {isNew && <NewKeyDialog onClose={() => setNew(false)} />}
    </Page>
  )
}
