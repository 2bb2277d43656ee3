/** The API as a document, and as a collection that Postman, Bruno and Insomnia import by its address. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import collection from '../../collection.generated.json' with { type: 'json' }

const config = { access: 'public' } as const
const schema = { hide: true }

const routes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/openapi.json', { config, schema }, async () => app.swagger())

  const variable = collection.variable.map((one) =>
    one.key === 'baseUrl' ? { ...one, value: app.settings.publicUrl } : one,
  )
  app.get('/collection.json', { config, schema }, async () => ({ ...collection, variable }))
}

export default routes

export const autoPrefix = '/'
