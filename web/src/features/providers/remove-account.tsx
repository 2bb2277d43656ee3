import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProviderAccount } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { removeAccount } from './queries.ts'
import { WhatStops } from './what-stops.tsx'

export function RemoveAccount({ account, onClose }: { account: ProviderAccount; onClose: () => void }) {
  const { t } = useTranslation(['providers', 'common'])
  const remove = useMutation(removeAccount(useQueryClient()))
  const { id, name } = account
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        toast.success(t('removed', { name }))
        onClose()
      },
      onError: (error) => tellFailure(t('changeFailed'), error),
    })
  return (
    <Dialog open onOpenChange={onClose} title={t('removeTitle', { name })} description={t('removeText')}>
      <WhatStops account={account} />
      <DialogActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button look="danger" busy={remove.isPending} onClick={confirm}>
          {t('removeDo')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
