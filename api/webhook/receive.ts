/** A provider's webhook: proved and stored. A worker takes it to its movement. */
import type { FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../../db/client.ts'
import type { WebhookAccount } from '../../db/queries/account/read.ts'
import { readWhatIsRepeated } from '../../db/queries/reading/due.ts'
import type { StoredNotice } from '../../db/queries/webhook/announced.ts'
import { type NewDelivery, reviveDisputed, storeWebhookEvents } from '../../db/queries/webhook/events.ts'
import { defined } from '../../domain/defined.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { canBeRead } from '../../inbox/proven.ts'
import type { IncomingWebhook, Provider } from '../../providers/contract.ts'
import { findProvider } from '../../providers/index.ts'
import { sha256 } from '../access/api-keys.ts'
import type { FindOwner } from '../access/secret-owners.ts'
import { isWebhookToken, openSecretsOf, type Packed, pickSecrets } from '../account/secrets.ts'
import { notFound, problem } from '../problem.ts'
import { withoutCardNumbers } from './without-cards.ts'
import { withoutToken } from './without-token.ts'

const HIDDEN = '•••'
const NEVER_KEPT = new Set(['authorization', 'cookie', 'proxy-authorization'])
const MIN_SECRET_LENGTH = 4
/** A shorter one might stand in a body by chance, as an id; and an id that is gone is a payment that is never heard of. */
const MIN_SECRET_LENGTH_IN_BODY = 8

/** What a notice is counted by: headers and query are stored with each part of it. */
const UNIT_BYTES = 4 * 1024

interface Door {
  findAccount: FindOwner<WebhookAccount>
  /** Called before anything is stored, and may refuse. @param units one per 4 KiB begun of each part that would be. */
  onProved: (units: number) => Promise<void>
}

/**
 * @returns the stored events that still have to be delivered.
 * @throws ApiProblem 404 for an unknown address, 401 when it is not proved to come from the provider, 413 when it tells of more
 *   movements than any provider puts into one.
 */
export async function receiveWebhook(
  app: FastifyInstance,
  address: { provider: string; token: string },
  webhook: IncomingWebhook,
  { findAccount, onProved }: Door,
): Promise<StoredNotice[]> {
  if (!isWebhookToken(address.token)) throw notFound()
  const account = await findAccount(sha256(address.token).toString('hex'))
  if (!account || account.provider.toLowerCase() !== address.provider.toLowerCase()) throw notFound()
  const adapter = findProvider(account.provider)
  const count = (outcome: string) => app.metrics.webhooks.inc({ provider: adapter.code, outcome })
  const packed = pickSecrets(openSecretsOf(app.settings, account))
  if (adapter.isProbe(webhook)) {
    count('probe')
    return []
  }
  const verified = proofOf(adapter, webhook, packed)
  if (!verified) {
    count('unproved')
    throw problem('invalid_signature')
  }
  // The provider may repeat a secret that we were not told.
  const secrets = defined({ ...packed, webhookSecret: packed.webhookSecret || adapter.sharedSecretIn(webhook) })
  const delivery = {
    platformId: account.platformId,
    providerAccountId: account.id,
    provider: adapter.code,
    headers: redact(webhook.headers, secrets, address.token),
    query: redact(webhook.query, secrets, address.token),
    verified,
  }
  const bodies = [...new Set(split(adapter, webhook).map(({ body }) => body))]
  await onProved(unitsOf(delivery, bodies))
  const parts = bodies.map((body) => ({
    id: uuidv7(),
    bodyHash: sha256(body).toString('hex'),
    body: storable(
      withoutToken(
        withoutProof(withoutCardNumbers(adapter, { ...webhook, body }), secrets.webhookSecret ?? ''),
        address.token,
      ),
    ),
  }))
  const events = await storeWebhookEvents(app.database.writer, delivery, parts)
  for (const { isNew } of events) count(isNew ? 'stored' : 'repeated')
  const repeated = events.filter(({ isNew, isPending }) => !isNew && !isPending)
  const revived = repeated.length > 0 ? await hearAgain(app.database.writer, delivery, repeated) : []
  const { platformId } = account
  const waiting = events.filter(({ isPending }) => isPending).map(({ id }) => id)
  return [...waiting, ...revived].map((eventId) => ({ eventId, platformId }))
}

type Repeated = Parameters<typeof reviveDisputed>[1]

/** What is repeated may be true again: the provider is asked, or the notice taken to its charge again. @returns those to deliver. */
async function hearAgain(db: Database, delivery: NewDelivery, repeated: Repeated): Promise<string[]> {
  await readWhatIsRepeated(
    db,
    repeated.map(({ id }) => id),
  )
  return canBeRead(delivery.provider) ? [] : reviveDisputed(db, repeated, delivery)
}

/** What came counts, not what is kept of it: numbers that are masked have cost their reading. */
function unitsOf({ headers, query }: NewDelivery, bodies: readonly string[]): number {
  const shared = Buffer.byteLength(JSON.stringify([headers, query]))
  const units = bodies.map((body) => Math.ceil((shared + Buffer.byteLength(body)) / UNIT_BYTES))
  return units.reduce((sum, unit) => sum + unit, 0)
}

function split(adapter: Provider, webhook: IncomingWebhook): readonly IncomingWebhook[] {
  try {
    return adapter.splitWebhook(webhook)
  } catch (error) {
    if (error instanceof ProviderError) throw problem('payload_too_large', { detail: error.message })
    throw error
  }
}

/**
 * `token`: the address is all that proves it, as the provider signs nothing, or its proof does not bind the fields, or it never
 * proves this kind, or the account holds no secret to check it by. Such a webhook is read before it is believed.
 * @returns undefined when the proof is wrong or missing.
 */
function proofOf(adapter: Provider, webhook: IncomingWebhook, packed: Packed): NewDelivery['verified'] | undefined {
  if (adapter.webhookVerification === 'none') return 'token'
  try {
    const credentials = adapter.parseCredentials(packed)
    if (!adapter.canVerifyWebhook(credentials)) return 'token'
    if (!adapter.verifyWebhook(webhook, credentials)) return adapter.isUnsignedWebhook(webhook) ? 'token' : undefined
    return adapter.webhookBindsFields ? adapter.webhookVerification : 'token'
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

/** PostgreSQL takes no NUL, and no provider means one. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD')

/** Some providers prove themselves by the shared secret as a value of the body itself: it has been checked, and goes. */
function withoutProof(body: string, secret: string): string {
  if (secret.length < MIN_SECRET_LENGTH_IN_BODY) return body
  const written = JSON.stringify(secret)
  const hidden = JSON.stringify(HIDDEN)
  return body.replaceAll(written, hidden).replaceAll(written.replaceAll('/', '\\/'), hidden)
}

/** Headers are kept for people to look at; what proves the sender is not for them. */
function redact(values: Readonly<Record<string, string>>, packed: Packed, token: string): Record<string, string> {
  const secrets = Object.values(packed as Record<string, string>)
    .flatMap((secret) => [secret, ...secret.split('|')])
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isSecret = NEVER_KEPT.has(name) || secrets.some((secret) => value.includes(secret))
      return [storable(name), isSecret ? HIDDEN : storable(withoutToken(value, token))]
    }),
  )
}
