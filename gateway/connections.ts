/** What one process shares among all its connections to providers. */
import { type BudgetLimits, createBudget } from './budget.ts'
import { createCertificateCache } from './certificates.ts'
import type { Connections } from './connection.ts'
import { createTokenCache } from './tokens.ts'

export function createConnections({
  http,
  sealKey,
  metrics,
  storage,
  providerRequests,
  learnPatience,
}: Pick<Connections, 'http' | 'sealKey' | 'metrics' | 'storage' | 'learnPatience'> & {
  providerRequests: BudgetLimits
}): Connections {
  return {
    http,
    sealKey,
    metrics,
    storage,
    learnPatience,
    budget: createBudget(providerRequests),
    tokens: createTokenCache(),
    certificates: createCertificateCache(http),
  }
}
