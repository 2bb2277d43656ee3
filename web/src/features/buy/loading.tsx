import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/message-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** As buyer.html has it before the script is there. */
export function Loading() {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-4">
      <div className="flex min-h-10 items-center justify-center gap-3">
        <Skeleton className="size-9 rounded-xl" />
        <Skeleton className="w-28" />
      </div>
      <Card>
        <Skeleton className="w-40" />
        <Skeleton className="mt-3 h-9 w-32" />
      </Card>
      <Card>
        <div className="grid gap-2">
          <Skeleton className="h-14 rounded-xl" />
          <Skeleton className="h-14 rounded-xl" />
          <Skeleton className="h-14 rounded-xl" />
        </div>
      </Card>
    </div>
  )
}
