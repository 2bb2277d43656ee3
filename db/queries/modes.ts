/** Live and test mode, as SQL asks them of a platform's id: what `isLive` of domain/mode.ts asks in code. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

export const isOfLive = (platformId: SQLWrapper): SQL => sql`substr(${platformId}::text, 15, 1) <> '8'`
