import { useQuery } from '@tanstack/react-query'
import { Landmark, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Provider } from '../../api/contract.ts'
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { plain } from '../../ui/text-match.ts'
import { useSession } from '../session/session-context.ts'
import { Accounts } from './accounts.tsx'
import { providerColumns } from './columns.tsx'
import { ProviderDetail } from './detail.tsx'
import { providerQueries } from './queries.ts'

export function ProvidersPage() {
  const { t } = useTranslation(['providers', 'common'])
  const catalog = useQuery(providerQueries.catalog())
  const isAdmin = useSession().role === 'admin'
  const [query, setQuery] = useState('')
  const [openCode, setOpenCode] = useState<string | null>(null)
  const providers = catalog.data?.data ?? []
  const shown = providers.filter(({ code, name }) => plain(`${name} ${code}`).includes(plain(query.trim())))

  return (
    <Page title={t('title')} lead={t('lead')}>
      <Accounts isAdmin={isAdmin} />
      <section aria-labelledby="catalog" className="mt-8">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
          <h2 id="catalog" className="text-base font-semibold">
            {t('catalog')}
          </h2>
          <SearchInput label={t('search')} value={query} onValueChange={setQuery} className="w-full md:w-72" />
        </div>
        <Panel flush>
          {catalog.isPending && <TableSkeleton columns={7} rows={5} label={t('common:loading')} />}
          {catalog.isError && <ErrorState error={catalog.error} onRetry={() => void catalog.refetch()} />}
          {catalog.isSuccess && shown.length === 0 && (
            <EmptyState icon={query ? SearchX : Landmark} title={t('noneTitle')} />
          )}
          {shown.length > 0 && (
            <DataTable<Provider>
              caption={t('caption')}
              columns={providerColumns(t)}
              rows={shown}
              rowKey={({ code }) => code}
              onOpen={({ code }) => setOpenCode(code)}
              openLabel={({ name }) => t('details', { name })}
            />
          )}
        </Panel>
      </section>
      <ProviderDetail
        provider={providers.find(({ code }) => code === openCode) ?? null}
        isAdmin={isAdmin}
        onClose={() => setOpenCode(null)}
      />
    </Page>
  )
}
