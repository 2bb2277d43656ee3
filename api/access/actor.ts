/** Who is asking, and what their role allows. */
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { keyName, type Requester } from '../../domain/requester.ts'
import type { Role } from '../../domain/role.ts'
import type { SecondFactorState } from '../../domain/second-factor.ts'
import { problem } from '../problem.ts'

/** `public` routes do not ask. A role includes those before it. */
export type Access = 'public' | Role

/** A user or a key, and what they may see and do. */
export interface Identity {
  type: 'user' | 'apiKey'
  id: string
  name: string
  email: string | null
  role: Role
  /** Whose data they see: in test mode the twin's. */
  platformId: string
  /** Where its people and keys are: the platform that they work for now. */
  homeId: string
  platformName: string
  /** As its buyers see it. */
  brandColor: string | null
  logoUrl: string | null
  /** Above which amount a withdrawal of it waits for a second person. Integer cents. */
  approvalAbove: number | null
  /** The person, or the one who made the key, as far as that is known. */
  personId: string | null
  /** Of a user who signed in. */
  sessionId: string | null
  /** An API key is asked for none. */
  secondFactor: SecondFactorState
}

/** Whose request it is, and where it came from. */
export interface Actor extends Identity {
  ip: string
}

/** @throws ApiProblem 401 on a route that does not require authentication. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw problem('unauthenticated')
  return request.actor
}

/** As histories and the audit log name people and keys. */
export const actorName = ({ type, name, email }: Actor) => (type === 'user' ? (email ?? name) : keyName(name))

/** Who asks for money to leave or for a receiver, as the first row of its history keeps it for the audit log. */
export const requesterOf = (actor: Actor): Requester => ({ by: actorName(actor), ip: actor.ip })

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
  interface FastifyContextConfig {
    /** Every route under /v1 says who may call it. */
    access?: Access
    /** Of a multipart form: its parts, for the document alone. */
    form?: TSchema
    /** About what both modes share, people and keys: it is not for test keys, and the console's test pages show the same. */
    shared?: boolean
    /** About the person alone, wherever they work: the platform that the address names does not matter. */
    own?: boolean
    /** Also for a user without the second factor that the platform requires. */
    withoutSecondFactor?: boolean
    /** Whether something else than a role admits the request, without a look at the database: it has no actor then. */
    admits?: (request: FastifyRequest) => boolean
    /** Origins besides our own whose pages may call this route with a user's session. */
    trustedOrigins?: readonly string[]
  }
}
