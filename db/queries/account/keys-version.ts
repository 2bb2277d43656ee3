import { sql } from 'drizzle-orm'
import { providerAccounts } from '../../schema/index.ts'

/**
 * For the row of an attempt that is written although no run of it ever sent anything: whatever it sends later is sent with keys as good as the
 * present ones.
 */
export const ofPresentKeys = ({ accountId }: { accountId: string }) => ({
  keysVersion: sql`(SELECT ${providerAccounts.keysVersion} FROM ${providerAccounts} WHERE ${providerAccounts.id} = ${accountId})`,
})
