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

/** A sum over every tab has money in it that did not move, or not yet: how it is said, and the tab of what did. */
export interface MovedSums {
  tab: string
  asked: (amount: string) => string
  done: (amount: string) => string
}

interface ListTotalProps extends Pick<StatusFilterProps, 'path' | 'query' | 'name'> {
  moved?: MovedSums | undefined
}

/** What the filters let through, in numbers. */
export function ListTotal({ path, query, name, moved }: ListTotalProps) {
  const { money } = useFormat()
  const { data } = useQuery(listTotals(path, query, name))
  const tab = String(query[name] ?? '')
  const shown = shownOf(data, tab)
  if (!moved || tab !== ALL) return <TotalLine total={shown} />
  const done = shownOf(data, moved.tab)?.amounts ?? []
  const sums = shown?.amounts.flatMap(({ currency, amount }) => [
    moved.asked(money(amount, currency)),
    ...done.filter((one) => one.currency === currency).map((one) => moved.done(money(one.amount, currency))),
  ])
  return <TotalLine total={shown} sums={sums} />
}

function shownOf(totals: ListTotals | undefined, tab: string) {
  return tab === '' ? totals?.total : totals?.tabs.find(({ name }) => name === tab)
}

interface TotalLineProps {
  total: ListTotals['total'] | undefined
  /** In the place of its bare amounts. */
  sums?: readonly string[] | undefined
}

function TotalLine({ total, sums }: TotalLineProps) {
  const { t } = useTranslation('common')
  const { counted, money } = useFormat()
  if (!total || total.count === 0) return null
  const inAll = t('filters.total', { count: total.count, counted: counted(total) })
  return (
    <p className="figures mb-4 text-[0.8125rem] text-ink-soft">
      {[inAll, ...(sums ?? total.amounts.map(({ currency, amount }) => money(amount, currency)))].join(' · ')}
    </p>
  )
}
