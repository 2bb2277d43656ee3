/** Examines a seller's system in test mode. A workflow, so that a restart in the middle loses no question. */
import { ActivityFailure, proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { ExamInput, RequestExamInput } from './messages.ts'
import { DETAILS } from './texts.ts'

const { putExamQuestion, gradeExamQuestion, gradeExamRequests, finishExam } = proxyActivities<
  Pick<Activities, 'putExamQuestion' | 'gradeExamQuestion' | 'gradeExamRequests' | 'finishExam'>
>({
  startToCloseTimeout: '90 seconds',
  scheduleToCloseTimeout: '5 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '20 seconds' },
})

/** How often the seller's requests are graded. */
const ROUND = '2 seconds'

export async function exam({ examId, questions }: ExamInput): Promise<void> {
  setCurrentDetails(DETAILS.exam)
  await untilFinished(examId, async () => {
    for (let index = 0; index < questions; index++) await putExamQuestion({ examId, index })
    for (let index = 0; index < questions; index++) await gradeExamQuestion({ examId, index })
  })
}

/** The API simulates what the seller's requests meet, and records what the seller sends. */
export async function requestExam({ examId }: RequestExamInput): Promise<void> {
  setCurrentDetails(DETAILS.requestExam)
  await untilFinished(examId, async () => {
    while (!(await gradeExamRequests({ examId }))) await sleep(ROUND)
  })
}

async function untilFinished(examId: string, examine: () => Promise<void>): Promise<void> {
  try {
    await examine()
    await finishExam({ examId, state: 'FINISHED' })
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error
    await finishExam({ examId, state: 'FAILED' })
  }
}
