import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, SearchX, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { RECEIVER_STATUSES, type Receiver } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { rangeOf, readPeriod } from '../../ui/period.ts'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { named } from '../../ui/use-address.ts'
import { useSort } from '../../ui/use-sort.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { SavedFilters } from '../lists/saved-filters-bar.tsx'
import { ListTotal, StatusFilter } from '../lists/status-filter.tsx'
import { ProviderFilter } from '../providers/provider-filter.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { receiverColumns } from './columns.tsx'
import { receiverQueries } from './queries.ts'

export function ReceiversPage() {
  const { t } = useTranslation(['receivers', 'charges'])
  const format = useFormat()
  const [search] = useSearchParams()
  const { query: sort, byAge } = useSort()
  const filters = {
    ...named(search, 'status', 'provider'),
    ...rangeOf(readPeriod(search), new Date()),
    ...searchOf(search),
  }
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
      <StatusFilter
        path="/v1/receivers"
        query={query}
        name="status"
        label={t('charges:column.status')}
        options={RECEIVER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <FilterBar
        names={['provider', 'period']}
        search={<AddressSearch label={t('list.searchLabel')} placeholder={t('list.search')} />}
      >
        <ProviderFilter />
        <PeriodFilter />
      </FilterBar>
      <SavedFilters />
      <ListTotal path="/v1/receivers" query={query} />
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
