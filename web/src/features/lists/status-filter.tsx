import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Query } from '../../api/client.ts'
import type { ListTotals } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { useAddress, withName } from '../../ui/use-address.ts'
import { listTotals } from './queries.ts'

interface StatusFilterProps {
  /** Of the list. */
  path: string
  query: Query
  /** What the status, or what else the tabs are of, is called in the address and in the query. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

/** The tabs of a list; which one is chosen stands in the address. */
export function StatusFilter({ path, query, name, label, options }: StatusFilterProps) {
  const { t } = useTranslation('common')
  const [search, setSearch] = useAddress()
  const { data } = useQuery(listTotals(path, query, name))
  const current = options.find(({ value }) => value === search.get(name))?.value ?? ALL
  return (
    <div className="mb-4">
      <StatusTabs
        label={label}
        current={current}
        onChoose={(key) => setSearch((before) => withName(before, name, key === ALL ? null : key))}
        tabs={[
          { key: ALL, label: t('filters.all'), count: data?.total },
          ...options.map(({ value, label: text }) => ({
            key: value,
            label: text,
            count: data?.tabs.find((tab) => tab.name === value),
          })),
        ]}
      />
    </div>
  )
}

const ALL = ''

/** What the filters let through, in numbers. */
export function ListTotal({ path, query, name }: Pick<StatusFilterProps, 'path' | 'query' | 'name'>) {
  const { data } = useQuery(listTotals(path, query, name))
  const shown = shownOf(data, String(query[name] ?? ''))
  return <TotalLine total={shown} />
}

function shownOf(totals: ListTotals | undefined, tab: string) {
  return tab === '' ? totals?.total : totals?.tabs.find(({ name }) => name === tab)
}

export function TotalLine({ total }: { total: ListTotals['total'] | undefined }) {
  const { t } = useTranslation('common')
  const { counted, money } = useFormat()
  if (!total || total.count === 0) return null
  const inAll = t('filters.total', { count: total.count, counted: counted(total) })
  return (
    <p className="figures mb-4 text-[0.8125rem] text-ink-soft">
      {[inAll, ...total.amounts.map(({ currency, amount }) => money(amount, currency))].join(' · ')}
    </p>
  )
}
