import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { toast } from '../../ui/toast.ts'
import { runReconciliation } from './queries.ts'

/** Has the providers asked now; what differs appears as their answers come. */
export function RunButton() {
  const { t } = useTranslation('reconciliation')
  const run = useMutation(runReconciliation(useQueryClient()))
  const start = () =>
    run.mutate(undefined, {
      onSuccess: ({ readings, seconds }) => {
        toast.success(t('run.done', { count: readings }), {
          description: readings === 0 ? t('run.nothing') : t('run.within', { count: Math.ceil(seconds / 60) }),
        })
      },
      onError: (error) => tellFailure(t('run.failed'), error),
    })
  return (
    <Button busy={run.isPending} onClick={start}>
      <RefreshCw aria-hidden />
      {t('run.do')}
    </Button>
  )
}
