import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RECEIVER_STATUSES, type Receiver } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useSort } from '../../ui/use-sort.ts'
import { AgeSortField } from '../lists/age-sort-field.tsx'
import { FilteredList, useListFilters } from '../lists/filtered-list.tsx'
import { ProviderFilter } from '../providers/provider-filter.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { receiverColumns } from './columns.tsx'
import { receiverQueries } from './queries.ts'

export function ReceiversPage() {
  const { t } = useTranslation(['receivers', 'charges'])
  const format = useFormat()
  const { query: sort, byAge } = useSort()
  const query = { ...useListFilters('receivers'), ...sort }
  return (
    <FilteredList<Receiver>
      resource="receivers"
      title={t('list.title')}
      lead={t('list.lead')}
      create={
        <LinkButton to="/receivers/new" look="primary">
          <Plus aria-hidden />
          {t('list.new')}
        </LinkButton>
      }
      query={query}
      rows={useInfiniteQuery(receiverQueries.list(query))}
      status={{
        name: 'status',
        label: t('charges:column.status'),
        options: RECEIVER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
      }}
      search={{ label: t('list.searchLabel'), placeholder: t('list.search') }}
      names={['provider']}
      sort={<AgeSortField />}
      empty={{
        icon: UsersRound,
        title: t('list.emptyTitle'),
        text: t('list.emptyText'),
        noneTitle: t('list.noneTitle'),
      }}
      caption={t('list.caption')}
      columns={receiverColumns(t, format, useProviderName(), byAge)}
      rowLink={({ id, name }) => ({ to: `/receivers/${id}`, label: t('list.open', { name }) })}
    >
      <ProviderFilter />
    </FilteredList>
  )
}
