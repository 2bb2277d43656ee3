import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type AuditRow, findAuditEntry, listAudit } from '../../../../db/queries/access/audit.ts'
import { actorOf } from '../../../access/actor.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { AuditEntry, AuditList, AuditQuery } from '../../../schemas/audit.ts'
import { IdParams } from '../../../schemas/common.ts'
import { iso } from '../../../time.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listAuditLog',
        tags: ['Access'],
        summary: 'List the audit log',
        querystring: AuditQuery,
        response: { 200: AuditList, ...guarded() },
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query
      const page = pageFrom({ limit, cursor })
      const { platformId } = actorOf(request)
      return presentPage(await app.database.read((db) => listAudit(db, platformId, filter, page)), present)
    },
  )

  app.get(
    '/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getAuditEntry',
        tags: ['Access'],
        summary: 'An entry of the audit log',
        params: IdParams,
        response: { 200: AuditEntry, ...guarded(404) },
      },
    },
    async (request) => {
      const { writer } = app.database
      const row = await findAuditEntry(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return present(row)
    },
  )
}

function present({ id, at, actor, action, target, detail, ip }: AuditRow) {
  return { id, at: iso(at), actor, action, target, detail, ip }
}

export default routes
