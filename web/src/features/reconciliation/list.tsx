import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { defined } from '../../../../domain/defined.ts'
import { DIFFERENCES, ITEM_STATES, type ReconciliationItem, type Statement } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { AddressFilter } from '../../ui/address-filter.tsx'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { NoneFound } from '../../ui/none-found.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { rangeOf, readPeriod } from '../../ui/period.ts'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { idNamed, named, useNewForm, useOpened } from '../../ui/use-address.ts'
import { SavedFilters } from '../lists/saved-filters-bar.tsx'
import { ListTotal, StatusFilter } from '../lists/status-filter.tsx'
import { useAccountOptions } from '../providers/use-account-options.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { itemColumns, statementColumns } from './columns.tsx'
import { ItemDialog } from './detail.tsx'
import { ImportDialog } from './import.tsx'
import { LastRun } from './last-run.tsx'
import { reconciliationQueries } from './queries.ts'
import { RunButton } from './run.tsx'
import { Summaries } from './summaries.tsx'

const ACCOUNT = 'providerAccountId'

export function ReconciliationPage() {
  const { t } = useTranslation(['reconciliation', 'charges', 'common'])
  const format = useFormat()
  const providerName = useProviderName()
  const [search] = useSearchParams()
  const filters = {
    ...named(search, 'state', 'kind'),
    ...defined({ [ACCOUNT]: idNamed(search, ACCOUNT) }),
    ...rangeOf(readPeriod(search), new Date()),
  }
  const items = useInfiniteQuery(reconciliationQueries.items(filters))
  const statements = useInfiniteQuery(reconciliationQueries.statements())
  const [openId, setOpenId] = useOpened()
  const [isImporting, setImporting] = useNewForm()
  const start = (
    <>
      <RunButton />
      <Button look="primary" onClick={() => setImporting(true)}>
        <Upload aria-hidden />
        {t('import.open')}
      </Button>
    </>
  )
  const hasStatements = rowsOf<Statement>(statements).length > 0
  return (
    <Page title={t('title')} lead={t('lead')} actions={start}>
      <StatusFilter
        path="/v1/reconciliation/items"
        query={filters}
        name="kind"
        label={t('column.kind')}
        options={DIFFERENCES.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <FilterBar names={[ACCOUNT, 'state', 'period']}>
        <AddressFilter
          name={ACCOUNT}
          label={t('import.account')}
          placeholder={t('allAccounts')}
          options={useAccountOptions()}
        />
        <AddressFilter
          name="state"
          label={t('charges:column.status')}
          placeholder={t('allStates')}
          options={ITEM_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        />
        <PeriodFilter />
      </FilterBar>
      <SavedFilters list="reconciliation" />
      <LastRun />
      <ListTotal path="/v1/reconciliation/items" query={filters} name="kind" />
      <PagedTable<ReconciliationItem>
        query={items}
        empty={
          Object.keys(filters).length > 0 ? (
            <NoneFound title={t('noneTitle')} />
          ) : (
            <EmptyState icon={ListChecks} title={t('emptyTitle')}>
              {t('emptyText')}
            </EmptyState>
          )
        }
        caption={t('caption')}
        columns={itemColumns(t, format, providerName)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        openLabel={({ kind, transactionId }) => t('open', { kind: t(`kind.${kind}`), id: transactionId })}
      />
      <Summaries />
      {hasStatements && (
        <section className="mt-8">
          <h2 className="mb-3 text-base font-semibold">{t('statement.title')}</h2>
          <PagedTable<Statement>
            query={statements}
            empty={null}
            caption={t('statement.title')}
            columns={statementColumns(t, format)}
            rowKey={({ id }) => id}
          />
        </section>
      )}
      <ItemDialog id={openId} known={rowsOf<ReconciliationItem>(items)} onClose={() => setOpenId(null)} />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
  )
}
