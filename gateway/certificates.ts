/** Client certificates for mutual TLS: downloaded from the platform's URL and cached for an hour, or from an account's credentials. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { MESSAGES } from '../domain/messages.ts'
import { OUR_MESSAGES } from '../domain/our-messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { Credentials } from '../providers/contract.ts'
import type { ClientIdentity, HttpClient } from './http-client.ts'

const CACHE_MS = 60 * 60 * 1000
/** Beyond this number, the least recently used certificate is evicted and downloaded again when needed. */
const MOST_KEPT = 1000
/** How long an address that serves no usable certificate is not asked again. */
const REFUSAL_MS = 60 * 1000
/** A bundle is a few certificates and a key. What is longer is none, and is not parsed. */
const LONGEST_BUNDLE = 64 * 1024
const PRIVATE_KEYS = ['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY'] as const

export interface CertificateCache {
  /**
   * @param owner the account and the base URL that the certificate is for.
   * @throws ProviderError Unauthorized if there is no URL or no usable certificate at it, which is remembered for a minute; NotSent if
   * it cannot be fetched.
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
      identity.catch((error: unknown) => {
        if (entries.peek(key) !== identity) return
        if (error instanceof ProviderError && error.kind === 'Unauthorized') {
          entries.set(key, identity, { ttl: REFUSAL_MS })
        } else entries.delete(key)
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
      throw new ProviderError('NotSent', OUR_MESSAGES.certificateNotThere, { cause: error })
    })
  if (answer.status >= 500) throw new ProviderError('NotSent', OUR_MESSAGES.certificateNotThere)
  const identity = answer.status === 200 ? parseBundle(answer.body) : undefined
  if (!identity) throw new ProviderError('Unauthorized', MESSAGES.unauthorized)
  return identity
}

/** Undefined if it is no certificate with its private key, or has further certificates that are none. */
function parseBundle(pem: string): ClientIdentity | undefined {
  if (pem.length > LONGEST_BUNDLE) return undefined
  const [key] = PRIVATE_KEYS.flatMap((label) => blocksOf(pem, label))
  if (!key) return undefined
  try {
    const privateKey = createPrivateKey(key)
    const bundled = blocksOf(pem, 'CERTIFICATE').map((text) => ({ text, parsed: new X509Certificate(text) }))
    // Bundles begin with it or end with it. TLS would find a wrong one too, but when it is no longer known whether the request was sent.
    const leaf = bundled.find(({ parsed }) => parsed.checkPrivateKey(privateKey))
    if (!leaf) return undefined
    const others = bundled.filter((one) => one !== leaf)
    return {
      certificate: chainOf(leaf, others).map(textOf).join('\n'),
      key,
      authorities: others.filter(({ parsed }) => parsed.ca).map(textOf),
    }
  } catch {
    return undefined
  }
}

interface Bundled {
  text: string
  parsed: X509Certificate
}

const textOf = ({ text }: Bundled): string => text

/** A certificate and those that issued it, without the root: the server trusts that one already, or none of them. */
function chainOf(one: Bundled, others: readonly Bundled[]): Bundled[] {
  const issuer = others.find(({ parsed }) => one.parsed.checkIssued(parsed) && !parsed.checkIssued(parsed))
  const rest = others.filter((other) => other !== issuer)
  return issuer ? [one, ...chainOf(issuer, rest)] : [one]
}

/** In one pass: the text is a stranger's, and an expression that looks for each end from each beginning takes minutes over it. */
function blocksOf(pem: string, label: string): string[] {
  const [begin, end] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`]
  const blocks: string[] = []
  for (let from = pem.indexOf(begin); from >= 0; ) {
    const to = pem.indexOf(end, from)
    if (to < 0) break
    blocks.push(pem.slice(from, to + end.length))
    from = pem.indexOf(begin, to)
  }
  return blocks
}
