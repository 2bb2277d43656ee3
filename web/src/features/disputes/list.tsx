import { useInfiniteQuery } from '@tanstack/react-query'
import { Scale, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { DISPUTE_STATES, type Dispute } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { disputeColumns } from './columns.tsx'
import { disputeQueries } from './queries.ts'

const FILTERS = ['state', 'chargeId'] as const

export function DisputesPage() {
  const { t } = useTranslation(['disputes', 'charges', 'common'])
  const format = useFormat()
  const [search] = useSearchParams()
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  )
  const disputes = useInfiniteQuery(disputeQueries.list(filters))
  return (
    <Page
      title={t('list.title')}
      lead={t('list.lead')}
      actions={<ExportButton resource="disputes" query={filters} disabled={rowsOf(disputes).length === 0} />}
    >
      <div className="mb-4 grid grid-cols-2 gap-2 md:grid-cols-[12rem]">
        <AddressFilter
          name="state"
          label={t('charges:column.status')}
          placeholder={t('list.allStates')}
          options={DISPUTE_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
      </div>
      <PagedTable<Dispute>
        query={disputes}
        empty={
          Object.keys(filters).length > 0 ? (
            <EmptyState icon={SearchX} title={t('list.noneTitle')} />
          ) : (
            <EmptyState icon={Scale} title={t('list.emptyTitle')}>
              {t('list.emptyText')}
            </EmptyState>
          )
        }
        caption={t('list.caption')}
        columns={disputeColumns(t, format, useProviderName())}
        rowKey={({ id }) => id}
        rowLink={({ id, amount, currency }) => ({
          to: `/disputes/${id}`,
          label: t('list.open', { amount: format.money(amount, currency) }),
        })}
      />
    </Page>
  )
}
