import { useQuery } from '@tanstack/react-query'
import { BookOpenText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { transactionColumns } from './columns.tsx'
import { Faults } from './faults.tsx'
import { MoreOfLedger } from './more-of-ledger.tsx'
import { LEDGER_PAGE, type LedgerTransaction, playgroundQueries } from './queries.ts'
import { Withdrawals } from './withdrawals.tsx'

export function PlaygroundPage() {
  const { t } = useTranslation(['playground', 'common'])
  const { money } = useFormat()
  const providerName = useProviderName()
  const [provider, setProvider] = useState<string | null>(null)
  const operations = useQuery(playgroundQueries.operations())
  const [shown, setShown] = useState(LEDGER_PAGE)
  const ledger = useQuery(playgroundQueries.transactions(provider, shown))
  const codes = [...new Set(operations.data?.data.map((row) => row.provider))]
  return (
    <Page title={t('title')} lead={t('lead')} actions={<Badge tone="info">{t('localOnly')}</Badge>}>
      <div className="grid items-start gap-4 2xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-4">
          <Panel
            flush
            title={t('ledger')}
            aside={
              <SelectField
                hideLabel
                clearable
                className="w-52 max-md:w-44"
                label={t('provider')}
                placeholder={t('allProviders')}
                options={codes.map((code) => ({ value: code, label: providerName(code) }))}
                value={provider}
                onValueChange={setProvider}
              />
            }
          >
            {ledger.isPending && <TableSkeleton columns={5} label={t('common:loading')} />}
            {ledger.isError && <ErrorState error={ledger.error} onRetry={() => void ledger.refetch()} />}
            {ledger.data?.data.length === 0 && (
              <EmptyState icon={BookOpenText} title={t('emptyTitle')}>
                {t('emptyText')}
              </EmptyState>
            )}
            {ledger.data && ledger.data.data.length > 0 && (
              <DataTable<LedgerTransaction>
                caption={t('ledgerCaption')}
                columns={transactionColumns({ t, money, providerName })}
                rows={ledger.data.data}
                rowKey={({ provider: code, id }) => `${code}/${id}`}
              />
            )}
            <MoreOfLedger
              rows={ledger.data?.data.length ?? 0}
              shown={shown}
              busy={ledger.isPlaceholderData}
              onMore={setShown}
            />
          </Panel>
          <Withdrawals provider={provider} />
        </div>
        <Faults operations={operations.data?.data ?? []} codes={codes} />
      </div>
    </Page>
  )
}
