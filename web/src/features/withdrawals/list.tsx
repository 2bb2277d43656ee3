import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowUpFromLine, Plus, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { WITHDRAW_METHODS, WITHDRAWAL_STATUSES, type Withdrawal } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import { LinkButton } from '../../ui/button.tsx'
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
import { withdrawalColumns } from './columns.tsx'

export function WithdrawalsPage() {
  const { t } = useTranslation(['disbursements', 'charges', 'common'])
  const format = useFormat()
  const [search] = useSearchParams()
  const filters = {
    ...named(search, 'status', 'provider', 'paymentMethod'),
    ...rangeOf(readPeriod(search), new Date()),
    ...searchOf(search),
  }
  const { query: sort, sortings } = useDisbursementSort()
  const query = { ...filters, ...sort }
  const withdrawals = useInfiniteQuery(disbursementQueries.withdrawals(query))
  const create = (
    <LinkButton to="/withdrawals/new" look="primary">
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
          <ExportButton resource="withdrawals" query={query} disabled={rowsOf(withdrawals).length === 0} />
          {create}
        </>
      }
    >
      <StatusFilter
        path="/v1/withdrawals"
        query={query}
        name="status"
        label={t('charges:column.status')}
        options={WITHDRAWAL_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <FilterBar
        names={['provider', 'paymentMethod', 'period']}
        sort={<DisbursementSortField />}
        search={<AddressSearch label={t('list.searchLabel')} placeholder={t('list.search')} />}
      >
        <ProviderFilter />
        <AddressFilter
          name="paymentMethod"
          label={t('charges:column.method')}
          placeholder={t('charges:list.allMethods')}
          options={WITHDRAW_METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
        />
        <PeriodFilter />
      </FilterBar>
      <SavedFilters />
      <ListTotal path="/v1/withdrawals" query={query} />
      <PagedTable<Withdrawal>
        query={withdrawals}
        empty={
          Object.keys(filters).length > 0 ? (
            <EmptyState icon={SearchX} title={t('list.noneTitle')} />
          ) : (
            <EmptyState icon={ArrowUpFromLine} title={t('list.emptyTitle')} action={create}>
              {t('list.emptyText')}
            </EmptyState>
          )
        }
        caption={t('list.caption')}
        columns={disbursementColumns<Withdrawal>({
          t,
          format,
          providerName: useProviderName(),
          kind: 'withdrawal',
          sortings,
          stateOf: ({ status, approval }) => ({ status, approval }),
          own: withdrawalColumns(t),
        })}
        rowKey={({ id }) => id}
        rowLink={({ id, amount }) => ({
          to: `/withdrawals/${id}`,
          label: t('list.open', { amount: format.money(amount) }),
        })}
      />
    </Page>
  )
}
