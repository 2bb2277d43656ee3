import fp from 'fastify-plugin'
import { type Auth, createAuth } from '../../access/sessions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    auth: Auth
  }
}

export default fp(
  async (app) => {
    app.decorate('auth', createAuth(app.settings, app.database))
  },
  { name: 'auth' },
)
