/**
 * Addresses that users give us (base URLs, certificates, notification addresses) must not make us call our own network.
 * Checked when they are stored, and again when the connection is made, because a name may change its address in between.
 */
import { lookup as resolve } from 'node:dns'
import { lookup as resolveAll } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Loopback, private, link-local, carrier NAT, documentation, benchmarks, multicast, reserved. */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4')
}

/** Of IPv6 only what is routed on the internet, less what wraps an IPv4 address or documents one. */
const GLOBAL_IPV6 = new BlockList()
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6')
const SPECIAL_IPV6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  SPECIAL_IPV6.addSubnet(network, bits, 'ipv6')
}

/** Whether an IP address, v4 or v6, belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !PRIVATE.check(address, 'ipv4')
  if (isIP(address) !== 6) return false
  return GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL_IPV6.check(address, 'ipv6')
}

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

/**
 * @throws PrivateAddressError when the URL is not https, carries credentials, does not resolve, or any of its addresses is
 * not public.
 */
export async function assertPublicUrl(url: string): Promise<void> {
  const host = publicHost(url)
  if (isIP(host) !== 0) return
  const addresses = await resolveAll(host, { all: true }).catch(() => [])
  if (addresses.length === 0) throw new PrivateAddressError(`${host} has no address`)
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw new PrivateAddressError(`${host} is not on the public internet`)
  }
}

/** The part of the check that needs no lookup; for whoever connects with `publicOnlyLookup`. */
export function publicHost(url: string): string {
  if (!URL.canParse(url)) throw new PrivateAddressError('Not a URL')
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'https:') throw new PrivateAddressError('Must be an https address')
  if (username || password) throw new PrivateAddressError('Must not carry credentials')
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError(`${host} is not on the public internet`)
  return host
}

/**
 * For `http.Agent`, `https.Agent` and axios: refuses private addresses at the moment of connecting, so a name that pointed
 * elsewhere when it was checked gains nothing. An address in place of a name is not looked up: check it with `publicHost`.
 */
export const publicOnlyLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new PrivateAddressError(`${hostname} is not on the public internet`), '', 0)
    }
    if (options.all) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
