/** Creates what all connections of one process share. */
import { type BudgetLimits, createBudget } from './budget.ts'
import { createCertificateCache } from './certificates.ts'
import type { Connections } from './connection.ts'
import { createTokenCache } from './tokens.ts'

export function createConnections({
  http,
  testHttp,
  publicUrl,
  sealKey,
  metrics,
  storage,
  providerRequests,
  learnPatience,
}: Omit<Connections, 'budget' | 'tokens' | 'certificates'> & { providerRequests: BudgetLimits }): Connections {
  return {
    http,
    testHttp,
    publicUrl,
    sealKey,
    metrics,
    storage,
    learnPatience,
    budget: createBudget(providerRequests),
    tokens: createTokenCache(),
    certificates: createCertificateCache(http),
  }
}
