import fp from 'fastify-plugin'
import { createStorage } from '../../../storage/create.ts'
import type { ObjectStorage } from '../../../storage/storage.ts'

declare module 'fastify' {
  interface FastifyInstance {
    storage: ObjectStorage
  }
}

export default fp(
  async (app) => {
    app.decorate('storage', createStorage(app.settings))
  },
  { name: 'storage' },
)
