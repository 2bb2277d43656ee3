import type { FastifyInstance } from 'fastify'
import { findPlatform } from '../../db/queries/access/people.ts'
import { isLive } from '../../domain/mode.ts'
import type { Me } from '../schemas/me.ts'
import type { Actor } from './actor.ts'

export async function presentMe({ database, settings }: FastifyInstance, actor: Actor): Promise<Me> {
  const { type, id, name, email, role, platformId, platformName, secondFactor } = actor
  const { brandColor = null, logoUrl = null } = (await findPlatform(database.writer, platformId)) ?? {}
  const { temporalUiUrl: uiUrl, temporalNamespace: namespace } = settings
  return {
    type,
    id,
    name,
    email,
    role,
    secondFactor,
    livemode: isLive(platformId),
    testMode: settings.testProvidersUrl !== undefined,
    platform: { id: platformId, name: platformName, brandColor, logoUrl },
    temporal: uiUrl === undefined ? null : { uiUrl, namespace },
    playground: settings.sandboxUrl !== undefined,
  }
}
