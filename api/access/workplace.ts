/** Somebody who works for several platforms says in the address which one is meant: two tabs do not change each other's. */
import type { FastifyRequest } from 'fastify'
import { UUID } from '../../domain/uuid.ts'

const WORKPLACE = new RegExp(`^/p/(${UUID})(?=/(?:test/)?v1/)`)

/** For Fastify's `rewriteUrl`: the routes are the same. */
export const withoutWorkplace = (url: string): string => url.replace(WORKPLACE, '')

/** The id of the platform that is asked for; undefined where none is named. */
export const workplaceAsked = ({ originalUrl }: FastifyRequest): string | undefined => WORKPLACE.exec(originalUrl)?.[1]
