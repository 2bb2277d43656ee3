/** Differences that notices of another system at the same account have left. */
import { reconciliationItems } from '../../db/schema/index.ts'
import type { TestApi } from '../api/support.ts'

/** So many stand open. */
export async function fillWithUnknown(
  { database, home }: TestApi,
  { provider, accountId: providerAccountId, count }: { provider: string; accountId: string; count: number },
) {
  const item = {
    platformId: home.platformId,
    providerAccountId,
    provider,
    kind: 'missingHere',
    source: 'notice',
  } as const
  const ofOthers = Array.from({ length: count }, (_, index) => ({ ...item, transactionId: `other-${index}` }))
  await database.writer.insert(reconciliationItems).values(ofOthers)
}
