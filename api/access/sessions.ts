/** People's sessions, kept by better-auth: no public sign-up, nothing of it reachable but through our routes. */
import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { Settings } from '../../config/env.ts'
import { deriveKey } from '../../config/keys.ts'
import type { DatabasePool } from '../../db/client.ts'
import { accounts, sessions, users, verifications } from '../../db/schema/index.ts'

const SESSION_SECONDS = 7 * 24 * 60 * 60
const RENEW_AFTER_SECONDS = 24 * 60 * 60
const LONGEST_USER_AGENT = 500

export type Auth = ReturnType<typeof createAuth>

interface NewSession {
  userId: string
  /** Where the sign-in comes from, for the list of sessions. */
  ipAddress: string
  userAgent: string | undefined
}

/** Signing in is ours, with a second step where there is one; what follows is a session of better-auth. */
const opening = {
  id: 'opening',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', metadata: { $Infer: { body: {} as NewSession } } },
      async (ctx) => {
        const { userId, ipAddress, userAgent = '' } = ctx.body
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(userId)
        if (!user) throw new Error('A session was asked for an unknown user')
        const from = { ipAddress, userAgent: userAgent.slice(0, LONGEST_USER_AGENT) }
        const session = await internalAdapter.createSession(userId, false, from)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ id: session.id })
      },
    ),
  },
} satisfies BetterAuthPlugin

/** What failed, as a database that is away, the library tells its log alone: its caller must know, too. */
function throwOn(_level: string, _message: string, failure: unknown): void {
  if (failure instanceof Error) throw failure
}

export function createAuth(settings: Pick<Settings, 'masterKey' | 'production' | 'publicUrl'>, database: DatabasePool) {
  return betterAuth({
    baseURL: settings.publicUrl,
    secret: deriveKey(settings.masterKey, 'session')[0].toString('base64'),
    database: drizzleAdapter(database.writer, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    plugins: [opening],
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
    logger: { level: 'error', log: throwOn },
    advanced: {
      cookiePrefix: 'trilho',
      useSecureCookies: settings.production,
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' },
    },
  })
}
