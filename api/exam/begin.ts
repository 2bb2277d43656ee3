/** Begins an examination of a seller's system. */
import type { FastifyInstance } from 'fastify'
import { type ExamRow, forgetExam, insertExam } from '../../db/queries/exam/exams.ts'
import { findWebhookEndpoint } from '../../db/queries/webhook/endpoints.ts'
import { CHARGE_ID, EXAM_QUESTION_NAMES, type ExamKind } from '../../domain/exam.ts'
import { isTest } from '../../domain/mode.ts'
import { KEPT_ADDRESS } from '../../domain/seller-event.ts'
import {
  type ExamInput,
  examWorkflowId,
  type RequestExamInput,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import { type Actor, actorName } from '../access/actor.ts'
import { readStart } from '../movement/start.ts'
import { broken, outcomeUnknown, problem, unavailable } from '../problem.ts'
import type { NewExam } from '../schemas/exam.ts'
import { assertUsableUrl } from '../usable-url.ts'

const DEADLINE_MS = 5_000
const HOUR_SECONDS = 3_600

/**
 * A system that has the endpoint's secret believes what is signed for an exam: it is sent in test mode only, where that secret is a
 * test endpoint's.
 * @throws ApiProblem 409 while another is under way, 422 (in live mode, too), 429 and 503.
 */
export async function beginExam(app: FastifyInstance, actor: Actor, body: NewExam): Promise<ExamRow> {
  const { platformId } = actor
  if (!isTest(platformId)) throw broken('/endpointId', 'testMode', 'is examined in test mode only: use a test key')
  const { writer } = app.database
  const endpoint = await findWebhookEndpoint(writer, platformId, body.endpointId)
  if (!endpoint) throw broken('/endpointId', 'endpoint', 'is no endpoint of yours in test mode')
  if (endpoint.url === KEPT_ADDRESS) throw broken('/endpointId', 'endpoint', 'calls no address')
  const stateUrl = body.stateUrl ?? null
  if (stateUrl !== null) await assertStateUrl(app, stateUrl, endpoint.url)
  if (app.health.temporal.isDown()) throw unavailable('Temporal')
  const exam = await insertExam(writer, {
    platformId,
    endpointId: endpoint.id,
    kind: body.kind ?? 'events',
    url: endpoint.url,
    stateUrl,
    createdBy: actorName(actor),
  })
  if (exam === 'underWay') throw problem('conflict', { detail: 'Another exam is under way' })
  if (exam === 'tooMany')
    throw problem('rate_limited', { detail: 'That were enough exams for an hour', retryAfter: HOUR_SECONDS })
  await start(app, exam).catch(async (error: unknown) => {
    app.log.warn({ err: error }, 'an exam did not start')
    const begun = await readStart(app.temporal, examWorkflowId(exam.id))
    if (begun === 'started') return
    // Should the start get through after all, the workflow finds no exam and ends.
    await forgetExam(writer, platformId, exam.id)
    throw begun === 'unknown'
      ? outcomeUnknown('Temporal did not answer: the exam may have begun')
      : unavailable('Temporal')
  })
  return exam
}

/** Asked of the system that is examined, and of no other. */
async function assertStateUrl(app: FastifyInstance, stateUrl: string, url: string): Promise<void> {
  await assertUsableUrl(app.settings, stateUrl, '/stateUrl')
  if (new URL(stateUrl).origin !== new URL(url).origin) {
    throw broken('/stateUrl', 'origin', 'must be at the host of the endpoint')
  }
  if (!stateUrl.includes(CHARGE_ID)) throw broken('/stateUrl', 'chargeId', `must say ${CHARGE_ID} where the id goes`)
}

const start = ({ temporal }: FastifyInstance, { id: examId, kind }: ExamRow) =>
  temporal.connection.withDeadline(Date.now() + DEADLINE_MS, () =>
    temporal.workflow.start(kind === 'events' ? WORKFLOW_TYPES.exam : WORKFLOW_TYPES.requestExam, {
      workflowId: examWorkflowId(examId),
      taskQueue: TASK_QUEUES.deliveries,
      args: [inputOf(kind, examId)],
    }),
  )

const inputOf = (kind: ExamKind, examId: string): ExamInput | RequestExamInput =>
  kind === 'events' ? { examId, questions: EXAM_QUESTION_NAMES.length } : { examId }
