/** The addresses of this product itself. */
import { isIPv6 } from 'node:net'

const EVERYWHERE = ['', '0.0.0.0', '::']

/** Where a process of this machine reaches what listens on `host`. */
export function localUrl(host: string | undefined, port: number): string {
  const name = host === undefined || EVERYWHERE.includes(host) ? '127.0.0.1' : host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}

/** The base of the addresses that others use, without a trailing slash. */
export function publicUrlOf({ PUBLIC_URL, HOST }: NodeJS.ProcessEnv, port: number): string {
  return (PUBLIC_URL || localUrl(HOST, port)).replace(/\/+$/, '')
}
