import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderAccount } from '../../api/contract.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { NarrowedTo, useNamed } from '../../ui/narrowed.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { AccountActions } from './account-actions.tsx'
import { BalanceText } from './balance.tsx'
import type { Translate } from './columns.tsx'
import { EditAccount } from './edit-account.tsx'
import { EnabledSwitch } from './enabled-switch.tsx'
import { HealthText } from './health.tsx'
import { inOrder, isSandbox } from './order.ts'
import { providerQueries } from './queries.ts'
import { RemoveAccount } from './remove-account.tsx'
import { RotateWebhook } from './rotate-webhook.tsx'
import { TestBadge } from './test-outcome.tsx'
import { useProviderName } from './use-provider-name.ts'

/** Those that are tried first, beside all that are not the sandbox's; a platform with many demo accounts shows the rest when asked. */
const FIRST_SHOWN = 10

/** The platform's accounts, in the order in which they are tried. */
export function Accounts({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation(['providers', 'common'])
  const providerName = useProviderName()
  const accounts = useQuery(providerQueries.accounts())
  const [isOpen, setOpen] = useState(false)
  const all = inOrder(accounts.data?.data ?? [])
  const [edited, setEdited] = useState<ProviderAccount | null>(null)
  const [rotated, setRotated] = useState<ProviderAccount | null>(null)
  const [removed, setRemoved] = useState<ProviderAccount | null>(null)
  const only = useNamed('account', all)
  const rows = only ? [only] : all.filter((account, index) => isOpen || index < FIRST_SHOWN || !isSandbox(account))
  const placeOf = ({ id }: ProviderAccount) => all.findIndex((account) => account.id === id) + 1
  const columns = accountColumns({ t, providerName, placeOf, isAdmin })
  const actions: Column<ProviderAccount> = {
    id: 'actions',
    header: '',
    card: 'deeds',
    align: 'end',
    className: 'w-36',
    cell: (account) => (
      <AccountActions account={account} all={all} onEdit={setEdited} onRotate={setRotated} onRemove={setRemoved} />
    ),
  }
  return (
    <>
      <NarrowedTo name="account" row={only} />
      <Panel flush>
        <Unread query={accounts} waiting={<TableSkeleton columns={5} rows={3} label={t('common:loading')} />} />
        {accounts.data && rows.length === 0 && (
          <EmptyState
            icon={Plug}
            title={t('noAccountsTitle')}
            action={
              isAdmin && (
                <LinkButton to="?view=catalog" look="primary">
                  {t('toCatalog')}
                </LinkButton>
              )
            }
          >
            {t(isAdmin ? 'noAccountsText' : 'noAccountsSeller')}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <DataTable<ProviderAccount>
            caption={t('accounts')}
            columns={isAdmin ? [...columns, actions] : columns}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
        {!only && rows.length < all.length && (
          <div className="flex justify-center border-t border-line p-2">
            <Button look="quiet" onClick={() => setOpen(true)}>
              {t('allAccounts', { count: all.length })}
            </Button>
          </div>
        )}
        {edited && <EditAccount key={edited.id} account={edited} onClose={() => setEdited(null)} />}
        {rotated && <RotateWebhook account={rotated} onClose={() => setRotated(null)} />}
        {removed && <RemoveAccount account={removed} onClose={() => setRemoved(null)} />}
      </Panel>
    </>
  )
}

interface Surroundings {
  t: Translate
  providerName: (code: string) => string
  /** In which place it is tried: from 1. */
  placeOf: (account: ProviderAccount) => number
  isAdmin: boolean
}

function accountColumns({ t, providerName, placeOf, isAdmin }: Surroundings): readonly Column<ProviderAccount>[] {
  return [
    {
      id: 'place',
      header: t('column.place'),
      card: 'hidden',
      className: 'w-20 figures text-ink-soft',
      cell: (account) => t('place', { place: placeOf(account) }),
    },
    {
      id: 'account',
      header: t('column.account'),
      card: 'lead',
      className: 'max-w-56',
      cell: ({ name, provider }) => (
        <span className="block min-w-0">
          <span className="block truncate font-medium" title={name}>
            {name}
          </span>
          <span className="block truncate text-[0.8125rem] font-normal text-ink-faint">{providerName(provider)}</span>
        </span>
      ),
    },
    { id: 'health', header: t('column.health'), cell: (account) => <HealthText account={account} /> },
    { id: 'test', header: t('test.column'), cell: (account) => <TestBadge account={account} /> },
    {
      id: 'balance',
      header: t('balance.column'),
      align: 'end',
      className: 'whitespace-nowrap',
      cell: ({ id }) => <BalanceText accountId={id} />,
    },
    {
      id: 'enabled',
      header: t('column.enabled'),
      align: 'end',
      card: 'aside',
      cell: (account) => <EnabledSwitch account={account} disabled={!isAdmin} />,
    },
  ]
}
