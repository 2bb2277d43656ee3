import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import {
  type ApiKeyRow,
  changeApiKey,
  findApiKeyOf,
  insertApiKey,
  listApiKeys,
  MOST_LIVING_KEYS,
  type NewApiKeyRow,
} from '../../../../db/queries/access/keys.ts'
import { defined } from '../../../../domain/defined.ts'
import { modeOf } from '../../../../domain/mode.ts'
import type { TakenBy } from '../../../../domain/nothing.ts'
import { actorOf } from '../../../access/actor.ts'
import { generateApiKey } from '../../../access/api-keys.ts'
import { audit } from '../../../access/audit.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { broken, notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { ApiKey, ApiKeyChange, ApiKeyList, CreatedApiKey, NewApiKey } from '../../../schemas/api-key.ts'
import { IdParams, NoContent } from '../../../schemas/common.ts'
import { ListQuery } from '../../../schemas/list.ts'
import { iso, isoOrNull } from '../../../time.ts'

const tags = ['Access']
const config = { access: 'admin', shared: true } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database

  /** @throws ApiProblem 404 when the platform has no such key. */
  const change = async (request: FastifyRequest, id: string, changes: { name?: string; revoked?: true }) => {
    const row = await changeApiKey(writer, actorOf(request).platformId, id, changes)
    if (!row) throw notFound()
    const action = changes.revoked ? 'apiKey.revoke' : 'apiKey.change'
    await audit(request, { action, target: `api-key/${id}`, detail: { name: row.name } })
    return row
  }

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List API keys',
        querystring: ListQuery,
        response: { 200: ApiKeyList, ...guarded() },
      },
    },
    async (request) => {
      const page = pageFrom(request.query)
      return presentPage(await listApiKeys(writer, actorOf(request).platformId, page), present)
    },
  )

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Make an API key',
        description: `The key is in this answer and never again. A \`test\` one works where the installation has fake providers: it never moves money. A platform has ${MOST_LIVING_KEYS} keys at most that are not revoked.`,
        body: NewApiKey,
        response: { 201: CreatedApiKey, ...guarded(422) },
      },
    },
    async (request, reply) => {
      const { homeId, personId } = actorOf(request)
      const { mode = 'live', ...body } = request.body
      const platformId = mode === 'test' ? await app.testTwinFor(homeId) : homeId
      const { key, hash, hint } = generateApiKey(mode)
      const row = await insertApiKey(writer, homeId, {
        platformId,
        ...(body satisfies TakenBy<NewApiKeyRow, typeof body>),
        hash,
        hint,
        createdBy: personId,
      })
      if (!row) throw broken('', 'maxApiKeys', `a platform has ${MOST_LIVING_KEYS} keys at most that are not revoked`)
      const detail = { name: row.name, role: row.role, ...defined({ mode: mode === 'test' ? mode : undefined }) }
      await audit(request, { action: 'apiKey.create', target: `api-key/${row.id}`, detail })
      return reply.code(201).send({ ...present(row), key })
    },
  )

  app.get(
    '/:id',
    {
      config,
      schema: { tags, summary: 'Get an API key', params: IdParams, response: { 200: ApiKey, ...guarded(404) } },
    },
    async (request) => {
      const row = await findApiKeyOf(writer, actorOf(request).platformId, request.params.id)
      if (!row) throw notFound()
      return present(row)
    },
  )

  app.patch(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Rename or revoke an API key',
        params: IdParams,
        body: ApiKeyChange,
        response: { 200: ApiKey, ...guarded(404, 422) },
      },
    },
    async (request) => present(await change(request, request.params.id, request.body)),
  )

  app.delete(
    '/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Revoke an API key',
        params: IdParams,
        response: { 204: NoContent, ...guarded(404) },
      },
    },
    async (request, reply) => {
      await change(request, request.params.id, { revoked: true })
      return reply.code(204).send(null)
    },
  )
}

function present({ id, platformId, name, role, hint, createdBy, createdAt, revokedAt }: ApiKeyRow): ApiKey {
  const mode = modeOf(platformId)
  return { id, name, role, mode, hint, createdBy, createdAt: iso(createdAt), revokedAt: isoOrNull(revokedAt) }
}

export default routes
