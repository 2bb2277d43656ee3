import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ContactRound, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { KnownCustomer } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TypedSearch } from '../../ui/typed-search.tsx'
import { useAddress, withName } from '../../ui/use-address.ts'
import { useSort } from '../../ui/use-sort.ts'
import { customerColumns } from './columns.tsx'
import { customerQueries } from './queries.ts'

/** Who bought, and what their charges come to. */
export function CustomersPage() {
  const { t } = useTranslation(['customers', 'charges'])
  const format = useFormat()
  const [search, setSearch] = useAddress()
  const q = search.get('q') ?? ''
  const { query: sort, byAge } = useSort()
  const searched = q.trim() ? { q: q.trim() } : {}
  const customers = useInfiniteQuery({
    ...customerQueries.list({ ...searched, ...sort }),
    placeholderData: keepPreviousData,
  })
  const setQ = (to: string | null) => setSearch((before) => withName(before, 'q', to), { replace: true })
  return (
    <Page title={t('list.title')} lead={t('list.lead')}>
      <div className="mb-4 md:w-96">
        <TypedSearch label={t('list.searchLabel')} placeholder={t('list.search')} q={q} onChange={setQ} />
      </div>
      <PagedTable<KnownCustomer>
        query={customers}
        empty={
          q ? (
            <EmptyState
              icon={SearchX}
              title={t('list.noneTitle')}
              action={<Button onClick={() => setQ(null)}>{t('list.clear')}</Button>}
            >
              {t('list.noneText')}
            </EmptyState>
          ) : (
            <EmptyState icon={ContactRound} title={t('list.emptyTitle')}>
              {t('list.emptyText')}
            </EmptyState>
          )
        }
        caption={t('list.caption')}
        columns={customerColumns(t, format, byAge)}
        rowKey={({ id }) => id}
        rowLink={({ id, name }) => ({ to: `/customers/${id}`, label: t('list.open', { name }) })}
      />
    </Page>
  )
}
