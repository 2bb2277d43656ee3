/** People's sessions, kept by better-auth: e-mail and password only, no public sign-up, nothing of it reachable but through our routes. */
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import type { Settings } from '../../config/env.ts'
import { deriveKey } from '../../config/keys.ts'
import type { DatabasePool } from '../../db/client.ts'
import { accounts, sessions, users, verifications } from '../../db/schema/index.ts'

const SESSION_SECONDS = 7 * 24 * 60 * 60
const RENEW_AFTER_SECONDS = 24 * 60 * 60

export type Auth = ReturnType<typeof createAuth>

export function createAuth(settings: Pick<Settings, 'masterKey' | 'production' | 'publicUrl'>, database: DatabasePool) {
  return betterAuth({
    baseURL: settings.publicUrl,
    secret: deriveKey(settings.masterKey, 'session')[0].toString('base64'),
    database: drizzleAdapter(database.writer, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: { enabled: true, disableSignUp: true },
    user: {
      additionalFields: {
        platformId: { type: 'string', required: true, input: false },
        role: { type: 'string', required: true, input: false },
        disabled: { type: 'boolean', required: false, input: false },
      },
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: RENEW_AFTER_SECONDS },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'trilho',
      useSecureCookies: settings.production,
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' },
    },
  })
}
