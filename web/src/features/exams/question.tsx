/** One question of an exam: what was sent or played, what was answered, what would be right, and how to mend what was not. */
import { ArrowRight, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  EXAM_QUESTIONS,
  type ExamMessage,
  type ExamQuestion,
  type ExamQuestionName,
  isRightAnswer,
} from '../../../../domain/exam.ts'
import { isRequestQuestion, type RequestQuestionName } from '../../../../domain/exam-requests.ts'
import type { Exam } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Tag } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { GradeBadge } from './status.tsx'

type Grade = Exam['grades'][number]

interface QuestionProps {
  exam: Exam
  name: ExamQuestionName | RequestQuestionName
  grade: Grade | undefined
}

export function Question({ exam, name, grade }: QuestionProps) {
  const { t } = useTranslation('exams')
  const isFailed = grade?.passed === false
  return (
    <details open={isFailed} className="group border-b border-line last:border-0">
      <summary className="flex cursor-pointer items-center justify-between gap-4 px-4 py-3 hover:bg-sunken md:px-6 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="block font-medium text-pretty">{t(`question.${name}.title`)}</span>
          {isFailed && grade.fault && <span className="mt-0.5 block text-ink-soft">{t(`fault.${grade.fault}`)}</span>}
        </span>
        <span className="flex shrink-0 items-center gap-2">
          <GradeBadge exam={exam} grade={grade} />
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-ink-faint motion-safe:transition-transform group-open:rotate-180"
          />
        </span>
      </summary>
      <dl className="grid gap-4 px-4 pt-1 pb-5 md:px-6">
        {isRequestQuestion(name) ? (
          <>
            <Part term={t('part.played')}>{t(`question.${name}.played`)}</Part>
            <Part term={t('part.asked')}>
              <Requests grade={grade} />
            </Part>
          </>
        ) : (
          <Part term={t('part.sent')}>
            <Messages question={EXAM_QUESTIONS[name]} grade={grade} />
          </Part>
        )}
        <Part term={t('part.right')}>{t(`question.${name}.right`)}</Part>
        {isFailed && (
          <Part term={t('part.mend')} isLoud>
            {t(`question.${name}.mend`)}
          </Part>
        )}
      </dl>
    </details>
  )
}

function Part({ term, isLoud = false, children }: { term: string; isLoud?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        'grid gap-x-4 gap-y-1 md:grid-cols-[10rem_minmax(0,1fr)]',
        isLoud && '-mx-3 rounded-lg border border-warning-line bg-warning-soft px-3 py-2.5 text-warning-ink',
      )}
    >
      <dt className={cx('text-[0.8125rem]', isLoud ? 'font-medium' : 'text-ink-faint')}>{term}</dt>
      <dd className="min-w-0 text-pretty">{children}</dd>
    </div>
  )
}

/** Each of the seller's own requests for the order beside what it was answered. */
function Requests({ grade }: { grade: Grade | undefined }) {
  const { t } = useTranslation('exams')
  const { number } = useFormat()
  if (!grade?.answers.length) return <span className="text-ink-faint">{t('message.notAsked')}</span>
  return (
    <ol className="grid gap-2">
      {grade.answers.map(({ type, status, milliseconds }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are only ever added to
        <li key={index} className="figures flex flex-wrap items-center gap-x-2 gap-y-1">
          <code className="font-mono text-[0.8125rem]">{type}</code>
          <ArrowRight aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
          <span className="font-medium">{t('message.weAnswered', { status })}</span>
          <span className="text-[0.8125rem] text-ink-faint">{t('message.took', { time: number(milliseconds) })}</span>
        </li>
      ))}
    </ol>
  )
}

/** Each message beside what it was answered. */
function Messages({ question, grade }: { question: ExamQuestion; grade: Grade | undefined }) {
  const { t } = useTranslation('exams')
  return (
    <ol className="grid gap-2">
      {question.messages.map((message, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a question are constants
          key={index}
          className="flex flex-wrap items-center gap-x-2 gap-y-1"
        >
          <code className="font-mono text-[0.8125rem]">{message.type}</code>
          <span className="figures text-[0.8125rem] text-ink-faint">
            {t('message.sequence', { sequence: message.sequence })}
          </span>
          <MessageTags message={message} />
          <span className="flex items-center gap-2">
            <ArrowRight aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
            <Answer wants={question.wants} answer={grade?.answers[index]} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function MessageTags({ message: { change, isPending } }: { message: ExamMessage }) {
  const { t } = useTranslation('exams')
  return (
    <>
      {change && <Tag>{t(`message.${change}`)}</Tag>}
      {isPending && <Tag>{t('message.pending')}</Tag>}
    </>
  )
}

function Answer({ wants, answer }: { wants: ExamQuestion['wants']; answer: Grade['answers'][number] | undefined }) {
  const { t } = useTranslation('exams')
  const { number } = useFormat()
  if (!answer) return <span className="text-ink-faint">{t('message.notSent')}</span>
  const { status, milliseconds } = answer
  if (status === 0) return <span className="font-medium text-danger-ink">{t('message.noAnswer')}</span>
  return (
    <span className="figures">
      <span className={cx('font-medium', isRightAnswer(wants, status) ? 'text-success-ink' : 'text-danger-ink')}>
        {t('message.answered', { status })}
      </span>{' '}
      <span className="text-[0.8125rem] text-ink-faint">{t('message.took', { time: number(milliseconds) })}</span>
    </span>
  )
}
