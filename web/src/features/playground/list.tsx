import { useQuery } from '@tanstack/react-query'
import { BookOpenText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../i18n/format.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import { Badge } from '../../ui/badge.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { transactionColumns } from './columns.tsx'
import { Faults } from './faults.tsx'
import { Ledger } from './ledger.tsx'
import { type LedgerTransaction, playgroundQueries } from './queries.ts'
import { Withdrawals } from './withdrawals.tsx'

export function PlaygroundPage() {
  const { t } = useTranslation(['playground', 'common'])
  const { money } = useFormat()
  const providerName = useProviderName()
  const [search] = useSearchParams()
  const provider = search.get('provider')
  const { q = '' } = searchOf(search)
  const operations = useQuery(playgroundQueries.operations())
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
          <Ledger<LedgerTransaction>
            title={t('ledger')}
            caption={t('ledgerCaption')}
            columns={transactionColumns({ t, money, providerName })}
            q={q}
            newest={(shown) => playgroundQueries.transactions(provider, shown)}
            textsOf={({ reference, charge }) => [reference, charge?.customerName, charge?.orderId]}
            empty={{ icon: BookOpenText, title: t('emptyTitle'), text: t('emptyText') }}
          />
          <Withdrawals provider={provider} q={q} />
        </div>
        <Faults operations={operations.data?.data ?? []} codes={codes} />
      </div>
    </Page>
  )
}
