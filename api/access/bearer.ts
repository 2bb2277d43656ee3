/** What a request brings as its `Authorization: Bearer`. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sha256 } from './api-keys.ts'

/** A key or a token; undefined where there is none. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]

/** Compared in constant time. @param secret undefined: none is right. */
export function bringsSecret(request: FastifyRequest, secret: string | undefined): boolean {
  const brought = bearerOf(request)
  return brought !== undefined && secret !== undefined && timingSafeEqual(sha256(brought), sha256(secret))
}
