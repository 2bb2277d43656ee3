import type { Settings } from '../../config/env.ts'
import { isLive } from '../../domain/mode.ts'
import type { Me } from '../schemas/me.ts'
import type { Identity } from './actor.ts'

/** @param mayFound whether they may found platforms. */
export function presentMe(actor: Identity, settings: Settings, mayFound: boolean): Me {
  const { type, id, name, email, role, platformId, platformName, brandColor, logoUrl, approvalAbove, secondFactor } =
    actor
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
