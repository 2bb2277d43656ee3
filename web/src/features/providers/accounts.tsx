import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp, Pencil, Plug, PlugZap } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { ProviderAccount } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, explain } from '../../ui/states.tsx'
import { BalanceText } from './balance.tsx'
import type { Translate } from './columns.tsx'
import { EditAccount } from './edit-account.tsx'
import { EnabledSwitch } from './enabled-switch.tsx'
import { inOrder, movedUp } from './order.ts'
import { placeAccounts, providerQueries, testAccount } from './queries.ts'
import { outcomeOf, TestBadge } from './test-outcome.tsx'
import { useProviderName } from './use-provider-name.ts'

/** Those that are tried first; a platform with many accounts shows the rest when asked. */
const FIRST_SHOWN = 6

/** The platform's accounts, in the order in which they are tried. */
export function Accounts({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation(['providers', 'common'])
  const providerName = useProviderName()
  const accounts = useQuery(providerQueries.accounts())
  const [isOpen, setOpen] = useState(false)
  const all = inOrder(accounts.data?.data ?? [])
  const [edited, setEdited] = useState<ProviderAccount | null>(null)
  const move = useMutation(placeAccounts(useQueryClient()))
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
          columns={accountColumns(
            t,
            providerName,
            isAdmin
              ? {
                  onEdit: setEdited,
                  onUp: ({ id }) => move.mutate(movedUp(all, id)),
                  isMoving: move.isPending,
                  first: all[0]?.id,
                }
              : null,
          )}
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
      {edited && <EditAccount key={edited.id} account={edited} onClose={() => setEdited(null)} />}
    </Panel>
  )
}

/** What an administrator may do with a row. */
interface RowActions {
  onEdit: (account: ProviderAccount) => void
  onUp: (account: ProviderAccount) => void
  isMoving: boolean
  /** The account that is tried first. */
  first: string | undefined
}

function accountColumns(
  t: Translate,
  providerName: (code: string) => string,
  actions: RowActions | null,
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
    { id: 'test', header: t('test.column'), card: 'foot', cell: (account) => <TestBadge account={account} /> },
    {
      id: 'balance',
      header: t('balance.column'),
      card: 'foot',
      cell: ({ id }) => <BalanceText accountId={id} />,
    },
    ...(actions
      ? ([
          {
            id: 'webhookUrl',
            header: t('column.webhookUrl'),
            card: 'hidden',
            cell: ({ webhookUrl }) =>
              webhookUrl && <CopyButton text={webhookUrl} label={t('common:copy')} className="h-8 px-3" />,
          },
          {
            id: 'actions',
            header: t('column.actions'),
            card: 'foot',
            align: 'end',
            cell: (account) => (
              <span className="inline-flex gap-1">
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={t('moveUp', { name: account.name })}
                  disabled={actions.isMoving || account.id === actions.first}
                  onClick={() => actions.onUp(account)}
                >
                  <ArrowUp aria-hidden />
                </Button>
                <TestButton account={account} />
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={t('edit', { name: account.name })}
                  onClick={() => actions.onEdit(account)}
                >
                  <Pencil aria-hidden />
                </Button>
              </span>
            ),
          },
        ] satisfies Column<ProviderAccount>[])
      : []),
    {
      id: 'enabled',
      header: t('column.enabled'),
      align: 'end',
      card: 'end',
      cell: (account) => <EnabledSwitch account={account} disabled={actions === null} />,
    },
  ]
}

/** Asks the provider now; the badge in the row and a toast tell. */
function TestButton({ account }: { account: ProviderAccount }) {
  const { t } = useTranslation(['providers', 'common'])
  const test = useMutation({
    ...testAccount(useQueryClient(), { enables: false }),
    onSuccess: (tested) => {
      const outcome = outcomeOf(tested)
      const title = t(`test.${outcome}.title`)
      const description = tested.lastTest?.message ?? t(`test.${outcome}.text`)
      if (outcome === 'accepted') toast.success(title)
      else toast.warning(title, { description })
    },
    onError: (error) => {
      const { kind, detail } = explain(error)
      toast.error(t(`common:error.${kind}.title`), { description: detail })
    },
  })
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={t('test.do', { name: account.name })}
      busy={test.isPending}
      onClick={() => test.mutate(account)}
    >
      <PlugZap aria-hidden />
    </Button>
  )
}
