/**
 * Places for requests whose whole body is held in memory. One is taken before a byte is read, and given back with the answer or when the
 * caller goes.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from './problem.ts'

const RETRY_AFTER_SECONDS = 10

export interface BodyPlaces {
  /** In this process. */
  total: number
  /** Of one owner, who would otherwise hold all of them by sending slowly. */
  each: number
  ownerOf: (request: FastifyRequest) => string
}

/** Hooks for a route. @throws ApiProblem 429 when no place is free. */
export function bodyPlaces({ total, each, ownerOf }: BodyPlaces) {
  const taken = new Map<FastifyRequest, string>()
  return {
    preParsing: async (request: FastifyRequest, reply: FastifyReply) => {
      // A body whose sender has gone neither ends nor fails: nothing would ever give the place back.
      if (request.raw.destroyed) return
      const owner = ownerOf(request)
      const own = [...taken.values()].filter((other) => other === owner).length
      if (taken.size >= total || own >= each) {
        const detail = 'Too many files are being sent; nothing was done'
        throw problem('rate_limited', { detail, retryAfter: RETRY_AFTER_SECONDS })
      }
      taken.set(request, owner)
      reply.raw.once('close', () => taken.delete(request))
    },
    // Besides, since an answer that waits behind another on its connection is not closed with it.
    onSend: async (request: FastifyRequest) => void taken.delete(request),
  }
}
