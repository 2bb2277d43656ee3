/** Lists as files, written in the background by the worker. A caller who may see a list may export it. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { deriveKey } from '../../../../config/keys.ts'
import { addExport, findExport, listKeptExports } from '../../../../db/queries/export/exports.ts'
import { dayOf } from '../../../../domain/analytics.ts'
import { EXPORT_DAYS, isExportOver, isExportReady, listsFor, MOST_EXPORTS } from '../../../../domain/export.ts'
import { startExport } from '../../../../temporal/start-delivery.ts'
import { listExportWorkflowId } from '../../../../workflows/messages.ts'
import { type Actor, actorName, actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { pageFrom, presentPage } from '../../../cursor.ts'
import { bytesOf, fileNameOf, isGranted, signFile } from '../../../export/file.ts'
import { readFilters, withoutWords } from '../../../export/filters.ts'
import { presentExport } from '../../../export/present.ts'
import { notFound, problem } from '../../../problem.ts'
import { guarded, problems } from '../../../responses.ts'
import { IdParams } from '../../../schemas/common.ts'
import { Export, ExportAddress, Exports, NewExport } from '../../../schemas/export.ts'
import { ListQuery } from '../../../schemas/list.ts'

const tags = ['Exports']
const config = { access: 'seller' } as const
/** A short list is there by then, and is saved at once. */
const WAIT_MS = 2_500
const Grant = Type.Object({
  expires: Type.String({ pattern: '^\\d{1,16}$' }),
  signature: Type.String({ maxLength: 100 }),
})

const routes: FastifyPluginAsyncTypebox = async (app) => {
  const { writer } = app.database
  const { publicUrl, masterKey } = app.settings
  const [signingKey] = deriveKey(masterKey, 'export')
  const readableBy = ({ platformId, role }: Actor) => ({ platformId, lists: listsFor(role) })
  const exportOf = async (actor: Actor, id: string) => {
    const row = await findExport(writer, id, readableBy(actor))
    if (!row) throw notFound()
    return row
  }

  app.post(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'Export a list',
        description: `A CSV of all that the filters let through when it is asked for. It is written in the background, a short one before this answers, and kept for ${EXPORT_DAYS} days. 403 for a list that the role does not see. 409 while ${MOST_EXPORTS} are under way.`,
        body: NewExport,
        response: { 201: Export, ...guarded(409, 415, 422) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { resource, language = 'pt-BR' } = request.body
      if (!listsFor(actor.role).includes(resource)) throw problem('forbidden')
      const filters = readFilters(resource, request.body.filters ?? {})
      const added = await writer.transaction(async (tx) => {
        const { platformId } = actor
        const folder = randomBytes(20).toString('hex')
        const row = await addExport(tx, {
          platformId,
          resource,
          filters,
          language,
          folder,
          createdBy: actorName(actor),
        })
        if (row)
          await audit(
            request,
            {
              action: 'export.create',
              target: `export/${row.id}`,
              detail: { resource, filters: withoutWords(filters) },
            },
            tx,
          )
        return row
      })
      if (!added) throw problem('conflict', { detail: `${MOST_EXPORTS} exports are under way: wait for one of them` })
      const isStarted = await startExport({ temporal: app.temporal, logger: app.log }, added)
      if (isStarted) await untilWritten(added.id)
      return reply.code(201).send(presentExport(await exportOf(actor, added.id)))
    },
  )

  /** Whatever it says, the row says it too. */
  const untilWritten = (id: string) =>
    app.temporal.connection
      .withDeadline(Date.now() + WAIT_MS, () => app.temporal.workflow.getHandle(listExportWorkflowId(id)).result())
      .catch(() => undefined)

  app.get(
    '',
    {
      config,
      schema: {
        tags,
        summary: 'List exports',
        description: 'The newest first, as long as they are kept: those of the lists that the role sees.',
        querystring: ListQuery,
        response: { 200: Exports, ...guarded() },
      },
    },
    async (request) => {
      const page = pageFrom(request.query)
      return presentPage(await listKeptExports(writer, readableBy(actorOf(request)), page), presentExport)
    },
  )

  app.get(
    '/:id',
    {
      config,
      schema: { tags, summary: 'An export', params: IdParams, response: { 200: Export, ...guarded(404) } },
    },
    async (request) => presentExport(await exportOf(actorOf(request), request.params.id)),
  )

  app.get(
    '/:id/download',
    {
      config,
      schema: {
        tags,
        summary: 'An address that gives the file',
        params: IdParams,
        response: { 200: ExportAddress, ...guarded(404, 409) },
      },
    },
    async (request) => {
      const { id, state, resource } = await exportOf(actorOf(request), request.params.id)
      if (!isExportReady(state)) {
        const detail = isExportOver(state) ? 'The file could not be written' : 'The file is still being written'
        throw problem('conflict', { detail })
      }
      await audit(request, { action: 'export.download', target: `export/${id}`, detail: { resource } })
      return signFile({ publicUrl, signingKey }, id)
    },
  )

  /** The browser follows it without a header of ours: the address is all the authority there is. */
  app.get(
    '/:id/file',
    {
      config: { access: 'public' },
      schema: {
        hide: true,
        tags,
        summary: 'The file',
        params: IdParams,
        querystring: Grant,
        response: problems(401, 404),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!isGranted(signingKey, id, request.query)) {
        throw problem('invalid_signature', { detail: 'The address was not made by us, or has expired' })
      }
      const row = await findExport(writer, id)
      if (!row || !isExportReady(row.state)) throw notFound()
      return reply
        .type('text/csv; charset=utf-8')
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `attachment; filename="${fileNameOf(row, dayOf)}"`,
          'content-length': row.bytes,
        })
        .send(Readable.from(bytesOf(app.storage, row)))
    },
  )
}

export default routes
