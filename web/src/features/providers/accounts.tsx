import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { Switch } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { ProviderAccount } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, explain } from '../../ui/states.tsx'
import type { Translate } from './columns.tsx'
import { providerQueries, setAccountEnabled } from './queries.ts'
import { useProviderName } from './use-provider-name.ts'

/** Those that are tried first; a platform with many accounts shows the rest when asked. */
const FIRST_SHOWN = 6

/** The platform's accounts, in the order in which they are tried. */
export function Accounts({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation(['providers', 'common'])
  const providerName = useProviderName()
  const accounts = useQuery(providerQueries.accounts())
  const [isOpen, setOpen] = useState(false)
  const all = [...(accounts.data?.data ?? [])].sort(
    (one, other) => one.priority - other.priority || one.name.localeCompare(other.name),
  )
  const rows = isOpen ? all : all.slice(0, FIRST_SHOWN)
  return (
    <Panel
      flush
      title={t('accounts')}
      aside={<span className="text-xs text-ink-faint max-md:hidden">{t('accountsHint')}</span>}
    >
      {accounts.isPending && <TableSkeleton columns={5} rows={3} label={t('common:loading')} />}
      {accounts.isError && <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />}
      {accounts.isSuccess && rows.length === 0 && (
        <EmptyState icon={Plug} title={t('noAccountsTitle')}>
          {t(isAdmin ? 'noAccountsText' : 'noAccountsSeller')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <DataTable<ProviderAccount>
          caption={t('accounts')}
          columns={accountColumns(t, providerName, isAdmin)}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
      {rows.length < all.length && (
        <div className="flex justify-center border-t border-line p-2">
          <Button look="quiet" onClick={() => setOpen(true)}>
            {t('allAccounts', { count: all.length })}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function accountColumns(
  t: Translate,
  providerName: (code: string) => string,
  isAdmin: boolean,
): readonly Column<ProviderAccount>[] {
  return [
    {
      id: 'priority',
      header: t('column.priority'),
      card: 'aside',
      className: 'w-24 figures text-ink-soft',
      cell: ({ priority }) => priority,
    },
    {
      id: 'account',
      header: t('column.account'),
      card: 'lead',
      className: 'font-medium',
      cell: ({ name }) => name,
    },
    { id: 'provider', header: t('column.provider'), card: 'sub', cell: ({ provider }) => providerName(provider) },
    ...(isAdmin
      ? ([
          {
            id: 'webhookUrl',
            header: t('column.webhookUrl'),
            card: 'hidden',
            cell: ({ webhookUrl }) =>
              webhookUrl && <CopyButton text={webhookUrl} label={t('common:copy')} className="h-8 px-3" />,
          },
        ] satisfies Column<ProviderAccount>[])
      : []),
    {
      id: 'enabled',
      header: t('column.enabled'),
      align: 'end',
      card: 'end',
      cell: (account) => <EnabledSwitch account={account} disabled={!isAdmin} />,
    },
  ]
}

function EnabledSwitch({ account, disabled }: { account: ProviderAccount; disabled: boolean }) {
  const { t } = useTranslation('providers')
  const change = useMutation(setAccountEnabled(useQueryClient()))
  const { id, name, enabled } = account
  const shown = change.isPending ? change.variables.enabled : enabled
  return (
    <Switch.Root
      checked={shown}
      disabled={disabled || change.isPending}
      aria-label={t(enabled ? 'disable' : 'enable', { name })}
      onCheckedChange={(next) =>
        change.mutate(
          { id, enabled: next },
          {
            onSuccess: () => toast.success(t(next ? 'enabled' : 'disabled')),
            onError: (error) => toast.error(t('changeFailed'), { description: explain(error).detail }),
          },
        )
      }
      className="relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-transparent bg-control align-middle disabled:cursor-not-allowed disabled:opacity-60 data-[state=checked]:bg-accent motion-safe:transition-colors max-md:h-7 max-md:w-12"
    >
      <Switch.Thumb className="block size-4 translate-x-0.5 rounded-full bg-white data-[state=checked]:translate-x-4 motion-safe:transition-transform max-md:size-6 max-md:data-[state=checked]:translate-x-5" />
    </Switch.Root>
  )
}
