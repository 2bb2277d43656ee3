/** What one process shares among all its lines to providers. */
import { createBulkhead } from './bulkhead.ts'
import { createCertificateCache } from './certificates.ts'
import type { LineFactory } from './line.ts'
import { createTokenCache } from './tokens.ts'

/** Of the requests that one process may have under way. */
const SHARE_OF_A_PROVIDER = 40

export function createLines({
  http,
  sealKey,
  metrics,
  storage,
}: Pick<LineFactory, 'http' | 'sealKey' | 'metrics' | 'storage'>): LineFactory {
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
