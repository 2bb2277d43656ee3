/** What one process shares among all its connections to providers. */
import { createBulkhead } from './bulkhead.ts'
import { createCertificateCache } from './certificates.ts'
import type { Connections } from './connection.ts'
import { createTokenCache } from './tokens.ts'

/** Of the requests that one process may have under way. */
const SHARE_OF_A_PROVIDER = 40

export function createConnections({
  http,
  sealKey,
  metrics,
  storage,
}: Pick<Connections, 'http' | 'sealKey' | 'metrics' | 'storage'>): Connections {
  return {
    http,
    sealKey,
    metrics,
    storage,
    bulkhead: createBulkhead(SHARE_OF_A_PROVIDER),
    tokens: createTokenCache(),
    certificates: createCertificateCache(http),
  }
}
