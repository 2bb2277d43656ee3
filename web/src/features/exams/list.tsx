import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { ClipboardCheck, FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ExamKind } from '../../../../domain/exam.ts'
import type { Exam } from '../../api/contract.ts'
import { isTestMode, otherMode } from '../../api/mode.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { createdColumn } from '../../ui/created-column.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { UrlCell } from '../../ui/url-cell.tsx'
import { useAddress, withName } from '../../ui/use-address.ts'
import { useActorName } from '../history/actor.ts'
import { useSession } from '../session/session-context.ts'
import { WebhooksFrame } from '../webhooks/frame.tsx'
import { BeginDialog } from './begin.tsx'
import { examQueries } from './queries.ts'
import { ExamBadge } from './status.tsx'

/** The results of sending the seller's system events as a bad network would. */
export function ExamsPage() {
  if (!isTestMode) return <TestModeOnly />
  return <Exams />
}

function Exams() {
  const { t } = useTranslation('exams')
  const isAdmin = useSession().role === 'admin'
  const [search, change] = useAddress()
  const exams = useInfiniteQuery(examQueries.list())
  const examining = isAdmin ? search.get('examine') : null
  const close = () => change((before) => withName(withName(before, 'examine', null), 'kind', null), { replace: true })
  const begin = isAdmin && (
    <Button look="primary" onClick={() => change((before) => withName(before, 'examine', 'new'))}>
      <ClipboardCheck aria-hidden />
      {t('begin.open')}
    </Button>
  )
  return (
    <WebhooksFrame current="exams" action={begin}>
      <p className="mb-4 max-w-prose text-ink-soft text-pretty">{t('lead')}</p>
      <PagedTable<Exam>
        query={exams}
        empty={
          <EmptyState icon={ClipboardCheck} title={t('emptyTitle')}>
            {t(isAdmin ? 'emptyText' : 'emptyTextForOthers')}
          </EmptyState>
        }
        caption={t('caption')}
        columns={columnsOf(t, useActorName())}
        rowKey={({ id }) => id}
        rowLink={({ id, url }) => ({ to: `/exams/${id}`, label: t('open', { url }) })}
      />
      {examining && <BeginDialog endpointId={examining} kind={kindOf(search.get('kind'))} onClose={close} />}
    </WebhooksFrame>
  )
}

const kindOf = (name: string | null): ExamKind => (name === 'requests' ? 'requests' : 'events')

/** The seller's system believes what an exam signs, so the platform never signs one with a live endpoint's secret. */
function TestModeOnly() {
  const { t } = useTranslation(['exams', 'common'])
  const { testMode } = useSession()
  return (
    <WebhooksFrame current="exams">
      <Panel>
        <EmptyState
          icon={FlaskConical}
          title={t('testModeTitle')}
          action={
            testMode && (
              // A full page load, which drops the data loaded in this mode.
              <a href={`${otherMode('/exams')}${window.location.search}`} className={buttonClass({ look: 'primary' })}>
                {t('common:mode.enter')}
              </a>
            )
          }
        >
          {t(testMode ? 'testModeText' : 'noTestMode')}
        </EmptyState>
      </Panel>
    </WebhooksFrame>
  )
}

function columnsOf(t: TFunction<'exams'>, nameOf: (actor: string) => string): readonly Column<Exam>[] {
  return [
    {
      id: 'url',
      header: t('column.url'),
      card: 'lead',
      className: 'max-w-96 font-medium',
      cell: ({ url }) => <UrlCell url={url} />,
    },
    { id: 'state', header: t('column.state'), card: 'aside', cell: (exam) => <ExamBadge exam={exam} /> },
    {
      id: 'depth',
      header: t('column.depth'),
      card: 'sub',
      className: 'text-ink-soft',
      cell: ({ kind, stateUrl }) => t(`checked.${kind}.${stateUrl === null ? 'alone' : 'withState'}`),
    },
    {
      id: 'by',
      header: t('column.by'),
      card: 'foot',
      className: 'max-w-44 truncate text-ink-soft',
      cell: ({ createdBy }) => nameOf(createdBy),
    },
    createdColumn(t('column.created')),
  ]
}
