/** What an administrator does with an account. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Copy, KeyRound, Pencil, PlugZap, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProviderAccount } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { explain } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { moved } from './order.ts'
import { placeAccounts, testAccount } from './queries.ts'
import { useToldOutcome } from './test-outcome.tsx'

interface AccountActionsProps {
  account: ProviderAccount
  /** In their order. */
  all: readonly ProviderAccount[]
  onEdit: (account: ProviderAccount) => void
  onRotate: (account: ProviderAccount) => void
  onRemove: (account: ProviderAccount) => void
}

export function AccountActions({ account, all, onEdit, onRotate, onRemove }: AccountActionsProps) {
  const { t } = useTranslation(['providers', 'common'])
  const { name, webhookUrl } = account
  const { copy } = useCopy(webhookUrl ?? '')
  const test = useTest()
  return (
    <span className="inline-flex gap-1">
      <MoveButton account={account} all={all} by={-1} />
      <MoveButton account={account} all={all} by={1} />
      <MoreMenu
        label={t('menu', { name })}
        choices={[
          { icon: PlugZap, text: t('test.run'), onSelect: () => test(account) },
          { icon: Pencil, text: t('editDoShort'), onSelect: () => onEdit(account) },
          ...(webhookUrl
            ? [
                {
                  icon: Copy,
                  text: t('copyWebhook'),
                  onSelect: () => {
                    copy()
                    toast.success(t('common:copied'))
                  },
                },
              ]
            : []),
          { icon: KeyRound, text: t('rotate'), onSelect: () => onRotate(account) },
          { icon: Trash2, text: t('remove'), onSelect: () => onRemove(account) },
        ]}
      />
    </span>
  )
}

interface MoveButtonProps {
  account: ProviderAccount
  all: readonly ProviderAccount[]
  by: -1 | 1
}

function MoveButton({ account, all, by }: MoveButtonProps) {
  const { t } = useTranslation('providers')
  const move = useMutation(placeAccounts(useQueryClient()))
  const places = moved(all, account.id, by)
  const Arrow = by === -1 ? ArrowUp : ArrowDown
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={t(by === -1 ? 'moveUp' : 'moveDown', { name: account.name })}
      disabled={move.isPending || places.length === 0}
      onClick={() => move.mutate(places, { onError: (error) => tellFailure(t('changeFailed'), error) })}
    >
      <Arrow aria-hidden />
    </Button>
  )
}

/** Asks the provider now; the badge in the row and a toast tell. */
function useTest() {
  const { t } = useTranslation(['providers', 'common'])
  const tellOutcome = useToldOutcome()
  const test = useMutation({
    ...testAccount(useQueryClient(), { enables: false }),
    onSuccess: tellOutcome,
    onError: (error) => {
      tellFailure(t(`common:error.${explain(error).kind}.title`), error)
    },
  })
  return (account: ProviderAccount) => test.mutate(account)
}
