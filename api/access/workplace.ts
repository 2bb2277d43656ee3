/** The address names the platform that a user of several platforms works for, so that two tabs do not change each other's. */
import type { FastifyRequest } from 'fastify'
import { UUID } from '../../domain/uuid.ts'

const WORKPLACE = new RegExp(`^/p/(${UUID})(?=/(?:test/)?v1/)`)

/** For Fastify's `rewriteUrl`: the routes are the same. */
export const withoutWorkplace = (url: string): string => url.replace(WORKPLACE, '')

/** The id of the platform that is asked for; undefined where none is named. */
export const workplaceAsked = ({ originalUrl }: FastifyRequest): string | undefined => WORKPLACE.exec(originalUrl)?.[1]
