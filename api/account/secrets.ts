/** An account's secrets: written, never shown. */
import { randomBytes } from 'node:crypto'
import type { Settings } from '../../config/env.ts'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import type { ProviderAccountRow } from '../../db/queries/account/read.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { type AccountSecrets, openSecrets, type Packed } from '../../gateway/account-secrets.ts'
import { certificateIn } from '../../gateway/certificates.ts'
import { findProvider } from '../../providers/index.ts'
import { sha256 } from '../access/api-keys.ts'
import { brokenInWords, refusedBy } from '../problem.ts'

export type { Packed }

export const SECRET_NAMES = ['publicKey', 'secretKey', 'webhookSecret'] as const

const sealKey = ({ masterKey }: Pick<Settings, 'masterKey'>) => deriveKey(masterKey, 'seal')

export const openSecretsOf = (settings: Settings, row: Pick<ProviderAccountRow, 'sealedSecrets'>) =>
  openSecrets(row, sealKey(settings))

/**
 * @param change what is given now; a certificate that was stored before they were checked stands in no other change's way.
 * @throws ApiProblem 422 with the provider's own words when a required part is missing, and for a certificate that proves nothing.
 */
export function checkCredentials(code: string, packed: Packed, change: GivenSecrets = packed): void {
  const { parseCredentials, clientCertificate } = findProvider(code)
  const credentials = orRefused(() => parseCredentials(packed), refusedBy)
  if (clientCertificate !== 'credentials' || (!change.publicKey && !change.secretKey)) return
  orRefused(
    () => certificateIn(credentials),
    () => brokenInWords('/publicKey', 'certificate', CERTIFICATE),
  )
}

const CERTIFICATE =
  'The certificate and its private key cannot be read, or do not belong together: give publicKey and secretKey together'

function orRefused<T>(read: () => T, refusal: (error: ProviderError) => Error): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof ProviderError ? refusal(error) : error
  }
}

export const sealSecrets = (settings: Settings, secrets: AccountSecrets) =>
  seal(JSON.stringify(secrets), sealKey(settings))

export type SecretName = (typeof SECRET_NAMES)[number]
type GivenSecrets = { [name in SecretName]?: string | null }

export function pickSecrets(from: GivenSecrets): Packed {
  return Object.fromEntries(SECRET_NAMES.flatMap((name) => (from[name] ? [[name, from[name]]] : [])))
}

const WEBHOOK_TOKEN = /^[\w-]{43}$/

const newToken = () => randomBytes(32).toString('base64url')

/** Whether it has the form of a webhook address's secret. */
export const isWebhookToken = (text: string): boolean => WEBHOOK_TOKEN.test(text)

/** The columns of these secrets with a new webhook address; what attempts draw from stays. */
export function withNewAddress(settings: Settings, packed: Packed & Partial<Pick<AccountSecrets, 'chance'>>) {
  const [webhookToken, chance] = [newToken(), packed.chance ?? newToken()]
  return {
    sealedSecrets: sealSecrets(settings, { ...packed, webhookToken, chance }),
    webhookTokenHash: sha256(webhookToken).toString('hex'),
  }
}
