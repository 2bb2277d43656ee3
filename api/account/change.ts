/** Accounts at providers: how their secrets are kept, checked and shown. */
import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { deriveKey, type Settings } from '../../config/env.ts'
import { open, seal } from '../../config/seal.ts'
import type { HeldAtProvider, ProviderAccountRow } from '../../db/queries/account/read.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { findProvider, providers } from '../../providers/index.ts'
import { sha256 } from '../access/api-keys.ts'
import { problem } from '../problem.ts'
import type { NewProviderAccount, ProviderAccount, ProviderAccountChange } from '../schemas/provider-account.ts'
import { iso } from '../time.ts'
import { assertUsableBaseUrl } from '../usable-url.ts'

export interface Packed {
  publicKey?: string
  secretKey?: string
  webhookSecret?: string
}
export interface AccountSecrets extends Packed {
  webhookToken: string
}

const SECRET_NAMES = ['publicKey', 'secretKey', 'webhookSecret'] as const

const sealKey = ({ masterKey }: Pick<Settings, 'masterKey'>) => deriveKey(masterKey, 'seal')

export function openSecrets(settings: Settings, { sealedSecrets }: Pick<ProviderAccountRow, 'sealedSecrets'>) {
  return JSON.parse(open(sealedSecrets, sealKey(settings))) as AccountSecrets
}

/**
 * The columns of a new account.
 * @throws ApiProblem 422 for an unknown provider, missing credentials or an address that may not be called.
 */
export async function newAccountRow(app: FastifyInstance, platformId: string, body: NewProviderAccount) {
  const { settings } = app
  const adapter = Object.hasOwn(providers, body.provider) ? providers[body.provider] : undefined
  if (!adapter) {
    throw problem('rule_broken', {
      errors: [{ path: '/provider', rule: 'provider', message: 'is not a known provider' }],
    })
  }
  if (adapter.host === null && body.baseUrl === undefined) throw addressMissing()
  if (body.baseUrl !== undefined) await assertUsableBaseUrl(settings, body.baseUrl)
  const packed = pickSecrets(body)
  checkCredentials(adapter.code, packed)
  const webhookToken = randomBytes(32).toString('base64url')
  return {
    platformId,
    provider: adapter.code,
    name: body.name ?? adapter.name,
    baseUrl: body.baseUrl ?? null,
    sealedSecrets: sealSecrets(settings, { ...packed, webhookToken }),
    webhookTokenHash: sha256(webhookToken).toString('hex'),
    ...(body.priority === undefined ? {} : { priority: body.priority }),
    ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
  }
}

function addressMissing() {
  const message = 'is required: the address of this provider is not public'
  return problem('rule_broken', { errors: [{ path: '/baseUrl', rule: 'required', message }] })
}

/**
 * The columns that a change sets; secrets that it leaves out stay, null removes them.
 * @param holds whether the account keeps what others have entrusted to its present address.
 * @throws ApiProblem 422 also when what was given for one address would go to another.
 */
export function changedColumns(
  settings: Settings,
  row: ProviderAccountRow,
  change: ProviderAccountChange,
  holds: HeldAtProvider,
) {
  const { name, baseUrl, priority, enabled } = change
  if (baseUrl === null && findProvider(row.provider).host === null) throw addressMissing()
  if (baseUrl && goesElsewhere(row, baseUrl)) assertNothingFollows(openSecrets(settings, row), change, holds)
  const columns = {
    ...(name === undefined ? {} : { name }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(priority === undefined ? {} : { priority }),
    ...(enabled === undefined ? {} : { enabled }),
  }
  if (SECRET_NAMES.every((secret) => change[secret] === undefined)) return columns
  const { webhookToken, ...kept } = openSecrets(settings, row)
  const packed = pickSecrets({ ...kept, ...withoutUndefined(change) })
  checkCredentials(row.provider, packed)
  return { ...columns, sealedSecrets: sealSecrets(settings, { ...packed, webhookToken }) }
}

/** The provider's own address is trusted with all that is meant for the provider. */
function goesElsewhere({ provider, baseUrl }: ProviderAccountRow, next: string): boolean {
  const trusted = new Set([findProvider(provider).host, ...(baseUrl?.split('|') ?? [])].flatMap(originOf))
  return next.split('|').some((url) => originOf(url).some((origin) => !trusted.has(origin)))
}

const originOf = (url: string | null): string[] => (url && URL.canParse(url) ? [new URL(url).origin] : [])

/** Secrets are written and never read: whoever names another address has to know them. */
function assertNothingFollows(secrets: AccountSecrets, change: ProviderAccountChange, holds: HeldAtProvider): void {
  if (holds.cards || holds.receivers) {
    const what = holds.cards ? 'saved cards' : 'receivers'
    const message = `cannot change while the account has ${what}: connect another account`
    throw problem('rule_broken', { errors: [{ path: '/baseUrl', rule: 'address', message }] })
  }
  const missing = SECRET_NAMES.filter((name) => secrets[name] !== undefined && change[name] === undefined)
  if (missing.length === 0) return
  const message = 'is asked for again, because it was given for another address'
  throw problem('rule_broken', { errors: missing.map((name) => ({ path: `/${name}`, rule: 'required', message })) })
}

/** @throws ApiProblem 422 with the provider's own words when a required part is missing. */
function checkCredentials(provider: string, packed: Packed): void {
  try {
    findProvider(provider).parseCredentials(packed)
  } catch (error) {
    if (error instanceof ProviderError) throw problem('rule_broken', { detail: error.message })
    throw error
  }
}

/** The webhook address holds a secret: `webhookUrlOf` is for administrators, `hidden` for everybody else. */
export function presentAccount(
  row: ProviderAccountRow,
  webhookUrl: (row: ProviderAccountRow) => string | null,
): ProviderAccount {
  const { id, provider, name, baseUrl, priority, enabled } = row
  return {
    id,
    provider,
    name,
    baseUrl,
    priority,
    enabled,
    webhookUrl: webhookUrl(row),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  }
}

export const hidden = () => null

/** Null when the account's secrets cannot be opened, as after a change of the master key: the others are still to be seen. */
export const webhookUrlOf =
  (settings: Settings, log: FastifyBaseLogger) =>
  (row: ProviderAccountRow): string | null => {
    try {
      const { webhookToken } = openSecrets(settings, row)
      return `${settings.publicUrl}/webhooks/${row.provider.toLowerCase()}/${webhookToken}`
    } catch (error) {
      log.error({ err: error, providerAccountId: row.id }, "an account's secrets cannot be opened")
      return null
    }
  }

const sealSecrets = (settings: Settings, secrets: AccountSecrets) => seal(JSON.stringify(secrets), sealKey(settings))

function pickSecrets(from: { [name in (typeof SECRET_NAMES)[number]]?: string | null }): Packed {
  return Object.fromEntries(SECRET_NAMES.flatMap((name) => (from[name] ? [[name, from[name]]] : [])))
}

const withoutUndefined = (change: ProviderAccountChange) =>
  Object.fromEntries(SECRET_NAMES.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]])))
