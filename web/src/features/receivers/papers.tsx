import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Unread } from '../../ui/unread.tsx'
import { PaperActions } from '../papers/paper-actions.tsx'
import { receiverPaperAddress, receiverQueries, removeReceiverPaper } from './queries.ts'

/** Its holder's papers, once a user asks for them: who looked stands in the audit log. */
export function ReceiverPapersPanel({ id }: { id: string }) {
  const { t } = useTranslation('receivers')
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const papers = useQuery({ ...receiverQueries.papers(id), enabled: isOpen })
  const toggle = (
    <Button size="small" look="quiet" className="-mr-3" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {t(isOpen ? 'papers.hide' : 'papers.show')}
    </Button>
  )
  return (
    <Panel title={t('form.documents')} aside={toggle}>
      {!isOpen && <p className="text-ink-soft text-pretty">{t('papers.text')}</p>}
      {isOpen && <Unread query={papers} waiting={<Skeleton className="h-24" />} />}
      {isOpen && papers.data?.data.length === 0 && <p className="text-ink-soft">{t('papers.none')}</p>}
      {isOpen && papers.data && papers.data.data.length > 0 && (
        <ul className="grid gap-4">
          {papers.data.data.map(({ name }) => (
            <li key={name} className="grid gap-2">
              <span className="font-medium">{t(`form.${name}`)}</span>
              <PaperActions
                label={t(`form.${name}`)}
                addressOf={() => receiverPaperAddress(id, name)}
                removal={removeReceiverPaper(queries, id, name)}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
