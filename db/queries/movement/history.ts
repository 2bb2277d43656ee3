/** The history of a movement. Append-only. */
import { type SQL, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { EventCause } from '../../../domain/cause.ts'
import { defined } from '../../../domain/defined.ts'

/** One row of the history. `key` makes a repeat harmless; `at` is now by default. */
export interface HistoryDraft<Type extends string, Status extends string> {
  key: string
  type: Type
  cause: EventCause
  provider?: string
  from?: Status
  to?: Status
  /** ISO 8601 UTC. */
  at?: string
  detail?: Record<string, string | number | boolean>
}

/** The values for an insert that skips existing keys. The caller adds the movement's id. */
export function historyRow<Type extends string, Status extends string>(draft: HistoryDraft<Type, Status>) {
  const { key, type, cause, provider = null, detail = null, from, to, at } = draft
  return { id: uuidv7(), key, type, cause, provider, detail, ...defined({ from, to, at }) }
}

/** The rows as a record set `event` inside a statement, from their JSON. */
export const eventsIn = (json: SQL): SQL => sql`jsonb_to_recordset(${json}::jsonb) AS event (
  id uuid, key text, at timestamptz, type text, "from" text, "to" text, cause text, provider text, detail jsonb)`
