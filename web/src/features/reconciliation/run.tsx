import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { useNamedDialog } from '../../ui/use-address.ts'
import { runReconciliation } from './queries.ts'

/** Has the providers asked now, at once by its button, and after a question by its address; what differs appears as their answers come. */
export function RunButton() {
  const { t } = useTranslation('reconciliation')
  const run = useMutation(runReconciliation(useQueryClient()))
  const [isAsking, setAsking] = useNamedDialog('run')
  const start = () =>
    run.mutate(undefined, {
      onSuccess: ({ readings, seconds }) => {
        toast.success(t('run.done', { count: readings }), {
          description: readings === 0 ? t('run.nothing') : t('run.within', { count: Math.ceil(seconds / 60) }),
        })
      },
      onError: (error) => tellFailure(t('run.failed'), error),
      onSettled: () => isAsking && setAsking(false),
    })
  return (
    <>
      <Button busy={run.isPending} onClick={start}>
        <RefreshCw aria-hidden />
        {t('run.do')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('run.ask')}
        text={t('run.askText')}
        deed={t('run.do')}
        busy={run.isPending}
        onConfirm={start}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
