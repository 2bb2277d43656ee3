/** Differences that notices of another system at the same account have left. */
import { reconciliationItems } from '../../db/schema/index.ts'
import type { TestApi } from '../api/support.ts'

/** As many as are kept of an account, open: of what is unknown there nothing more is noted. */
export async function fillWithUnknown({ database, home }: TestApi, provider: string, providerAccountId: string) {
  const item = {
    platformId: home.platformId,
    providerAccountId,
    provider,
    kind: 'missingHere',
    source: 'notice',
  } as const
  const ofOthers = Array.from({ length: 100 }, (_, index) => ({ ...item, transactionId: `other-${index}` }))
  await database.writer.insert(reconciliationItems).values(ofOthers)
}
