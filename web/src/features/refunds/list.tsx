import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type ListedRefund, REFUND_STATES } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { rangeOf, readPeriod } from '../../ui/period.ts'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { named } from '../../ui/use-address.ts'
import { disbursementColumns } from '../disbursements/columns.tsx'
import { disbursementQueries } from '../disbursements/queries.ts'
import { DisbursementSortField, useDisbursementSort } from '../disbursements/sort.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { SavedFilters } from '../lists/saved-filters-bar.tsx'
import { ListTotal, StatusFilter } from '../lists/status-filter.tsx'
import { ProviderFilter } from '../providers/provider-filter.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { refundColumns } from './columns.tsx'

export function RefundsPage() {
  const { t } = useTranslation(['disbursements', 'charges', 'selling'])
  const format = useFormat()
  const [search] = useSearchParams()
  const filters = {
    ...named(search, 'state', 'provider'),
    ...rangeOf(readPeriod(search), new Date()),
    ...searchOf(search),
  }
  const { query: sort, sortings } = useDisbursementSort()
  const query = { ...filters, ...sort }
  const refunds = useInfiniteQuery(disbursementQueries.refunds(query))
  return (
    <Page
      title={t('refunds')}
      lead={t('refundList.lead')}
      actions={<ExportButton resource="refunds" query={query} disabled={rowsOf(refunds).length === 0} />}
    >
      <StatusFilter
        path="/v1/refunds"
        query={query}
        name="state"
        label={t('charges:column.status')}
        options={REFUND_STATES.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <FilterBar
        names={['provider', 'period']}
        sort={<DisbursementSortField />}
        search={<AddressSearch label={t('refundList.searchLabel')} placeholder={t('refundList.search')} />}
      >
        <ProviderFilter />
        <PeriodFilter />
      </FilterBar>
      <SavedFilters />
      <ListTotal path="/v1/refunds" query={query} />
      <PagedTable<ListedRefund>
        query={refunds}
        empty={
          Object.keys(filters).length > 0 ? (
            <EmptyState icon={SearchX} title={t('refundList.noneTitle')} />
          ) : (
            <EmptyState icon={Undo2} title={t('refundList.emptyTitle')}>
              {t('refundList.emptyText')}
            </EmptyState>
          )
        }
        caption={t('refundList.caption')}
        columns={disbursementColumns<ListedRefund>({
          t,
          format,
          providerName: useProviderName(),
          kind: 'refund',
          sortings,
          stateOf: ({ state: status }) => ({ status }),
          own: refundColumns(t),
        })}
        rowKey={({ id }) => id}
        rowLink={({ id, amount, currency }) => ({
          to: `/refunds/${id}`,
          label: t('refund.openOne', { amount: format.money(amount, currency) }),
        })}
      />
    </Page>
  )
}
