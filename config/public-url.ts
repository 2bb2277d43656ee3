/**
 * URLs from users (base URLs, certificates, notification URLs) must not make us call our own network. They are checked when they are
 * stored, and again when the connection is made, because a name may resolve to another address by then.
 */
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { OUR_MESSAGES, ourMessage } from '../domain/our-messages.ts'
import { type Address, addressesOf } from './resolve-name.ts'

/** The globally routed part of IPv6, and the documentation range in it that the library's list lacks. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** It looks public and is the host of every machine in Azure. */
const AZURE_HOST = '168.63.129.16'
const DOCUMENTATION_IPV6 = ipaddr.IPv6.parseCIDR('3fff::/20')

/** Whether an IP address, v4 or v6, is on the public internet. An IPv4 address wrapped in IPv6 is not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || address === AZURE_HOST) return false
  return parsed instanceof ipaddr.IPv4 || (parsed.match(GLOBAL_IPV6) && !parsed.match(DOCUMENTATION_IPV6))
}

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

/**
 * @throws PrivateAddressError if the URL is not https, has credentials, does not resolve, or any of its addresses is not public.
 */
export async function assertPublicUrl(url: string): Promise<void> {
  const host = publicHost(url)
  if (isIP(host) !== 0) return
  const addresses = await addressesOf(host).catch(() => [])
  if (addresses.length === 0) throw new PrivateAddressError(ourMessage('noAddress', { host }))
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw new PrivateAddressError(ourMessage('notPublic', { host }))
  }
}

/** The part of the check that needs no DNS lookup, for clients that connect with `publicOnlyLookup`. */
export function publicHost(url: string): string {
  if (!URL.canParse(url)) throw new PrivateAddressError(OUR_MESSAGES.notUrl)
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'https:') throw new PrivateAddressError(OUR_MESSAGES.notHttps)
  if (username || password) throw new PrivateAddressError(OUR_MESSAGES.carriesCredentials)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError(ourMessage('notPublic', { host }))
  return host
}

/**
 * For `http.Agent`, `https.Agent` and axios: refuses private addresses at the moment of connecting, even if the name resolved to a
 * public address when it was checked. A literal IP address is not looked up: check it with `publicHost`.
 */
export const publicOnlyLookup: LookupFunction = (hostname, options, callback) => {
  publicAddressesOf(hostname, options.family).then(
    ([first, ...others]) =>
      options.all ? callback(null, [first, ...others]) : callback(null, first.address, first.family),
    (error) => callback(error, '', 0),
  )
}

async function publicAddressesOf(hostname: string, family: unknown): Promise<[Address, ...Address[]]> {
  const addresses = await addressesOf(hostname)
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw new PrivateAddressError(ourMessage('notPublic', { host: hostname }))
  }
  const [first, ...others] = addresses.filter((one) => !Number(family) || one.family === Number(family))
  if (!first) throw Object.assign(new Error(`${hostname} has no such address`), { code: 'ENOTFOUND' })
  return [first, ...others]
}
