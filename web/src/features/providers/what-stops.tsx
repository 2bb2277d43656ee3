/** Shown before an account is paused or removed: what stops and what continues. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PAYMENT_METHODS, type PaymentMethod, type Provider, type ProviderAccount } from '../../api/contract.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { routingQueries } from '../routing/queries.ts'
import { inOrder } from './order.ts'
import { providerQueries } from './queries.ts'

/** The account that takes each of its methods afterwards, if there is one. */
export function takersAfter(
  account: ProviderAccount,
  accounts: readonly ProviderAccount[],
  catalog: readonly Provider[],
): { method: PaymentMethod; next: string | null }[] {
  const methodsOf = ({ provider }: ProviderAccount) =>
    catalog.find(({ code }) => code === provider)?.paymentMethods ?? []
  const others = inOrder(accounts).filter(({ id, enabled }) => enabled && id !== account.id)
  return PAYMENT_METHODS.filter((method) => methodsOf(account).includes(method)).map((method) => ({
    method,
    next: others.find((other) => methodsOf(other).includes(method))?.name ?? null,
  }))
}

export function WhatStops({ account }: { account: ProviderAccount }) {
  const { t } = useTranslation(['providers', 'common'])
  const health = useQuery(providerQueries.health(account.id)).data
  const accounts = useQuery(providerQueries.accounts()).data
  const catalog = useQuery(providerQueries.catalog()).data
  const rules = useQuery(routingQueries.rules()).data
  if (!health || !accounts || !catalog || !rules) return <Skeleton className="h-24" />
  const named = rules.data.filter((rule) => rule.accounts.some((each) => each.providerAccountId === account.id))
  return (
    <ul className="grid list-disc gap-2 pl-5 text-ink-soft marker:text-ink-faint">
      {account.enabled &&
        takersAfter(account, accounts.data, catalog.data).map(({ method, next }) => (
          <li key={method} className={next === null ? 'font-medium text-danger-ink' : ''}>
            {next === null
              ? t('stops.noAccount', { method: t(`common:method.${method}`) })
              : t('stops.next', { method: t(`common:method.${method}`), name: next })}
          </li>
        ))}
      {named.length > 0 && (
        <li>{t('stops.rules', { count: named.length, names: named.map(({ name }) => name).join(', ') })}</li>
      )}
      <li>{t(health.following > 0 ? 'stops.following' : 'stops.nothingOpen', { count: health.following })}</li>
    </ul>
  )
}
