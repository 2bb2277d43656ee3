import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
    // Not the directory of a product that is run by hand, whose keys are there.
    TRILHO_DATA_DIR: join(tmpdir(), 'trilho-test-data'),
    PUBLIC_URL: 'http://127.0.0.1:9',
  })
}
