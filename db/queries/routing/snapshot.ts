/** Loads the data for a routing decision in one statement. */
import { sql } from 'drizzle-orm'
import type { RoutingRule } from '../../../domain/routing.ts'
import type { Database } from '../../client.ts'
import type { Candidate } from '../account/read.ts'

export interface RoutingSnapshot extends Record<string, unknown> {
  /** In the platform's order; `sealedBy` is the id of the key that sealed the account's secrets. */
  accounts: (Candidate & { platformId: string; enabled: boolean; sealedBy: string })[]
  /** In the order in which they are evaluated. */
  rules: RoutingRule[]
}

export async function routingSnapshot(db: Database, platformId: string): Promise<RoutingSnapshot> {
  const [snapshot] = await db.execute<RoutingSnapshot>(sql`
    SELECT (SELECT coalesce(jsonb_agg(
                     jsonb_build_object('accountId', id, 'platformId', platform_id, 'provider', provider, 'enabled', enabled,
                       'sealedBy', split_part(sealed_secrets, '.', 1))
                     ORDER BY priority, created_at, id), '[]')
              FROM provider_accounts WHERE platform_id = ${platformId} AND deleted_at IS NULL) AS accounts,
           (SELECT coalesce(jsonb_agg(
                     jsonb_build_object('id', id, 'enabled', enabled, 'when', "when", 'strategy', strategy, 'accounts', accounts)
                     ORDER BY position, id), '[]')
              FROM routing_rules WHERE platform_id = ${platformId}) AS rules`)
  return snapshot ?? { accounts: [], rules: [] }
}
