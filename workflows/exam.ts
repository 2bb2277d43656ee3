/** Examines a seller's endpoint, in test mode: durable, so that a restart in the middle loses no question. */
import { ActivityFailure, proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { ExamInput } from './messages.ts'

const { putExamQuestion, gradeExamQuestion, finishExam } = proxyActivities<
  Pick<Activities, 'putExamQuestion' | 'gradeExamQuestion' | 'finishExam'>
>({
  startToCloseTimeout: '90 seconds',
  scheduleToCloseTimeout: '5 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '20 seconds' },
})

export async function exam({ examId, questions }: ExamInput): Promise<void> {
  setCurrentDetails('Examinando o sistema de um vendedor.')
  try {
    for (let index = 0; index < questions; index++) await putExamQuestion({ examId, index })
    for (let index = 0; index < questions; index++) await gradeExamQuestion({ examId, index })
    await finishExam({ examId, state: 'FINISHED' })
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error
    await finishExam({ examId, state: 'FAILED' })
  }
}
