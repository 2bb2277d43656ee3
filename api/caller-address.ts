import ipaddr from 'ipaddr.js'

/** Whom a limit counts: an address, or the /64 of an IPv6 one, of which one line has 2^64. */
export function callerAddress(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip
  const address = ipaddr.IPv6.parse(ip)
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
