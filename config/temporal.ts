/**
 * How Temporal is reached: without TLS, over TLS with or without a client certificate, or with an API key. Temporal's own tools read the
 * same variables, so the settings that Temporal Cloud shows work here.
 */
import { readFileSync } from 'node:fs'
import { defined } from '../domain/defined.ts'

export interface TemporalTls {
  /** PEM; the system's authorities by default. */
  serverRootCACertificate?: Buffer
  /** Set if the certificate names another host than the address. */
  serverNameOverride?: string
  /** PEM: mutual TLS. */
  clientCertPair?: { crt: Buffer; key: Buffer }
}

export interface TemporalAccess {
  tls: TemporalTls | false
  apiKey: string | undefined
}

/** @param problems receives a message for each invalid combination. */
export function readTemporalAccess(env: NodeJS.ProcessEnv, problems: string[]): TemporalAccess {
  const authority = pemOf(env, 'TEMPORAL_TLS_SERVER_CA_CERT', problems)
  const certificate = pemOf(env, 'TEMPORAL_TLS_CLIENT_CERT', problems)
  const key = pemOf(env, 'TEMPORAL_TLS_CLIENT_KEY', problems)
  const serverName = env.TEMPORAL_TLS_SERVER_NAME || undefined
  const apiKey = env.TEMPORAL_API_KEY || undefined
  if ((certificate === undefined) !== (key === undefined)) {
    problems.push('TEMPORAL_TLS_CLIENT_CERT_* and TEMPORAL_TLS_CLIENT_KEY_* must be set together')
  }
  const isImplied = [authority, certificate, serverName, apiKey].some((value) => value !== undefined)
  const isWanted = switchOf(env.TEMPORAL_TLS, problems)
  if (isWanted === false && isImplied) {
    problems.push('TEMPORAL_TLS is false, but an API key or certificates are set: they would travel in clear')
  }
  if (!(isWanted ?? isImplied)) return { tls: false, apiKey }
  return {
    tls: {
      ...defined({ serverRootCACertificate: authority, serverNameOverride: serverName }),
      ...defined({
        clientCertPair: certificate === undefined || key === undefined ? undefined : { crt: certificate, key },
      }),
    },
    apiKey,
  }
}

function switchOf(text: string | undefined, problems: string[]): boolean | undefined {
  if (!text) return undefined
  if (text !== 'true' && text !== 'false') problems.push('TEMPORAL_TLS must be true or false')
  return text === 'true'
}

/** Reads a PEM from `<name>_DATA`, or from the file that `<name>_PATH` names. */
function pemOf(env: NodeJS.ProcessEnv, name: string, problems: string[]): Buffer | undefined {
  const data = env[`${name}_DATA`]
  const path = env[`${name}_PATH`]
  if (data && path) problems.push(`${name}_DATA and ${name}_PATH are both set`)
  if (data) return Buffer.from(data)
  if (!path) return undefined
  try {
    return readFileSync(path)
  } catch {
    problems.push(`${name}_PATH names a file that cannot be read: ${path}`)
    return undefined
  }
}
