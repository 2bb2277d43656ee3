import fp from 'fastify-plugin'
import { deriveKey } from '../../../config/keys.ts'
import { createWrongPasswords, type WrongPasswords } from '../../access/wrong-passwords.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** One for all routes: a browser that one of them knows is known to all. */
    wrongPasswords: WrongPasswords
  }
}

export default fp(
  async (app) => {
    const { masterKey, production: secure } = app.settings
    const [key] = deriveKey(masterKey, 'browser')
    app.decorate('wrongPasswords', createWrongPasswords({ key, perHour: app.limits.wrongPasswordsPerHour, secure }))
  },
  { name: 'wrong-passwords' },
)
