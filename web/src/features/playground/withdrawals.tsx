import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { ArrowUpFromLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useFormat } from '../../i18n/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ShortId } from '../../ui/copy.tsx'
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, explain } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { actAsBank, type BankAction, type LedgerWithdrawal, playgroundQueries } from './queries.ts'

const STAGE_TONES = {
  pending: 'pending',
  paid: 'success',
  refused: 'danger',
  canceled: 'pending',
} as const satisfies Record<LedgerWithdrawal['stage'], Tone>

/** What the fake providers were asked to pay out, and the bank's side of it. */
export function Withdrawals({ provider }: { provider: string | null }) {
  const { t } = useTranslation(['playground', 'common'])
  const { money } = useFormat()
  const providerName = useProviderName()
  const { data, isPending, isError, error, refetch } = useQuery(playgroundQueries.withdrawals(provider))
  return (
    <Panel flush title={t('withdrawals')}>
      {isPending && <TableSkeleton columns={5} label={t('common:loading')} />}
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && (
        <EmptyState icon={ArrowUpFromLine} title={t('withdrawalsEmptyTitle')}>
          {t('withdrawalsEmptyText')}
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <DataTable<LedgerWithdrawal>
          caption={t('withdrawalsCaption')}
          columns={withdrawalColumns(t, money, providerName)}
          rows={data.data}
          rowKey={({ provider: code, id }) => `${code}/${id}`}
        />
      )}
    </Panel>
  )
}

function withdrawalColumns(
  t: TFunction<['playground', 'common']>,
  money: (amount: number) => string,
  providerName: (code: string) => string,
): readonly Column<LedgerWithdrawal>[] {
  return [
    {
      id: 'status',
      header: t('column.status'),
      card: 'aside',
      cell: ({ status, stage }) => (
        <Badge tone={STAGE_TONES[stage]}>
          <span className="font-mono text-[0.6875rem]">{status}</span>
        </Badge>
      ),
    },
    {
      id: 'amount',
      header: t('column.amount'),
      align: 'end',
      card: 'lead',
      className: 'font-semibold whitespace-nowrap',
      cell: ({ amount }) => money(amount),
    },
    { id: 'provider', header: t('column.provider'), card: 'sub', cell: ({ provider }) => providerName(provider) },
    { id: 'withdrawal', header: t('column.withdrawal'), card: 'foot', cell: ({ id }) => <ShortId id={id} /> },
    {
      id: 'created',
      header: t('column.asked'),
      align: 'end',
      card: 'end',
      className: 'text-ink-soft',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      card: 'foot',
      cell: (withdrawal) => <BankActions withdrawal={withdrawal} />,
    },
  ]
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
