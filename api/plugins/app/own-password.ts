import fp from 'fastify-plugin'
import { createPasswordCheck, type PasswordCheck } from '../../access/own-password.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** One for all routes: they share the count of a person's tries. */
    checkPassword: PasswordCheck
  }
}

export default fp(
  async (app) => {
    app.decorate('checkPassword', createPasswordCheck(app))
  },
  { name: 'own-password', dependencies: ['rate-limits'] },
)
