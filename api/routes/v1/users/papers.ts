/** A user's identity documents, which only the user and their administrators read, replace and delete. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { forgetPaper } from '../../../../db/queries/access/papers.ts'
import { removeFile } from '../../../../storage/transfer.ts'
import { actorOf } from '../../../access/actor.ts'
import { audit } from '../../../access/audit.ts'
import { holderFor, readPapers, replacePaper } from '../../../access/papers.ts'
import { notFound } from '../../../problem.ts'
import { guarded } from '../../../responses.ts'
import { NoContent } from '../../../schemas/common.ts'
import { NewPersonPaper, PersonPaperParams, PersonPapers, UserParams } from '../../../schemas/user.ts'

const tags = ['Access']
const config = { access: 'seller', shared: true } as const

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:id/documents',
    {
      config,
      schema: {
        operationId: 'listUserDocuments',
        tags,
        summary: 'List a user’s documents',
        description:
          'Your own, or as an administrator those of your platform’s users, each at an address that works for 60 seconds.',
        params: UserParams,
        response: { 200: PersonPapers, ...guarded(404) },
      },
    },
    async (request) => {
      const holder = holderFor(actorOf(request), request.params.id)
      const data = await readPapers(app, holder)
      if (!holder.isOwn) await audit(request, { action: 'user.documents.read', target: `user/${holder.userId}` })
      return { data, nextCursor: null }
    },
  )

  app.post(
    '/:id/documents/:name',
    {
      config,
      schema: {
        operationId: 'replaceUserDocument',
        tags,
        summary: 'Upload one of a user’s documents',
        description: 'Replaces the previous one, whose file is deleted.',
        params: PersonPaperParams,
        body: NewPersonPaper,
        response: { 204: NoContent, ...guarded(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params
      const holder = holderFor(actorOf(request), id)
      await replacePaper(app, holder, { name, url: request.body.url })
      await audit(request, { action: 'user.document.change', target: `user/${id}`, detail: { name } })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/:id/documents/:name',
    {
      config,
      schema: {
        operationId: 'deleteUserDocument',
        tags,
        summary: 'Delete one of a user’s documents',
        description: 'For good.',
        params: PersonPaperParams,
        response: { 204: NoContent, ...guarded(404) },
      },
    },
    async (request, reply) => {
      const { id, name } = request.params
      const { platformId, userId } = holderFor(actorOf(request), id)
      const isGone = await forgetPaper(app.database.writer, { platformId, userId, name }, (key) =>
        removeFile(app.storage, key),
      )
      if (!isGone) throw notFound()
      await audit(request, { action: 'user.document.delete', target: `user/${id}`, detail: { name } })
      return reply.code(204).send(null)
    },
  )
}

export default routes
