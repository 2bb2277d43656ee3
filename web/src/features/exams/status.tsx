import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isExamOver } from '../../../../domain/exam.ts'
import type { Exam } from '../../api/contract.ts'
import { Badge } from '../../ui/badge.tsx'

type Grade = Exam['grades'][number]

/** How an exam stands: it goes on, how many questions were passed, or that it could not be carried out. */
export function ExamBadge({ exam, large = false }: { exam: Exam; large?: boolean }) {
  const { t } = useTranslation('exams')
  const { state, passed, questions } = exam
  switch (state) {
    case 'RUNNING':
      return (
        <Badge tone="pending" icon={CircleDashed} large={large}>
          {t('state.RUNNING')}
        </Badge>
      )
    case 'FAILED':
      return (
        <Badge tone="warning" icon={TriangleAlert} large={large}>
          {t('state.FAILED')}
        </Badge>
      )
    case 'FINISHED':
      return passed === questions ? (
        <Badge tone="success" icon={CircleCheck} large={large}>
          {t('state.passed', { passed, questions })}
        </Badge>
      ) : (
        <Badge tone="danger" icon={CircleX} large={large}>
          {t('state.failed', { passed, questions })}
        </Badge>
      )
  }
}

/** Of one question. What was answered rightly can still be found to have done something wrong, until the exam is over. */
export function GradeBadge({ exam, grade }: { exam: Exam; grade: Grade | undefined }) {
  const { t } = useTranslation('exams')
  if (grade && !grade.passed) {
    return (
      <Badge tone="danger" icon={CircleX}>
        {t('grade.failed')}
      </Badge>
    )
  }
  if (grade && exam.state === 'FINISHED') {
    return (
      <Badge tone="success" icon={CircleCheck}>
        {t('grade.passed')}
      </Badge>
    )
  }
  const word = grade ? 'answered' : 'waiting'
  return (
    <Badge tone="pending" icon={CircleDashed}>
      {t(isExamOver(exam.state) ? 'grade.notAsked' : `grade.${word}`)}
    </Badge>
  )
}
