import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { ApiKey } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { explain } from '../../ui/states.tsx'
import { revokeApiKey } from './queries.ts'

export function RevokeButton({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation(['apiKeys', 'common'])
  const [open, setOpen] = useState(false)
  const revoke = useMutation(revokeApiKey(useQueryClient()))
  const { name } = apiKey
  const run = () =>
    revoke.mutate(apiKey, {
      onSuccess: () => {
        setOpen(false)
        toast.success(t('revokedToast'))
      },
      onError: (error) => toast.error(t('failed'), { description: explain(error).detail }),
    })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} aria-label={`${t('revoke')} ${name}`}>
        {t('revoke')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('revokeTitle', { name })} description={t('revokeText')}>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>{t('common:cancel')}</Button>
          <Button look="danger" busy={revoke.isPending} onClick={run}>
            {t('revokeDo')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
