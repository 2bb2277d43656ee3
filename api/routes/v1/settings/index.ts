import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../../responses.ts'
import { PublicSettings } from '../../../schemas/me.ts'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getSettings',
        tags: ['Access'],
        summary: 'What the sign-in page needs to know',
        response: { 200: PublicSettings, ...problems() },
      },
    },
    async () => ({ demo: app.settings.sandboxUrl !== undefined }),
  )
}

export default routes
