import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ContactRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { KnownCustomer } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { NoneFound } from '../../ui/none-found.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { rangeOf, readPeriod } from '../../ui/period.ts'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { SavedFilters } from '../lists/saved-filters-bar.tsx'
import { ListTotal } from '../lists/status-filter.tsx'
import { customerColumns } from './columns.tsx'
import { customerQueries } from './queries.ts'
import { CustomerSortField, useCustomerSort } from './sort.tsx'

/** Who bought, and what their charges come to. */
export function CustomersPage() {
  const { t } = useTranslation(['customers', 'charges'])
  const format = useFormat()
  const [search] = useAddress()
  const searched = { ...rangeOf(readPeriod(search), new Date()), ...searchOf(search) }
  const { query: sort, sortings } = useCustomerSort()
  const query = { ...searched, ...sort }
  const customers = useInfiniteQuery({
    ...customerQueries.list(query),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      actions={<ExportButton resource="customers" query={query} disabled={rowsOf(customers).length === 0} />}
    >
      <FilterBar
        names={['period']}
        sort={<CustomerSortField />}
        search={<AddressSearch label={t('list.searchLabel')} placeholder={t('list.search')} />}
      >
        <PeriodFilter />
      </FilterBar>
      <SavedFilters list="customers" />
      <ListTotal path="/v1/customers" query={query} name="status" />
      <PagedTable<KnownCustomer>
        query={customers}
        empty={
          Object.keys(searched).length > 0 ? (
            <NoneFound title={t('list.noneTitle')} />
          ) : (
            <EmptyState icon={ContactRound} title={t('list.emptyTitle')}>
              {t('list.emptyText')}
            </EmptyState>
          )
        }
        caption={t('list.caption')}
        columns={customerColumns(t, format, sortings)}
        rowKey={({ id }) => id}
        rowLink={({ id, name }) => ({ to: `/customers/${id}`, label: t('list.open', { name }) })}
      />
    </Page>
  )
}
