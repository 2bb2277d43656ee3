/** Sellers' endpoints as the contract shows them, their secrets, and trying one out. */
import type { Settings } from '../../config/env.ts'
import { deriveKey } from '../../config/keys.ts'
import { open, seal } from '../../config/seal.ts'
import { generateWebhookSecret, webhookSecretFor } from '../../config/webhook-secret.ts'
import type { DatabasePool } from '../../db/client.ts'
import type { WebhookEndpointRow } from '../../db/queries/webhook/endpoints.ts'
import { insertEndpointTest, recordEndpointTest } from '../../db/queries/webhook/tests.ts'
import { PREVIOUS_SECRET_MS } from '../../domain/seller-event.ts'
import type { HttpClient } from '../../gateway/http-client.ts'
import { sealedSecretsOf, tellSeller } from '../../gateway/seller.ts'
import type { WebhookEndpoint, WebhookEndpointTest } from '../schemas/webhook-endpoint.ts'
import { iso, isoOrNull } from '../time.ts'
import { createTurns, type InTurn } from '../turns.ts'
import { presentSellerEvent } from './event.ts'

/** What is not named here does not leave. */
export function presentEndpoint(row: WebhookEndpointRow): WebhookEndpoint {
  const { id, url, events, enabled, failingSince, createdAt, updatedAt } = row
  return {
    id,
    url,
    events,
    enabled,
    failingSince: isoOrNull(failingSince),
    previousSecretUntil: previousSecretUntil(row.rotatedAt, row.sealedPreviousSecret),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  }
}

/** Null when only one secret signs. */
export function previousSecretUntil(rotatedAt: string | null, sealedPrevious: string | null): string | null {
  if (rotatedAt === null || sealedPrevious === null) return null
  const until = new Date(new Date(rotatedAt).getTime() + PREVIOUS_SECRET_MS)
  return until.getTime() > Date.now() ? until.toISOString() : null
}

export const newSealedSecret = ({ masterKey }: Settings): string =>
  seal(generateWebhookSecret(), deriveKey(masterKey, 'seal'))

/** The secret of one rotation: who takes it over after a crash makes the same. @param id drawn for it alone. */
export function secretFor({ masterKey }: Settings, id: string): { secret: string; sealedSecret: string } {
  const secret = webhookSecretFor(deriveKey(masterKey, 'webhookSecret')[0], id)
  return { secret, sealedSecret: seal(secret, deriveKey(masterKey, 'seal')) }
}

export const secretOf = ({ masterKey }: Settings, { sealedSecret }: Pick<WebhookEndpointRow, 'sealedSecret'>): string =>
  open(sealedSecret, deriveKey(masterKey, 'seal'))

/** Tests that wait for their endpoints, each with a connection and the API's memory of it. */
const TESTS_AT_ONCE = 32
/** Of one platform, whose endpoints may all hang. */
const TESTS_EACH = 5
const RETRY_AFTER_SECONDS = 10

/** The turns of the tests of this process. None waits: what finds no place is refused, and has sent and written nothing. */
export const turnsOfTests = (): InTurn =>
  createTurns({
    atOnce: TESTS_AT_ONCE,
    places: TESTS_AT_ONCE,
    each: TESTS_EACH,
    told: { detail: 'Other tests still wait for their answers; nothing was sent', retryAfter: RETRY_AFTER_SECONDS },
  }).inTurn

/** One message that is about nothing, once; the caller waits for its answer. */
export async function sendTest(
  { database, sellerHttp, settings }: { database: DatabasePool; sellerHttp: HttpClient; settings: Settings },
  endpoint: WebhookEndpointRow,
): Promise<WebhookEndpointTest> {
  const { url } = endpoint
  const event = await insertEndpointTest(database.writer, endpoint)
  const body = presentSellerEvent(event, settings.publicUrl)
  const sealKey = deriveKey(settings.masterKey, 'seal')
  const secrets = sealedSecretsOf(endpoint).map((secret) => open(secret, sealKey))
  const answer = await tellSeller(sellerHttp, { url, id: event.id, body, secrets })
  const deliveryId = await recordEndpointTest(database.writer, event, { url, ...answer })
  const { delivered, status, error, text } = answer
  return { delivered, status, error, text, deliveryId }
}
