/** Asks for an operator and records decisions, the same way for every movement. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { EventCause } from '../../../domain/cause.ts'
import { type Decided, decisionEvent } from '../../../domain/decision.ts'
import { defined } from '../../../domain/defined.ts'
import type { Queryable } from '../../client.ts'
import { auditLog } from '../../schema/index.ts'
import { hasReason, withoutReasons, withReasons } from './attention-reasons.ts'
import type { MovementTables } from './tables.ts'

export interface Asking {
  /** Reasons that the new one replaces. */
  instead?: readonly string[]
  /** A condition that the row must meet. */
  only?: SQL | undefined
}

/**
 * Sets a reason for attention in the row and in its history together.
 * @returns false if the reason is already set, or the condition is not met.
 */
export async function askAbout(
  db: Queryable,
  { rows, events, owner }: MovementTables,
  id: string,
  reason: string,
  { instead = [], only = sql`true` }: Asking = {},
): Promise<boolean> {
  const standing = rows.attentionReasons
  const asked = await db.execute(sql`
    WITH asked AS (
      UPDATE ${rows} SET attention_reasons = ${withReasons(withoutReasons(standing, instead), [reason])}, updated_at = now()
      WHERE ${rows.id} = ${id} AND NOT ${hasReason(standing, reason)} AND ${only}
      RETURNING ${rows.id} AS id, ${rows.updatedAt} AS at
    )
    INSERT INTO ${events} (id, ${sql.identifier(owner.name)}, key, type, cause, detail)
    SELECT ${uuidv7()}::uuid, id, concat('needsAttention/', ${reason}::text, '/', at), 'needsAttention', 'timer',
      ${JSON.stringify({ reason })}::jsonb
    FROM asked
    ON CONFLICT DO NOTHING
    RETURNING id`)
  return asked.length > 0
}

export interface Once {
  /** Of the history's row, which is written once; from the movement's row where it depends on that. */
  key: string | SQL
  reason: string
  cause: EventCause
  detail?: Record<string, string | boolean>
  provider?: SQLWrapper
  /** A further change of the row. */
  also?: SQL
  /** The condition under which the row gets the reason. The history gets its row in any case. */
  asks?: SQL
}

/**
 * As askAbout, under a key: once, whatever was answered since.
 * @returns false if it was asked before, or the movement does not exist.
 */
export async function askOnce(
  db: Queryable,
  { rows, events, owner }: MovementTables,
  id: string,
  { key, reason, cause, detail, provider = sql`NULL`, also, asks = sql`true` }: Once,
): Promise<boolean> {
  const asked = await db.execute(sql`
    WITH event AS (
      INSERT INTO ${events} (id, ${sql.identifier(owner.name)}, key, type, cause, provider, detail)
      SELECT ${uuidv7()}::uuid, ${rows.id}, ${key}, 'needsAttention', ${cause}, ${provider}, ${JSON.stringify({ reason, ...detail })}::jsonb
      FROM ${rows} WHERE ${rows.id} = ${id}
      ON CONFLICT DO NOTHING
      RETURNING ${sql.identifier(owner.name)} AS id
    ), asked AS (
      UPDATE ${rows} SET attention_reasons = ${withReasons(rows.attentionReasons, [reason])},
        ${also ? sql`${also},` : sql``} updated_at = now()
      FROM event WHERE ${rows.id} = event.id AND ${asks}
    )
    SELECT id FROM event`)
  return asked.length > 0
}

/** Of a provider's word that no table maps: each of a movement's words once. */
export const unmappedWord = (rawStatus: string | undefined) => ({
  key: `unmapped/${rawStatus ?? ''}`,
  reason: 'unmappedStatus',
  detail: { unmapped: true, ...defined({ rawStatus }) },
})

/**
 * Records a decision's result in the row and in its history together, and in the audit log if it came as a signal.
 * @param answered the reasons that it clears.
 * @returns whether an operator is still needed.
 */
export async function writeDecision(
  db: Queryable,
  { rows, events, owner }: MovementTables,
  id: string,
  decided: Decided,
  answered: readonly string[],
): Promise<boolean> {
  const { key, type, cause, detail } = decisionEvent(decided)
  const { signal, by, kind, became } = decided
  const noted = { ...signal?.detail, became, ...defined({ why: decided.became === 'void' ? decided.why : undefined }) }
  const audit = signal
    ? sql`, audit AS (
      INSERT INTO ${auditLog} (id, platform_id, actor, action, target, detail)
      SELECT ${uuidv7()}::uuid, decided."platformId", ${by ?? ''}, ${kind}, ${signal.target}, ${JSON.stringify(noted)}::jsonb
      FROM decided, event
    )`
    : sql``
  const [row] = await db.execute<{ isAsked: boolean }>(sql`
    WITH decided AS (
      UPDATE ${rows} SET attention_reasons = ${withoutReasons(rows.attentionReasons, answered)}, updated_at = now()
      WHERE ${rows.id} = ${id}
      RETURNING ${rows.id} AS id, ${rows.platformId} AS "platformId", ${rows.attention} IS NOT NULL AS "isAsked"
    ), event AS (
      INSERT INTO ${events} (id, ${sql.identifier(owner.name)}, key, type, cause, detail)
      SELECT ${uuidv7()}::uuid, id, ${key}, ${type}, ${cause}, ${JSON.stringify(detail)}::jsonb FROM decided
      ON CONFLICT DO NOTHING
      RETURNING id
    )${audit}
    SELECT "isAsked" FROM decided`)
  return row?.isAsked ?? false
}
