import { readSettings, type Settings } from '../../config/env.ts'

/** Local settings against the servers of a test. */
export function createLocalSettings(servers: {
  databaseUrl: string
  temporalAddress: string
  temporalNamespace: string
}): Settings {
  return readSettings({
    DATABASE_URL: servers.databaseUrl,
    TEMPORAL_ADDRESS: servers.temporalAddress,
    TEMPORAL_NAMESPACE: servers.temporalNamespace,
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1:9',
  })
}
