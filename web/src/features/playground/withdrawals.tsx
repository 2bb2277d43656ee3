import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowUpFromLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { Ledger } from './ledger.tsx'
import { type LedgerWords, ledgerColumns } from './ledger-columns.tsx'
import { actAsBank, type BankAction, type LedgerWithdrawal, playgroundQueries } from './queries.ts'
import { Whose } from './whose.tsx'

/** What the fake providers were asked to pay out, and the bank's side of it. */
export function Withdrawals({ provider, q }: { provider: string | null; q: string }) {
  const { t } = useTranslation(['playground', 'common'])
  const { money } = useFormat()
  const providerName = useProviderName()
  return (
    <Ledger<LedgerWithdrawal>
      title={t('withdrawals')}
      caption={t('withdrawalsCaption')}
      columns={withdrawalColumns({ t, money, providerName })}
      q={q}
      newest={(shown) => playgroundQueries.withdrawals(provider, shown)}
      textsOf={({ withdrawal }) => [withdrawal?.holder, withdrawal?.reference]}
      empty={{ icon: ArrowUpFromLine, title: t('withdrawalsEmptyTitle'), text: t('withdrawalsEmptyText') }}
    />
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
              {withdrawal.holder ?? t('noHolder')}
            </Whose>
          ),
      },
    ],
    after: [
      {
        id: 'actions',
        header: '',
        align: 'end',
        card: 'deeds',
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
        onError: (error) => tellFailure(t('failed'), error),
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
