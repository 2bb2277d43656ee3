/** Asked before an account takes charges with keys that its provider has not accepted. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderAccount } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { EditAccount } from './edit-account.tsx'
import { changeAccount, testAccount } from './queries.ts'
import { TestFinding } from './test-finding.tsx'
import { isBarred, outcomeOf } from './test-outcome.tsx'

/** A test that is accepted switches it on; keys that were refused are corrected or tested, and a setting of the platform is mended first. */
export function EnableUnproved({ account, onClose }: { account: ProviderAccount; onClose: () => void }) {
  const { t } = useTranslation(['providers', 'activation', 'common'])
  const queries = useQueryClient()
  const [isEdited, setEdited] = useState(false)
  const test = useMutation(testAccount(queries, { enables: true }))
  const enable = useMutation(changeAccount(queries))
  const { id, name } = account
  const outcome = outcomeOf(account)
  const onError = (error: unknown) => tellFailure(t('changeFailed'), error)
  const testNow = () =>
    test.mutate(account, {
      onSuccess: (tested) => {
        if (!tested.enabled) return
        toast.success(t('enabled'))
        onClose()
      },
      onError,
    })
  const enableAnyway = () =>
    enable.mutate(
      { id, enabled: true },
      {
        onSuccess: () => {
          toast.warning(t('activation:done'))
          onClose()
        },
        onError,
      },
    )
  if (isEdited) return <EditAccount account={account} enables onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('activation:title', { name })}
      description={t(`activation:${isBarred(outcome) ? outcome : 'unproved'}`)}
    >
      <TestFinding account={account} />
      <DialogActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        {outcome === 'refused' && <Button onClick={() => setEdited(true)}>{t('test.correct')}</Button>}
        {!isBarred(outcome) && (
          <Button busy={enable.isPending} onClick={enableAnyway}>
            {t('test.enableAnyway')}
          </Button>
        )}
        <Button look="primary" busy={test.isPending} onClick={testNow}>
          {t('activation:testNow')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
