import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Balance } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { RelativeTime } from '../../ui/time.tsx'
import { providerQueries } from './queries.ts'

/** The account's balance; undefined while it is unknown, or where the provider does not report it. */
export function useBalance(accountId: string | undefined): Balance | undefined {
  const balances = useQuery({ ...providerQueries.balances(), enabled: accountId !== undefined })
  return balances.data?.data.find(({ providerAccountId }) => providerAccountId === accountId)
}

/** The balance of the account, or without one of the account that has the most; undefined while none is known. */
export function useAvailable(accountId: string | undefined): { available: number; at: string } | undefined {
  const balances = useQuery(providerQueries.balances())
  const known = (balances.data?.data ?? []).flatMap(({ providerAccountId, available, at }) =>
    available === null || at === null || (accountId ?? providerAccountId) !== providerAccountId
      ? []
      : [{ available, at }],
  )
  return known.toSorted((a, b) => b.available - a.available)[0]
}

/** With the time of the reading, because the balance changes at the provider. */
export function BalanceText({ accountId }: { accountId: string }) {
  const { t } = useTranslation('providers')
  const { money } = useFormat()
  const balance = useBalance(accountId)
  if (!balance) return <span className="text-ink-faint">—</span>
  const { available, pending, at, problem } = balance
  return (
    <span className="grid gap-0.5">
      {available !== null && <span className="figures">{money(available)}</span>}
      {pending !== null && pending !== 0 && (
        <span className="figures text-xs text-ink-soft">{t('balance.pending', { amount: money(pending) })}</span>
      )}
      {at !== null && <RelativeTime at={at} className="text-xs text-ink-faint" />}
      {problem !== null && <span className="text-xs text-ink-soft">{t('balance.unread')}</span>}
    </span>
  )
}
