import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../../access/actor.ts'
import { presentMe } from '../../../access/me.ts'
import { guarded } from '../../../responses.ts'
import { Me } from '../../../schemas/me.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '',
    {
      config: { access: 'seller' },
      schema: { tags: ['Access'], summary: 'Who is asking', response: { 200: Me, ...guarded() } },
    },
    async (request) => presentMe(actorOf(request), app.settings),
  )
}

export default routes
