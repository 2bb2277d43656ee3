import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUpFromLine, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { shorten } from '../../ui/copy.tsx'
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, explain } from '../../ui/states.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { type LedgerWords, ledgerColumns } from './ledger-columns.tsx'
import { MoreOfLedger } from './more-of-ledger.tsx'
import {
  actAsBank,
  type BankAction,
  LEDGER_PAGE,
  type LedgerWithdrawal,
  playgroundQueries,
  SEARCHED,
} from './queries.ts'
import { isSought } from './search.ts'
import { Whose } from './whose.tsx'

/** What the fake providers were asked to pay out, and the bank's side of it. */
export function Withdrawals({ provider, q }: { provider: string | null; q: string }) {
  const { t } = useTranslation(['playground', 'common'])
  const { money } = useFormat()
  const providerName = useProviderName()
  const [shown, setShown] = useState(LEDGER_PAGE)
  const { data, isPending, isPlaceholderData, isError, error, refetch } = useQuery(
    playgroundQueries.withdrawals(provider, q === '' ? shown : SEARCHED),
  )
  const rows = (data?.data ?? []).filter(({ id, amount, status, withdrawal, provider: code }) =>
    isSought(q, [id, money(amount), status, withdrawal?.holder, withdrawal?.reference, providerName(code)]),
  )
  const isLooking = isPending || (isPlaceholderData && rows.length === 0)
  const isNone = data && !isLooking && rows.length === 0
  return (
    <Panel flush title={t('withdrawals')}>
      {isLooking && <TableSkeleton columns={5} label={t('common:loading')} />}
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isNone && q !== '' && <EmptyState icon={SearchX} title={t('noneTitle')} />}
      {isNone && q === '' && (
        <EmptyState icon={ArrowUpFromLine} title={t('withdrawalsEmptyTitle')}>
          {t('withdrawalsEmptyText')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <DataTable<LedgerWithdrawal>
          caption={t('withdrawalsCaption')}
          columns={withdrawalColumns({ t, money, providerName })}
          rows={rows}
          rowKey={({ provider: code, id }) => `${code}/${id}`}
        />
      )}
      {q === '' && <MoreOfLedger rows={rows.length} shown={shown} busy={isPlaceholderData} onMore={setShown} />}
    </Panel>
  )
}

function withdrawalColumns(words: LedgerWords): readonly Column<LedgerWithdrawal>[] {
  const { t } = words
  return ledgerColumns<LedgerWithdrawal>(words, {
    id: t('column.withdrawal'),
    created: t('column.asked'),
    before: [
      {
        id: 'holder',
        header: t('column.holder'),
        card: 'foot',
        className: 'max-w-36',
        cell: ({ withdrawal }) =>
          withdrawal && (
            <Whose to={`/withdrawals/${withdrawal.id}`} reference={withdrawal.reference}>
              {withdrawal.holder ?? shorten(withdrawal.id)}
            </Whose>
          ),
      },
    ],
    after: [
      {
        id: 'actions',
        header: '',
        align: 'end',
        card: 'foot',
        cell: (withdrawal) => <BankActions withdrawal={withdrawal} />,
      },
    ],
  })
}

function BankActions({ withdrawal }: { withdrawal: LedgerWithdrawal }) {
  const { t } = useTranslation('playground')
  const { money } = useFormat()
  const act = useMutation(actAsBank(useQueryClient()))
  const run = (action: BankAction) =>
    act.mutate(
      { withdrawal, action },
      {
        onSuccess: () => toast.success(t(`bankDone.${action}`)),
        onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
      },
    )
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-1">
      {withdrawal.actions.map((action) => (
        <Button
          key={action}
          look={action === 'settle' ? 'primary' : 'quiet'}
          size="small"
          busy={act.isPending && act.variables?.action === action}
          disabled={act.isPending}
          aria-label={t(`bankLabel.${action}`, { amount: money(withdrawal.amount) })}
          onClick={() => run(action)}
        >
          {t(`bank.${action}`)}
        </Button>
      ))}
    </span>
  )
}
