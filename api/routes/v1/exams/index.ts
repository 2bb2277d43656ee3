/** Examinations of a system of one's own, in test mode. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { findExam, listExams } from '../../../../db/queries/exam/exams.ts'
import { EXAMS_PER_HOUR } from '../../../../domain/exam.ts'
import { actorOf } from '../../../access/actor.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { beginExam } from '../../../exam/begin.ts'
import { presentExam } from '../../../exam/present.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { Exam, ExamList, NewExam } from '../../../schemas/exam.ts'
import { ListQuery } from '../../../schemas/list.ts'

const tags = ['Webhooks']
const reading = { access: 'seller' } as const
const config = { access: 'admin' } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database

  app.get(
    '',
    {
      config: reading,
      schema: { tags, summary: 'List exams', querystring: ListQuery, response: { 200: ExamList, ...guarded() } },
    },
    async (request) =>
      presentPage(await listExams(writer, actorOf(request).platformId, pageFrom(request.query)), presentExam),
  )

  app.get(
    '/:id',
    {
      config: reading,
      schema: { tags, summary: 'Get an exam', params: IdParams, response: { 200: Exam, ...guarded(404) } },
    },
    async (request) => {
      const row = await findExam(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return presentExam(row)
    },
  )

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Examine an integration',
        description: `With a test key. The endpoint is told of made-up charges as badly as a network can: repeats, disorder, late money, slow and failing providers, forged and old messages; it takes seconds. Its charges can be read with a test key (GET /v1/charges/:id), as they are at that moment, and are in no list. Where its kind is requests, you charge for three orders, with a test key, while it is under way: of one the answer is lost (503), of one the test provider is slow and of one it fails (202), and what your system does then is graded; five minutes are waited for. Ask for the exam again until it is FINISHED. One at a time, and ${EXAMS_PER_HOUR} in an hour.`,
        body: NewExam,
        response: { 201: Exam, ...guarded(409, 422) },
      },
    },
    async (request, reply) => {
      const exam = await beginExam(app, actorOf(request), request.body)
      return reply.code(201).header('location', `/v1/exams/${exam.id}`).send(presentExam(exam))
    },
  )
}

export default routes
