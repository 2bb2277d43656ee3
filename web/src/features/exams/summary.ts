/** An exam as a text that can be pasted into a ticket or a chat: what was passed, what was not, and how to mend it. */
import type { TFunction } from 'i18next'
import type { Exam } from '../../api/contract.ts'

export function summaryOf(exam: Exam, t: TFunction<'exams'>, finishedAt: string): string {
  const { url, passed, questions, grades } = exam
  const lines = grades.map(({ question, fault }) => {
    const title = t(`question.${question}.title`)
    if (fault === null) return `✓ ${title}`
    return `✗ ${title}\n  ${t(`fault.${fault}`)}\n  ${t('summary.mend')}: ${t(`question.${question}.mend`)}`
  })
  return [t('summary.title', { passed, questions }), url, finishedAt, '', ...lines].join('\n')
}
