import { useInfiniteQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ListedRefund, PAYMENT_METHODS, REFUND_STATES } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { disbursementColumns } from '../disbursements/columns.tsx'
import { movedSums } from '../disbursements/moved-sums.ts'
import { disbursementQueries } from '../disbursements/queries.ts'
import { DisbursementSortField, useDisbursementSort } from '../disbursements/sort.tsx'
import { FilteredList, useListFilters } from '../lists/filtered-list.tsx'
import { ProviderFilter } from '../providers/provider-filter.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { refundColumns } from './columns.tsx'

export function RefundsPage() {
  const { t } = useTranslation(['disbursements', 'charges', 'common', 'selling'])
  const format = useFormat()
  const { query: sort, sortings } = useDisbursementSort()
  const query = { ...useListFilters('refunds'), ...sort }
  return (
    <FilteredList<ListedRefund>
      resource="refunds"
      title={t('refunds')}
      lead={t('refundList.lead')}
      query={query}
      rows={useInfiniteQuery(disbursementQueries.refunds(query))}
      status={{
        name: 'state',
        label: t('charges:column.status'),
        options: REFUND_STATES.map((value) => ({ value, label: t(`status.${value}`) })),
      }}
      search={{ label: t('refundList.searchLabel'), placeholder: t('refundList.search') }}
      names={['provider', 'paymentMethod']}
      sort={<DisbursementSortField />}
      moved={movedSums(t)}
      empty={{
        icon: Undo2,
        title: t('refundList.emptyTitle'),
        text: t('refundList.emptyText'),
        noneTitle: t('refundList.noneTitle'),
      }}
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
      rowLink={({ id, amount, currency }) => ({
        to: `/refunds/${id}`,
        label: t('refund.openOne', { amount: format.money(amount, currency) }),
      })}
    >
      <ProviderFilter />
      <AddressFilter
        name="paymentMethod"
        label={t('charges:list.method')}
        placeholder={t('charges:list.allMethods')}
        options={PAYMENT_METHODS.map((value) => ({ value, label: t(`common:method.${value}`) }))}
      />
    </FilteredList>
  )
}
