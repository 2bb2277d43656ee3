import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../config/env.ts'
import { findPlatform } from '../../db/queries/access/platforms.ts'
import { isLive } from '../../domain/mode.ts'
import type { Me } from '../schemas/me.ts'
import type { Identity } from './actor.ts'
import { mayFound } from './installation.ts'

interface Known {
  /** Whether they may found platforms. */
  mayFound: boolean
  /** Integer cents, of the platform whose data they see. */
  approvalAbove: number | null
}

export function presentMe(actor: Identity, settings: Settings, { mayFound, approvalAbove }: Known): Me {
  const { type, id, name, email, role, platformId, platformName, brandColor, logoUrl, secondFactor } = actor
  const { temporalUiUrl: uiUrl, temporalNamespace: namespace } = settings
  return {
    type,
    id,
    name,
    email,
    role,
    secondFactor,
    livemode: isLive(platformId),
    mayFound,
    testMode: settings.testProvidersUrl !== undefined,
    platform: { id: platformId, name: platformName, brandColor, logoUrl, approvalAbove },
    temporal: uiUrl === undefined ? null : { uiUrl, namespace },
    playground: settings.sandboxUrl !== undefined,
  }
}

/** What a request does not need to know of who asks. */
export async function knownOf(app: FastifyInstance, actor: Identity): Promise<Known> {
  const [isFounder, platform] = await Promise.all([
    mayFound(app, actor),
    findPlatform(app.database.writer, actor.platformId),
  ])
  return { mayFound: isFounder, approvalAbove: platform?.approvalAbove ?? null }
}
