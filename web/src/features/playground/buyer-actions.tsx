import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { MENU, MENU_ITEM } from '../../ui/menu.ts'
import { toast } from '../../ui/toast.ts'
import { actAsBuyer, type BuyerAction, type LedgerTransaction } from './queries.ts'

/** What a buyer, or the bank behind one, can do to a transaction that stands where it stands. */
const ACTIONS = {
  pending: ['refuse', 'expire', 'resend'],
  paid: ['refund', 'chargeback', 'resend'],
  refused: ['resend'],
  expired: ['pay', 'resend'],
  refunded: ['resend'],
  chargeback: ['win', 'resend'],
} as const satisfies Record<LedgerTransaction['stage'], readonly BuyerAction[]>

export function BuyerActions({ transaction }: { transaction: LedgerTransaction }) {
  const { t } = useTranslation('playground')
  const { money } = useFormat()
  const act = useMutation(actAsBuyer(useQueryClient()))
  const run = (action: BuyerAction) =>
    act.mutate(
      { transaction, action },
      {
        onSuccess: () => toast.success(t(`done.${action}`)),
        onError: (error) => tellFailure(t('failed'), error),
      },
    )
  return (
    <span className="inline-flex items-center gap-1">
      {transaction.stage === 'pending' && (
        <Button
          look="primary"
          size="small"
          busy={act.isPending}
          aria-label={t('payLabel', { amount: money(transaction.amount) })}
          onClick={() => run('pay')}
        >
          {t('pay')}
        </Button>
      )}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button look="quiet" size="icon" aria-label={t('more', { id: transaction.id })}>
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={4} className={MENU}>
            {ACTIONS[transaction.stage].map((action) => (
              <DropdownMenu.Item key={action} className={MENU_ITEM} onSelect={() => run(action)}>
                {t(`actions.${action}`)}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </span>
  )
}
