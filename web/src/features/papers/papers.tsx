import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PERSON_PAPERS } from '../../../../domain/person-paper.ts'
import type { PersonPaper } from '../../api/contract.ts'
import { Ghost } from '../../ui/ghost.tsx'
import { Unread } from '../../ui/unread.tsx'
import { PaperRow } from './paper.tsx'
import { paperQueries } from './queries.ts'

/** A user's identity documents: upload, view, replace and delete. */
export function Papers({ userId }: { userId: string }) {
  const { t } = useTranslation('profile')
  const papers = useQuery(paperQueries.of(userId))
  const rows = (kept: readonly PersonPaper[]) => (
    <div className="grid gap-4">
      <p className="text-ink-soft text-pretty">{t('papers.text')}</p>
      {PERSON_PAPERS.map((name) => (
        <PaperRow key={name} userId={userId} name={name} isKept={kept.some((paper) => paper.name === name)} />
      ))}
    </div>
  )
  return papers.data ? rows(papers.data.data) : <Unread query={papers} waiting={<Ghost>{rows([])}</Ghost>} />
}
