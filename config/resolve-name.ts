/**
 * The addresses of a name that a user chose. The system's resolver holds one of two threads until the name's servers answer, so
 * that two slow names stop every platform's connections: docs/decisions/0226-names-are-asked-without-threads.md
 */
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

export interface Address {
  address: string
  family: 4 | 6
}

const HOSTS = '/etc/hosts'
/** For the first try; the second waits twice as long. */
const TIMEOUT_MS = 1_500
const TRIES = 2
/** The name has no such address, or there is no such name. */
const ABSENT: readonly string[] = ['ENODATA', 'ENOTFOUND']

/**
 * All its addresses, from the machine's own list of hosts or from DNS.
 * @throws Error with the code ENOTFOUND if it has none, EAI_AGAIN if no server said so.
 */
export async function addressesOf(name: string): Promise<Address[]> {
  const own = ownAddressesOf(name)
  if (own.length > 0) return own
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found.map(asAddress)
  const isAbsent = answers.every(({ status, ...why }) => status === 'rejected' && ABSENT.includes(codeOf(why)))
  const code = isAbsent ? 'ENOTFOUND' : 'EAI_AGAIN'
  throw Object.assign(new Error(`${name} has no address (${code})`), { code })
}

function ownAddressesOf(name: string): Address[] {
  const wanted = name.toLowerCase().replace(/\.$/, '')
  return linesOfHosts().flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return isIP(address) !== 0 && names.includes(wanted) ? [asAddress(address)] : []
  })
}

function linesOfHosts(): string[] {
  try {
    return readFileSync(HOSTS, 'utf8').split('\n')
  } catch {
    return []
  }
}

const asAddress = (address: string): Address => ({ address, family: isIP(address) === 6 ? 6 : 4 })

const codeOf = (why: object): string => ('reason' in why ? ((why.reason as { code?: string }).code ?? '') : '')
