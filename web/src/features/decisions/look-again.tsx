/** What has come to its end is read at its provider now, and not when its turn comes. */
import type { QueryKey } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { mayOperate, useSession } from '../session/session-context.ts'
import { useDecision } from './use-decision.ts'

interface LookAgainProps {
  workflowId: string
  /** As money. */
  amount: string
  changes: QueryKey
}

/** Nothing for who may not decide. */
export function LookAgain({ workflowId, amount, changes }: LookAgainProps) {
  const { t } = useTranslation(['decisions', 'common'])
  const me = useSession()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { decide, isPending } = useDecision({ workflowId, changes, onTaken: close })
  if (!mayOperate(me)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <RefreshCw aria-hidden />
        {t('look.open')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('look.title')} description={t('look.text', { amount })}>
        <DialogActions>
          <Button onClick={close}>{t('common:cancel')}</Button>
          <Button look="primary" busy={isPending} onClick={() => decide({ action: 'retry' })}>
            {t('look.submit')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
