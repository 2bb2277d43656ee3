/** Lists and ends a user's sessions. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { endSessions } from '../../../../../db/queries/access/people.ts'
import { endSession, listSessions, type SessionRow } from '../../../../../db/queries/access/sessions.ts'
import { audit } from '../../../../access/audit.ts'
import { personOf } from '../../../../access/own-password.ts'
import { broken, notFound } from '../../../../problem.ts'
import { guarded } from '../../../../responses.ts'
import { NoContent } from '../../../../schemas/common.ts'
import { WholeListQuery } from '../../../../schemas/list.ts'
import { type Session, SessionList, SessionParams } from '../../../../schemas/session.ts'
import { presentWhole } from '../../../../whole-list.ts'

const tags = ['Access']
const config = { access: 'seller', shared: true, own: true, withoutSecondFactor: true } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database

  app.get(
    '',
    {
      config,
      schema: {
        operationId: 'listSessions',
        tags,
        summary: 'Your sessions',
        querystring: WholeListQuery,
        response: { 200: SessionList, ...guarded(409) },
      },
    },
    async (request) => {
      const { id, sessionId } = personOf(request)
      const sessions = (await listSessions(writer, id)).map((row) => present(row, sessionId))
      return presentWhole(sessions, request.query, (session) => session.id)
    },
  )

  app.delete(
    '',
    {
      config,
      schema: {
        operationId: 'endOtherSessions',
        tags,
        summary: 'End all your other sessions',
        response: { 204: NoContent, ...guarded(409) },
      },
    },
    async (request, reply) => {
      const { id, sessionId } = personOf(request)
      const ended = await endSessions(writer, id, sessionId)
      await audit(request, { action: 'session.end', target: `user/${id}`, detail: { ended } })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/:id',
    {
      config,
      schema: {
        operationId: 'endSession',
        tags,
        summary: 'End one of your other sessions',
        params: SessionParams,
        response: { 204: NoContent, ...guarded(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const person = personOf(request)
      const { id } = request.params
      if (id === person.sessionId) throw broken('/id', 'ownSession', 'is this session: sign out')
      if (!(await endSession(writer, person.id, id))) throw notFound()
      await audit(request, { action: 'session.end', target: `user/${person.id}`, detail: { ended: 1 } })
      return reply.code(204).send(null)
    },
  )
}

function present(row: SessionRow, sessionId: string): Session {
  return {
    id: row.id,
    current: row.id === sessionId,
    address: row.ipAddress || null,
    browser: row.userAgent || null,
    createdAt: row.createdAt.toISOString(),
    usedAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}

export default routes
