/** Client certificates for mutual TLS: downloaded from the address that the platform holds and kept for an hour, or in an account's keys. */
import { X509Certificate } from 'node:crypto'
import { MESSAGES } from '../domain/messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { Credentials } from '../providers/contract.ts'
import type { ClientIdentity, HttpClient } from './http-client.ts'

const CACHE_MS = 60 * 60 * 1000
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const PRIVATE_KEY = /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----[\s\S]+?-----END (?:RSA |EC )?PRIVATE KEY-----/

export interface CertificateCache {
  /**
   * @throws ProviderError Unauthorized when there is no address or no usable certificate behind it, NotSent when it cannot be fetched.
   */
  get(url: string | null): Promise<ClientIdentity>
}

export function createCertificateCache(http: HttpClient, now: () => number = Date.now): CertificateCache {
  const entries = new Map<string, { identity: Promise<ClientIdentity>; expiresAt: number }>()
  return {
    get: (url) => {
      if (!url) return Promise.reject(new ProviderError('Unauthorized', MESSAGES.unauthorized))
      const known = entries.get(url)
      if (known && known.expiresAt > now()) return known.identity
      const entry = { identity: download(http, url), expiresAt: now() + CACHE_MS }
      entry.identity.catch(() => {
        if (entries.get(url) === entry) entries.delete(url)
      })
      entries.set(url, entry)
      return entry.identity
    },
  }
}

/**
 * The certificate that an account's keys hold.
 * @throws ProviderError Unauthorized when there is none that could be used.
 */
export function certificateIn({ certificate = '', certificateKey = '' }: Credentials): ClientIdentity {
  const identity = parseBundle(`${toPem(certificate)}\n${toPem(certificateKey)}`)
  if (!identity) throw new ProviderError('Unauthorized', MESSAGES.unauthorized)
  return identity
}

function toPem(text: string): string {
  return text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('utf8')
}

async function download(http: HttpClient, url: string): Promise<ClientIdentity> {
  const answer = await http
    .send({ risk: 'read', method: 'GET', url, headers: {}, authenticated: false })
    .catch((error: unknown) => {
      throw new ProviderError('NotSent', 'The client certificate could not be downloaded', { cause: error })
    })
  if (answer.status >= 500) throw new ProviderError('NotSent', 'The client certificate could not be downloaded')
  const identity = answer.status === 200 ? parseBundle(answer.body) : undefined
  if (!identity) throw new ProviderError('Unauthorized', MESSAGES.unauthorized)
  return identity
}

function parseBundle(pem: string): ClientIdentity | undefined {
  const [certificate, ...authorities] = pem.match(CERTIFICATE) ?? []
  const key = PRIVATE_KEY.exec(pem)?.[0]
  if (!certificate || !key) return undefined
  return { certificate, key, authorities: authorities.filter((bundled) => new X509Certificate(bundled).ca) }
}
