/** Between the password and the code: a cookie that opens nothing but the second step. */
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { DatabasePool } from '../../db/client.ts'
import { insertPendingSignIn } from '../../db/queries/access/second-factors.ts'
import { PENDING_MINUTES } from '../../domain/second-factor.ts'
import { sha256 } from './api-keys.ts'

const COOKIE = 'trilho.pending'

/** @returns its cookie, and until when it stands. */
export async function beginPendingSignIn(
  { writer }: DatabasePool,
  userId: string,
  secure: boolean,
): Promise<{ cookie: string; expiresAt: string }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + PENDING_MINUTES * 60_000).toISOString()
  await insertPendingSignIn(writer, { tokenHash: hashOf(token), userId, expiresAt })
  return { cookie: cookieOf(token, PENDING_MINUTES * 60, secure), expiresAt }
}

/** What the request's cookie is known by; undefined when it brings none. */
export function pendingSignInOf(request: FastifyRequest): string | undefined {
  const token = /(?:^|; ?)trilho\.pending=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]
  return token === undefined ? undefined : hashOf(token)
}

/** The browser forgets it. */
export const noPendingSignIn = (secure: boolean) => cookieOf('', 0, secure)

const hashOf = (token: string) => sha256(token).toString('hex')

const cookieOf = (token: string, seconds: number, secure: boolean) =>
  `${COOKIE}=${token}; Max-Age=${seconds}; Path=/v1/auth; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
