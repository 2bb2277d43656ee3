import fp from 'fastify-plugin'
import { createPasswordCheck, type PasswordCheck } from '../../access/own-password.ts'
import { createPasswords, type Passwords } from '../../access/passwords.ts'

declare module 'fastify' {
  interface FastifyInstance {
    passwords: Passwords
    /** One for all routes: they share the count of a user's tries. */
    checkPassword: PasswordCheck
  }
}

export default fp(
  async (app) => {
    app.decorate('passwords', createPasswords())
    app.decorate('checkPassword', createPasswordCheck(app))
  },
  { name: 'passwords', dependencies: ['rate-limits', 'wrong-passwords'] },
)
