import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { isExamOver, questionsOf } from '../../../../domain/exam.ts'
import type { Exam } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CopyButton, ShortId } from '../../ui/copy.tsx'
import { DetailColumns, DetailHeading, Loaded } from '../../ui/detail-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useActorName } from '../history/actor.ts'
import { useSession } from '../session/session-context.ts'
import { examQueries } from './queries.ts'
import { Question } from './question.tsx'
import { ExamBadge } from './status.tsx'
import { summaryOf } from './summary.ts'

export function ExamPage() {
  const { id = '' } = useParams()
  return <Loaded query={useQuery(examQueries.one(id))}>{(exam) => <ExamView exam={exam} />}</Loaded>
}

function ExamView({ exam }: { exam: Exam }) {
  const { t } = useTranslation('exams')
  const { exact } = useFormat()
  const isAdmin = useSession().role === 'admin'
  const nameOf = useActorName()
  const { kind, url, endpointId, grades, createdAt, createdBy, finishedAt } = exam
  const host = URL.parse(url)?.host ?? url
  const heading = (
    <DetailHeading back={{ to: '/exams', text: t('title') }} title={host} badge={<ExamBadge exam={exam} large />}>
      {nameOf(createdBy)} · <RelativeTime at={createdAt} />
    </DetailHeading>
  )
  const actions = isExamOver(exam.state) && (
    <>
      <CopyButton text={summaryOf(exam, t, exact(finishedAt ?? createdAt))} label={t('summary.copy')} />
      {isAdmin && (
        <LinkButton look="primary" to={`/exams?examine=${endpointId}&kind=${kind}`}>
          <ClipboardCheck aria-hidden />
          {t('begin.again')}
        </LinkButton>
      )}
    </>
  )
  return (
    <Page title={t('detail.title', { host })} heading={heading} actions={actions}>
      <DetailColumns aside={<FactsPanel exam={exam} />}>
        <Panel title={t('detail.outcome')}>
          <Outcome exam={exam} />
        </Panel>
        <Panel flush title={t('detail.questions')}>
          {questionsOf(kind).map((name) => {
            const grade = grades.find(({ question }) => question === name)
            // A failed one unfolds when that is known.
            return <Question key={`${name} ${grade?.passed ?? ''}`} exam={exam} name={name} grade={grade} />
          })}
        </Panel>
      </DetailColumns>
    </Page>
  )
}

/** In a sentence, and while it goes on, how far it is. */
function Outcome({ exam }: { exam: Exam }) {
  const { t } = useTranslation('exams')
  const { kind, state, passed, questions, grades, stateUrl } = exam
  switch (state) {
    case 'RUNNING': {
      const text = t('progress.text', { asked: grades.length, questions })
      return (
        <div className="grid gap-3">
          <progress
            aria-label={t('progress.label')}
            value={grades.length}
            max={questions}
            className="h-2 w-full overflow-hidden rounded-full accent-accent"
          />
          <p role="status" className="figures text-ink-soft">
            {grades.length < questions || stateUrl === null || kind === 'requests' ? text : t('progress.state')}
          </p>
          {kind === 'requests' && <p className="text-pretty">{t('progress.requests')}</p>}
        </div>
      )
    }
    case 'FAILED':
      return <p className="text-ink-soft text-pretty">{t('outcome.notDone')}</p>
    case 'FINISHED': {
      const failed = questions - passed
      return (
        <div className="grid gap-1">
          <p className="font-medium text-pretty">
            {failed === 0 ? t('outcome.passed', { count: questions }) : t('outcome.failed', { count: failed })}
          </p>
          <p className="text-ink-soft text-pretty">{t(`outcome.${inWords(kind, stateUrl !== null, failed === 0)}`)}</p>
        </div>
      )
    }
  }
}

function inWords(kind: Exam['kind'], hasState: boolean, isPassed: boolean) {
  if (!isPassed && (hasState || kind === 'requests')) return 'mend'
  if (kind === 'requests') return hasState ? 'requestsReady' : 'requestsOnly'
  return hasState ? 'ready' : 'answersOnly'
}

function FactsPanel({ exam }: { exam: Exam }) {
  const { t } = useTranslation('exams')
  const { exact } = useFormat()
  const nameOf = useActorName()
  const { id, url, stateUrl, createdAt, finishedAt, createdBy } = exam
  return (
    <Panel title={t('detail.facts')}>
      <Facts>
        <Fact label={t('detail.id')}>
          <ShortId id={id} />
        </Fact>
        <Fact label={t('detail.kind')}>{t(`kind.${exam.kind}.title`)}</Fact>
        <Fact label={t('column.url')}>{url}</Fact>
        <Fact label={t('detail.stateUrl')}>{stateUrl}</Fact>
        <Fact label={t('column.by')}>{nameOf(createdBy)}</Fact>
        <Fact label={t('column.created')}>
          <span className="figures">{exact(createdAt)}</span>
        </Fact>
        <Fact label={t('detail.finished')}>{finishedAt && <span className="figures">{exact(finishedAt)}</span>}</Fact>
      </Facts>
    </Panel>
  )
}
