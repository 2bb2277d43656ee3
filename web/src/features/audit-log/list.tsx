import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import type { Query } from '../../api/client.ts'
import { AUDIT_ACTIONS, type AuditEntry } from '../../api/contract.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { AllNarrowed, Narrowed } from '../../ui/narrowed.tsx'
import { NoneFound } from '../../ui/none-found.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { rangeOf, readPeriod } from '../../ui/period.ts'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TypedSearch } from '../../ui/typed-search.tsx'
import { useAddress, useOpened, withName } from '../../ui/use-address.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { useActorName } from '../history/actor.ts'
import { useActors } from './actors.ts'
import { auditColumns } from './columns.tsx'
import { AuditDetail } from './detail.tsx'
import { auditQueries } from './queries.ts'

/** Who did what, when, from where. */
export function AuditLogPage() {
  const { t } = useTranslation(['auditLog', 'common'])
  const nameOf = useActorName()
  const [search, setSearch] = useAddress()
  const filters = filtersIn(search)
  const entries = useInfiniteQuery(auditQueries.list(filters))
  const [openId, setOpenId] = useOpened()
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={<ExportButton resource="audit-log" query={filters} disabled={rowsOf(entries).length === 0} />}
    >
      <FilterBar
        names={['action', 'actor', 'period']}
        search={
          <TypedSearch
            label={t('column.target')}
            placeholder={t('ofTarget')}
            q={search.get('target') ?? ''}
            onChange={(target) => setSearch((before) => withName(before, 'target', target.trim()), { replace: true })}
          />
        }
      >
        <AddressFilter
          name="action"
          label={t('column.action')}
          placeholder={t('allActions')}
          options={AUDIT_ACTIONS.map((value) => ({ value, label: t(`action.${value}`) }))}
        />
        <AddressFilter name="actor" label={t('column.actor')} placeholder={t('allActors')} options={useActors()} />
        <PeriodFilter />
      </FilterBar>
      <AllNarrowed>
        <Narrowed name="actor" />
        <Narrowed name="target" />
      </AllNarrowed>
      <PagedTable<AuditEntry>
        query={entries}
        empty={
          isFiltered ? <NoneFound title={t('noneTitle')} /> : <EmptyState icon={ScrollText} title={t('emptyTitle')} />
        }
        caption={t('caption')}
        columns={auditColumns(t, nameOf)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        openLabel={({ action, actor }) => t('open', { what: t(`action.${action}`), who: actor })}
      />
      <AuditDetail id={openId} known={rowsOf(entries)} onClose={() => setOpenId(null)} />
    </Page>
  )
}

/** As the API takes them. */
function filtersIn(search: URLSearchParams): Query {
  const { createdFrom: from, createdTo: to } = rangeOf(readPeriod(search), new Date())
  const named = ['action', 'actor', 'target'].flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value]] : []
  })
  return { ...Object.fromEntries(named), ...defined({ from: from || undefined, to: to || undefined }) }
}
