/** A new account at a provider. */
import type { FastifyInstance } from 'fastify'
import { defined } from '../../domain/defined.ts'
import { isTest } from '../../domain/mode.ts'
import { providers } from '../../providers/index.ts'
import { broken, problem } from '../problem.ts'
import type { NewProviderAccount } from '../schemas/provider-account.ts'
import { newTestAccountRow } from '../test-mode/accounts.ts'
import { assertUsableBaseUrl } from '../usable-url.ts'
import { checkCredentials, pickSecrets, type SecretName, withNewAddress } from './secrets.ts'

/**
 * The columns of a new account.
 * @throws ApiProblem 422 for an unknown provider, missing credentials or an address that may not be called.
 */
export async function newAccountRow(app: FastifyInstance, platformId: string, body: NewProviderAccount) {
  const { settings } = app
  const code = body.provider.toUpperCase()
  if (isTest(platformId)) return newTestAccountRow(settings, platformId, { ...body, provider: code })
  const adapter = Object.hasOwn(providers, code) ? providers[code] : undefined
  if (!adapter) {
    throw problem('rule_broken', {
      errors: [{ path: '/provider', rule: 'provider', message: 'is not a known provider' }],
    })
  }
  if (adapter.host === null && body.baseUrl === undefined) throw addressMissing()
  if (body.baseUrl !== undefined) await assertUsableBaseUrl(settings, body.baseUrl)
  const packed = pickSecrets(body)
  checkCredentials(adapter.code, packed)
  const columns = {
    provider: adapter.code,
    name: body.name ?? adapter.name,
    baseUrl: body.baseUrl ?? null,
    priority: body.priority,
    enabled: body.enabled,
  } satisfies Record<Exclude<keyof NewProviderAccount, SecretName>, unknown>
  return { platformId, ...withNewAddress(settings, packed), ...defined(columns) }
}

export function addressMissing() {
  const message = 'is required: the address of this provider is not public'
  return broken('/baseUrl', 'required', message)
}
