import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PERSON_PAPERS } from '../../../../domain/person-paper.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { PaperRow } from './paper.tsx'
import { paperQueries } from './queries.ts'

/** A user's identity documents: upload, view, replace and delete. */
export function Papers({ userId }: { userId: string }) {
  const { t } = useTranslation('profile')
  const papers = useQuery(paperQueries.of(userId))
  if (papers.isPending) return <Skeleton className="h-24" />
  if (papers.isError) return <ErrorState error={papers.error} onRetry={() => void papers.refetch()} />
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft text-pretty">{t('papers.text')}</p>
      {PERSON_PAPERS.map((name) => (
        <PaperRow
          key={name}
          userId={userId}
          name={name}
          isKept={papers.data.data.some((paper) => paper.name === name)}
        />
      ))}
    </div>
  )
}
