import { useQuery } from '@tanstack/react-query'
import { BookOpenText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../i18n/format.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { transactionColumns } from './columns.tsx'
import { Faults } from './faults.tsx'
import { MoreOfLedger } from './more-of-ledger.tsx'
import { LEDGER_PAGE, type LedgerTransaction, playgroundQueries, SEARCHED } from './queries.ts'
import { isSought } from './search.ts'
import { Withdrawals } from './withdrawals.tsx'

export function PlaygroundPage() {
  const { t } = useTranslation(['playground', 'common'])
  const { money } = useFormat()
  const providerName = useProviderName()
  const [search] = useSearchParams()
  const provider = search.get('provider')
  const { q = '' } = searchOf(search)
  const operations = useQuery(playgroundQueries.operations())
  const [shown, setShown] = useState(LEDGER_PAGE)
  const ledger = useQuery(playgroundQueries.transactions(provider, q === '' ? shown : SEARCHED))
  const rows = (ledger.data?.data ?? []).filter(({ id, reference, amount, status, charge, provider: code }) =>
    isSought(q, [id, reference, money(amount), status, charge?.customerName, charge?.orderId, providerName(code)]),
  )
  const isLooking = ledger.isPending || (ledger.isPlaceholderData && rows.length === 0)
  const isNone = ledger.data && !isLooking && rows.length === 0
  const codes = [...new Set(operations.data?.data.map((row) => row.provider))]
  return (
    <Page title={t('title')} lead={t('lead')} actions={<Badge tone="info">{t('localOnly')}</Badge>}>
      <FilterBar names={['provider']} search={<AddressSearch label={t('searchLabel')} placeholder={t('search')} />}>
        <AddressFilter
          name="provider"
          label={t('provider')}
          placeholder={t('allProviders')}
          options={codes.map((code) => ({ value: code, label: providerName(code) }))}
        />
      </FilterBar>
      <div className="grid items-start gap-4 2xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-4">
          <Panel flush title={t('ledger')}>
            {isLooking && <TableSkeleton columns={5} label={t('common:loading')} />}
            {ledger.isError && <ErrorState error={ledger.error} onRetry={() => void ledger.refetch()} />}
            {isNone && q !== '' && <EmptyState icon={SearchX} title={t('noneTitle')} />}
            {isNone && q === '' && (
              <EmptyState icon={BookOpenText} title={t('emptyTitle')}>
                {t('emptyText')}
              </EmptyState>
            )}
            {rows.length > 0 && (
              <DataTable<LedgerTransaction>
                caption={t('ledgerCaption')}
                columns={transactionColumns({ t, money, providerName })}
                rows={rows}
                rowKey={({ provider: code, id }) => `${code}/${id}`}
              />
            )}
            {q === '' && (
              <MoreOfLedger rows={rows.length} shown={shown} busy={ledger.isPlaceholderData} onMore={setShown} />
            )}
          </Panel>
          <Withdrawals provider={provider} q={q} />
        </div>
        <Faults operations={operations.data?.data ?? []} codes={codes} />
      </div>
    </Page>
  )
}
