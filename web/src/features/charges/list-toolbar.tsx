import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LISTED_STATUSES, statusNameOf } from '../../../../domain/ending.ts'
import { CHARGE_SORTS } from '../../../../domain/list-sort.ts'
import { type ChargeTotals, PAYMENT_METHODS } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { TypedSearch } from '../../ui/typed-search.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { SavedFilters } from '../lists/saved-filters-bar.tsx'
import { SortField } from '../lists/sort-field.tsx'
import { providerQueries } from '../providers/queries.ts'
import type { ChargeFilters } from './filters.ts'
import { byCreation, withPeriodOf } from './period-of.ts'
import { statusLabel } from './status-label.ts'
import { countOfTab, type Tab, totalOfTab } from './totals.ts'

const NO_TAB = { status: null, ending: null }

interface ListToolbarProps {
  filters: ChargeFilters
  totals: ChargeTotals | undefined
  onChange: (change: Partial<ChargeFilters>) => void
}

export function ListToolbar({ filters, totals, onChange }: ListToolbarProps) {
  const { t } = useTranslation(['charges', 'common'])
  const providers = useQuery(providerQueries.catalog())
  const [, setSearch] = useAddress()
  return (
    <>
      <div className="mb-4">
        <ChargeTabs filters={filters} totals={totals} onChange={onChange} />
      </div>
      <FilterBar
        names={['provider', 'paymentMethod', 'period']}
        sort={
          <SortField
            label={t('list.sort')}
            sorts={CHARGE_SORTS}
            nameOf={(sort) => t(`list.sorts.${sort}`)}
            usual={filters.periodOf ? '-paidAt' : '-createdAt'}
            sort={filters.sort}
            onSort={(sort) => onChange({ sort })}
          />
        }
        search={
          <TypedSearch
            label={t('list.searchLabel')}
            placeholder={t('list.search')}
            q={filters.q}
            onChange={(q) => onChange({ q })}
          />
        }
      >
        <SelectField
          hideLabel
          clearable
          label={t('list.provider')}
          placeholder={t('list.allProviders')}
          options={(providers.data?.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          value={filters.provider}
          onValueChange={(provider) => onChange({ provider })}
        />
        <SelectField
          hideLabel
          clearable
          label={t('list.method')}
          placeholder={t('list.allMethods')}
          options={PAYMENT_METHODS.map((value) => ({ value, label: t(`common:method.${value}`) }))}
          value={filters.paymentMethod}
          onValueChange={(paymentMethod) => onChange({ paymentMethod })}
        />
        <PeriodFilter without={byCreation}>
          <StatusTabs
            label={t('list.periodOf.label')}
            current={filters.periodOf ?? 'created'}
            onChoose={(key) => setSearch((before) => withPeriodOf(before, key === 'paid' ? key : null))}
            tabs={(['created', 'paid'] as const).map((key) => ({ key, label: t(`list.periodOf.choice.${key}`) }))}
          />
        </PeriodFilter>
      </FilterBar>
      <SavedFilters list="charges" />
      <Total filters={filters} totals={totals} />
    </>
  )
}

/** What the filters let through comes to. A sum with charges that were not paid says so, unless their tab does. */
function Total({ filters, totals }: Pick<ListToolbarProps, 'filters' | 'totals'>) {
  const { t } = useTranslation('charges')
  const { money, counted } = useFormat()
  const count = countOfTab(totals, filters)
  if (!count || count.count === 0) return null
  const amounts = totalOfTab(totals, filters)?.amounts ?? []
  return (
    <p className="figures mb-4 text-[0.8125rem] text-ink-soft">
      {[
        t('list.count', { count: count.count, counted: counted(count) }),
        ...amounts.flatMap(({ currency, amount, paidAmount, refundedAmount }) => [
          ...(filters.status || paidAmount === amount
            ? [money(amount, currency)]
            : [
                t('list.asked', { amount: money(amount, currency) }),
                ...(paidAmount > 0 ? [t('list.paid', { amount: money(paidAmount, currency) })] : []),
              ]),
          ...(refundedAmount > 0 ? [t('list.refunded', { amount: money(refundedAmount, currency) })] : []),
        ]),
      ].join(' · ')}
      {totals && !totals.isComplete && <span className="text-ink-faint"> · {t('list.tooMany')}</span>}
    </p>
  )
}

function ChargeTabs({ filters, totals, onChange }: ListToolbarProps) {
  const { t } = useTranslation(['charges', 'common'])
  const tabs: { key: string; label: string; tab: Tab }[] = [
    { key: 'all', label: t('list.all'), tab: { ...NO_TAB, needsAttention: false } },
    { key: 'attention', label: t('list.attention'), tab: { ...NO_TAB, needsAttention: true } },
    ...LISTED_STATUSES.map((ended) => ({
      key: statusNameOf(ended),
      label: statusLabel(t, ended),
      tab: { ...ended, needsAttention: false },
    })),
  ]
  return (
    <StatusTabs
      label={t('column.status')}
      current={filters.needsAttention ? 'attention' : (filters.ending ?? filters.status ?? 'all')}
      onChoose={(key) => onChange(tabs.find((known) => known.key === key)?.tab ?? NO_TAB)}
      tabs={tabs.map(({ key, label, tab }) => ({ key, label, count: countOfTab(totals, tab) }))}
    />
  )
}
