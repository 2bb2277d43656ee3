import { useInfiniteQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { DISPUTE_KINDS } from '../../../../domain/dispute.ts'
import { LIST_FILTERS } from '../../../../domain/saved-filter.ts'
import { DISPUTE_STATES, type ListedDispute } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { AllNarrowed } from '../../ui/narrowed.tsx'
import { NoneFound } from '../../ui/none-found.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { rangeOf, readPeriod } from '../../ui/period.ts'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { named } from '../../ui/use-address.ts'
import { NarrowedToCharge } from '../charges/one-charge.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { SavedFilters } from '../lists/saved-filters-bar.tsx'
import { ListTotal, StatusFilter } from '../lists/status-filter.tsx'
import { ProviderFilter } from '../providers/provider-filter.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { disputeColumns } from './columns.tsx'
import { disputeQueries } from './queries.ts'
import { DisputeSortField, useDisputeSort } from './sort.tsx'

export function DisputesPage() {
  const { t } = useTranslation(['disputes', 'charges', 'common', 'selling'])
  const format = useFormat()
  const [search] = useSearchParams()
  const filters = {
    ...named(search, ...LIST_FILTERS.disputes),
    ...rangeOf(readPeriod(search), new Date()),
    ...searchOf(search),
  }
  const { query: sort, sortings } = useDisputeSort()
  const query = { ...filters, ...sort }
  const disputes = useInfiniteQuery(disputeQueries.list(query))
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      actions={<ExportButton resource="disputes" query={query} disabled={rowsOf(disputes).length === 0} />}
    >
      <StatusFilter
        path="/v1/disputes"
        query={query}
        name="state"
        label={t('charges:column.status')}
        options={DISPUTE_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <FilterBar
        names={['kind', 'provider', 'period']}
        sort={<DisputeSortField />}
        search={<AddressSearch label={t('list.searchLabel')} placeholder={t('list.search')} />}
      >
        <AddressFilter
          name="kind"
          label={t('column.kind')}
          placeholder={t('list.allKinds')}
          options={DISPUTE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <ProviderFilter />
        <PeriodFilter />
      </FilterBar>
      <AllNarrowed>
        <NarrowedToCharge />
      </AllNarrowed>
      <SavedFilters list="disputes" />
      <ListTotal path="/v1/disputes" query={query} name="state" />
      <PagedTable<ListedDispute>
        query={disputes}
        empty={
          Object.keys(filters).length > 0 ? (
            <NoneFound title={t('list.noneTitle')} />
          ) : (
            <EmptyState icon={Scale} title={t('list.emptyTitle')}>
              {t('list.emptyText')}
            </EmptyState>
          )
        }
        caption={t('list.caption')}
        columns={disputeColumns(t, format, useProviderName(), sortings)}
        rowKey={({ id }) => id}
        rowLink={({ id, amount, currency }) => ({
          to: `/disputes/${id}`,
          label: t('list.open', { amount: format.money(amount, currency) }),
        })}
      />
    </Page>
  )
}
