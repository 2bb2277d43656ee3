/** Client certificates for mutual TLS: downloaded from the platform's URL and cached for an hour, or from an account's credentials. */
import { X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { MESSAGES } from '../domain/messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { Credentials } from '../providers/contract.ts'
import type { ClientIdentity, HttpClient } from './http-client.ts'

const CACHE_MS = 60 * 60 * 1000
/** Beyond this number, the least recently used certificate is evicted and downloaded again when needed. */
const MOST_KEPT = 1000
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const PRIVATE_KEY = /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----[\s\S]+?-----END (?:RSA |EC )?PRIVATE KEY-----/

export interface CertificateCache {
  /**
   * @param owner the account and the base URL that the certificate is for.
   * @throws ProviderError Unauthorized if there is no URL or no usable certificate at it, NotSent if it cannot be fetched.
   */
  get(owner: string, url: string | null): Promise<ClientIdentity>
}

export function createCertificateCache(http: HttpClient, now: () => number = Date.now): CertificateCache {
  const entries = new LRUCache<string, Promise<ClientIdentity>>({
    max: MOST_KEPT,
    ttl: CACHE_MS,
    perf: { now },
    ttlResolution: 0,
  })
  return {
    get: (owner, url) => {
      if (!url) return Promise.reject(new ProviderError('Unauthorized', MESSAGES.unauthorized))
      const key = JSON.stringify([owner, url])
      const known = entries.get(key)
      if (known) return known
      const identity = download(http, url)
      identity.catch(() => {
        if (entries.peek(key) === identity) entries.delete(key)
      })
      entries.set(key, identity)
      return identity
    },
  }
}

/**
 * The certificate in an account's credentials.
 * @throws ProviderError Unauthorized if there is no usable certificate.
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
