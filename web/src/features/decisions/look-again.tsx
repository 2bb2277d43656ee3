/** What has come to its end is read at its provider now, and not when its turn comes. */
import type { QueryKey } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
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
  const { t } = useTranslation('decisions')
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
      <ConfirmDialog
        open={isOpen}
        title={t('look.title')}
        text={t('look.text', { amount })}
        deed={t('look.submit')}
        busy={isPending}
        onConfirm={() => decide({ action: 'retry' })}
        onClose={close}
      />
    </>
  )
}
