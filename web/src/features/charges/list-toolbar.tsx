import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LISTED_STATUSES, statusNameOf } from '../../../../domain/ending.ts'
import { type ChargeTotals, PAYMENT_METHODS } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { cx } from '../../ui/class-names.ts'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TypedSearch } from '../../ui/typed-search.tsx'
import { providerQueries } from '../providers/queries.ts'
import type { ChargeFilters } from './filters.ts'
import { statusLabel } from './status-label.ts'
import { type Tab, totalOfTab } from './totals.ts'

const NO_TAB = { status: null, ending: null }

interface ListToolbarProps {
  filters: ChargeFilters
  totals: ChargeTotals | undefined
  onChange: (change: Partial<ChargeFilters>) => void
}

export function ListToolbar({ filters, totals, onChange }: ListToolbarProps) {
  const { t } = useTranslation(['charges', 'common'])
  const providers = useQuery(providerQueries.catalog())
  return (
    <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <StatusTabs filters={filters} totals={totals} onChange={onChange} />
      <div className="grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_12rem_12rem_12rem]">
        <TypedSearch
          className="max-md:col-span-2"
          label={t('list.searchLabel')}
          placeholder={t('list.search')}
          q={filters.q}
          onChange={(q) => onChange({ q })}
        />
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
        <PeriodFilter className="max-md:col-span-2" />
      </div>
      <Total filters={filters} totals={totals} />
    </div>
  )
}

/** What the filters let through comes to. */
function Total({ filters, totals }: Pick<ListToolbarProps, 'filters' | 'totals'>) {
  const { t } = useTranslation('charges')
  const { money } = useFormat()
  const total = totalOfTab(totals, filters)
  if (totals && !totals.isComplete) return <p className="text-[0.8125rem] text-ink-faint">{t('list.tooMany')}</p>
  if (!total || total.count === 0) return null
  return (
    <p className="figures text-[0.8125rem] text-ink-soft">
      {[
        t('list.count', { count: total.count }),
        ...total.amounts.map(({ currency, amount }) => money(amount, currency)),
      ].join(' · ')}
    </p>
  )
}

function StatusTabs({ filters, totals, onChange }: ListToolbarProps) {
  const { t } = useTranslation(['charges', 'common'])
  const tabs: { key: string; label: string; tab: Tab }[] = [
    { key: 'all', label: t('list.all'), tab: { ...NO_TAB, needsAttention: false } },
    ...LISTED_STATUSES.map((ended) => ({
      key: statusNameOf(ended),
      label: statusLabel(t, ended),
      tab: { ...ended, needsAttention: false },
    })),
    { key: 'attention', label: t('list.attention'), tab: { ...NO_TAB, needsAttention: true } },
  ]
  const current = filters.needsAttention ? 'attention' : (filters.ending ?? filters.status ?? 'all')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of filters is no fieldset of a form
    <div role="group" aria-label={t('column.status')} className="-mx-1 flex min-w-0 gap-1 overflow-x-auto px-1 py-1">
      {tabs.map(({ key, label, tab }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === current}
          onClick={() => onChange(tab)}
          className={cx(
            'h-8 shrink-0 rounded-full border px-3 text-[0.8125rem] font-medium motion-safe:transition-colors max-md:h-10 max-md:px-4',
            key === current
              ? 'border-transparent bg-ink text-canvas'
              : 'border-line text-ink-soft hover:border-line-strong hover:bg-hover hover:text-ink',
          )}
        >
          {label} <Count count={totalOfTab(totals, tab)?.count} />
        </button>
      ))}
    </div>
  )
}

function Count({ count }: { count: number | undefined }) {
  const { number } = useFormat()
  if (!count) return null
  return <span className="figures ml-1.5 font-normal opacity-70">{number(count)}</span>
}
