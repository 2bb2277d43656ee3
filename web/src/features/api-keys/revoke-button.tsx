import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKey } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { revokeApiKey } from './queries.ts'

export function RevokeButton({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('apiKeys')
  const [open, setOpen] = useState(false)
  const revoke = useMutation(revokeApiKey(useQueryClient()))
  const { name } = apiKey
  const run = () =>
    revoke.mutate(apiKey, {
      onSuccess: () => {
        setOpen(false)
        toast.success(t('revokedToast'))
      },
      onError: (error) => tellFailure(t('failed'), error),
    })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} aria-label={`${t('revoke')} ${name}`}>
        {t('revoke')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('revokeTitle', { name })}
        text={t('revokeText')}
        deed={t('revokeDo')}
        look="danger"
        busy={revoke.isPending}
        onConfirm={run}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
