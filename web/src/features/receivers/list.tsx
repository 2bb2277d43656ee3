import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, SearchX, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { RECEIVER_STATUSES, type Receiver } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useSort } from '../../ui/use-sort.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { receiverColumns } from './columns.tsx'
import { receiverQueries } from './queries.ts'

export function ReceiversPage() {
  const { t } = useTranslation(['receivers', 'charges'])
  const format = useFormat()
  const [search] = useSearchParams()
  const status = search.get('status')
  const { query: sort, byAge } = useSort()
  const filters = { ...(status ? { status } : {}), ...searchOf(search) }
  const query = { ...filters, ...sort }
  const receivers = useInfiniteQuery(receiverQueries.list(query))
  const create = (
    <LinkButton to="/receivers/new" look="primary">
      <Plus aria-hidden />
      {t('list.new')}
    </LinkButton>
  )
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      actions={
        <>
          <ExportButton resource="receivers" query={query} disabled={rowsOf(receivers).length === 0} />
          {create}
        </>
      }
    >
      <div className="mb-4 grid gap-2 md:grid-cols-[minmax(0,1fr)_12rem]">
        <AddressSearch label={t('list.searchLabel')} placeholder={t('list.search')} />
        <AddressFilter
          name="status"
          label={t('charges:column.status')}
          placeholder={t('list.allStatuses')}
          options={RECEIVER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      </div>
      <PagedTable<Receiver>
        query={receivers}
        empty={
          Object.keys(filters).length > 0 ? (
            <EmptyState icon={SearchX} title={t('list.noneTitle')} />
          ) : (
            <EmptyState icon={UsersRound} title={t('list.emptyTitle')} action={create}>
              {t('list.emptyText')}
            </EmptyState>
          )
        }
        caption={t('list.caption')}
        columns={receiverColumns(t, format, useProviderName(), byAge)}
        rowKey={({ id }) => id}
        rowLink={({ id, name }) => ({ to: `/receivers/${id}`, label: t('list.open', { name }) })}
      />
    </Page>
  )
}
