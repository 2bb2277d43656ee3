import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CHARGE_STATUSES, PAYMENT_METHODS } from '../../api/contract.ts'
import { cx } from '../../ui/class-names.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { providerQueries } from '../providers/queries.ts'
import { type ChargeFilters, PERIODS } from './filters.ts'

const TYPING_PAUSE_MS = 250

interface ListToolbarProps {
  filters: ChargeFilters
  onChange: (change: Partial<ChargeFilters>) => void
}

export function ListToolbar({ filters, onChange }: ListToolbarProps) {
  const { t } = useTranslation(['charges', 'common'])
  const providers = useQuery(providerQueries.catalog())
  return (
    <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <StatusTabs filters={filters} onChange={onChange} />
      <div className="grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_12rem_12rem_12rem]">
        <Search q={filters.q} onChange={(q) => onChange({ q })} />
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
        <SelectField
          hideLabel
          clearable
          className="max-md:col-span-2"
          label={t('list.period')}
          placeholder={t('list.allTime')}
          options={PERIODS.map((value) => ({ value, label: t(`list.periods.${value}`) }))}
          value={filters.period}
          onValueChange={(period) => onChange({ period })}
        />
      </div>
    </div>
  )
}

function StatusTabs({ filters, onChange }: ListToolbarProps) {
  const { t } = useTranslation(['charges', 'common'])
  const tabs = [
    { key: 'all', label: t('list.all'), change: { status: null, needsAttention: false } },
    ...CHARGE_STATUSES.map((status) => ({
      key: status,
      label: t(`common:status.${status}`),
      change: { status, needsAttention: false },
    })),
    { key: 'attention', label: t('list.attention'), change: { status: null, needsAttention: true } },
  ]
  const current = filters.needsAttention ? 'attention' : (filters.status ?? 'all')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of filters is no fieldset of a form
    <div role="group" aria-label={t('column.status')} className="-mx-1 flex min-w-0 gap-1 overflow-x-auto px-1 py-1">
      {tabs.map(({ key, label, change }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === current}
          onClick={() => onChange(change)}
          className={cx(
            'h-8 shrink-0 rounded-full border px-3 text-[0.8125rem] font-medium motion-safe:transition-colors max-md:h-10 max-md:px-4',
            key === current
              ? 'border-transparent bg-ink text-canvas'
              : 'border-line text-ink-soft hover:border-line-strong hover:bg-hover hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

/** Searches once the typing pauses; follows the address when it changes by itself. */
function Search({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const { t } = useTranslation('charges')
  const [text, setText] = useState(q)
  const apply = useEffectEvent(onChange)
  const isApplied = useEffectEvent(() => text === q)
  useEffect(() => setText(q), [q])
  useEffect(() => {
    if (isApplied()) return
    const timer = setTimeout(() => apply(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <SearchInput
      className="max-md:col-span-2"
      label={t('list.searchLabel')}
      placeholder={t('list.search')}
      value={text}
      onValueChange={setText}
    />
  )
}
