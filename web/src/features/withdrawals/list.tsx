import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowUpFromLine, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { WITHDRAW_METHODS, WITHDRAWAL_STATUSES, type Withdrawal } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { disbursementColumns } from '../disbursements/columns.tsx'
import { movedSums } from '../disbursements/moved-sums.ts'
import { disbursementQueries } from '../disbursements/queries.ts'
import { DisbursementSortField, useDisbursementSort } from '../disbursements/sort.tsx'
import { FilteredList, useListFilters } from '../lists/filtered-list.tsx'
import { ProviderFilter } from '../providers/provider-filter.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { withdrawalColumns } from './columns.tsx'

export function WithdrawalsPage() {
  const { t } = useTranslation(['disbursements', 'charges', 'common'])
  const format = useFormat()
  const { query: sort, sortings } = useDisbursementSort()
  const query = { ...useListFilters('withdrawals'), ...sort }
  return (
    <FilteredList<Withdrawal>
      resource="withdrawals"
      title={t('list.title')}
      lead={t('list.lead')}
      create={
        <LinkButton to="/withdrawals/new" look="primary">
          <Plus aria-hidden />
          {t('list.new')}
        </LinkButton>
      }
      query={query}
      rows={useInfiniteQuery(disbursementQueries.withdrawals(query))}
      status={{
        name: 'status',
        label: t('charges:column.status'),
        options: WITHDRAWAL_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
      }}
      search={{ label: t('list.searchLabel'), placeholder: t('list.search') }}
      names={['provider', 'paymentMethod']}
      sort={<DisbursementSortField />}
      moved={movedSums(t)}
      empty={{
        icon: ArrowUpFromLine,
        title: t('list.emptyTitle'),
        text: t('list.emptyText'),
        noneTitle: t('list.noneTitle'),
      }}
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
      rowLink={({ id, amount }) => ({
        to: `/withdrawals/${id}`,
        label: t('list.open', { amount: format.money(amount) }),
      })}
    >
      <ProviderFilter />
      <AddressFilter
        name="paymentMethod"
        label={t('charges:column.method')}
        placeholder={t('charges:list.allMethods')}
        options={WITHDRAW_METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
      />
    </FilteredList>
  )
}
