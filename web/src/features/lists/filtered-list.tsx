import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ExportedList } from '../../../../domain/export.ts'
import { LIST_FILTERS, type SavedList } from '../../../../domain/saved-filter.ts'
import type { Query } from '../../api/client.ts'
import { AddressSearch, searchOf } from '../../ui/address-search.tsx'
import type { DataTable } from '../../ui/data-table.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { NoneFound } from '../../ui/none-found.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { rangeOf, readPeriod } from '../../ui/period.ts'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { named } from '../../ui/use-address.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { SavedFilters } from './saved-filters-bar.tsx'
import { ListTotal, type MovedSums, StatusFilter } from './status-filter.tsx'

type FilteredResource = ExportedList & SavedList

interface FilteredListProps<Row>
  extends Pick<ComponentProps<typeof DataTable<Row>>, 'caption' | 'columns' | 'rowLink'> {
  resource: FilteredResource
  title: string
  lead: string
  /** Leads to the form of a new one. */
  create?: ReactNode
  /** What the address asks for, its order included. */
  query: Query
  rows: UseInfiniteQueryResult<InfiniteData<{ data: Row[] }>>
  status: Pick<ComponentProps<typeof StatusFilter>, 'name' | 'label' | 'options'>
  search: ComponentProps<typeof AddressSearch>
  /** What `children` set in the address. */
  names: readonly string[]
  sort?: ReactNode
  moved?: MovedSums
  empty: { icon: LucideIcon; title: string; text: string; noneTitle: string }
  children: ReactNode
}

/** What the address narrows a list by: its own filters, a period, a search. */
export function useListFilters(list: FilteredResource): Query {
  const [search] = useSearchParams()
  return {
    ...named<string>(search, ...LIST_FILTERS[list]),
    ...rangeOf(readPeriod(search), new Date()),
    ...searchOf(search),
  }
}

/** A list with the tabs of its status, filters, a search, its total and its export. */
export function FilteredList<Row extends { id: string }>({
  resource,
  title,
  lead,
  create,
  query,
  rows,
  status,
  search,
  names,
  sort,
  moved,
  empty,
  children,
  ...table
}: FilteredListProps<Row>) {
  const path = `/v1/${resource}`
  const isFiltered = Object.keys(query).some((name) => name !== 'sort')
  return (
    <Page
      title={title}
      lead={lead}
      actions={
        <>
          <ExportButton resource={resource} query={query} disabled={rowsOf(rows).length === 0} />
          {create}
        </>
      }
    >
      <StatusFilter path={path} query={query} {...status} />
      <FilterBar names={[...names, 'period']} sort={sort} search={<AddressSearch {...search} />}>
        {children}
        <PeriodFilter />
      </FilterBar>
      <SavedFilters list={resource} />
      <ListTotal path={path} query={query} name={status.name} moved={moved} />
      <PagedTable<Row>
        {...table}
        query={rows}
        rowKey={({ id }) => id}
        empty={
          isFiltered ? (
            <NoneFound title={empty.noneTitle} />
          ) : (
            <EmptyState icon={empty.icon} title={empty.title} action={create}>
              {empty.text}
            </EmptyState>
          )
        }
      />
    </Page>
  )
}
