import { sql } from 'drizzle-orm'
import type { ChargeStack } from './charge-stack.ts'

interface Told {
  table: string
  /** Says how far its creation has come. */
  column: string
}

const OF_DISBURSEMENTS: Told = { table: 'disbursement_attempts', column: 'state' }
export const OF_RECEIVERS: Told = { table: 'receivers', column: 'creation' }

/**
 * While `run` runs, what a provider answers to such a request cannot be written down: as if it had not come yet.
 * @param run is told how often it was tried.
 */
export async function withoutAnswers<T>(
  { database }: Pick<ChargeStack, 'database'>,
  run: (refused: () => Promise<number>) => Promise<T>,
  { table, column }: Told = OF_DISBURSEMENTS,
): Promise<T> {
  const { writer } = database
  await writer.execute(sql`CREATE SEQUENCE refused_answers MINVALUE 0 START 1`)
  await writer.execute(sql`
    CREATE FUNCTION refuse_answers() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM nextval('refused_answers'); RAISE EXCEPTION 'not yet'; END $$`)
  await writer.execute(sql`
    CREATE TRIGGER refuse_answers BEFORE INSERT OR UPDATE ON ${sql.identifier(table)} FOR EACH ROW
    WHEN (NEW.${sql.identifier(column)} = 'answered') EXECUTE FUNCTION refuse_answers()`)
  try {
    return await run(async () => {
      const rows = await writer.execute<{ tries: string }>(
        sql`SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS tries FROM refused_answers`,
      )
      return Number(rows[0]?.tries)
    })
  } finally {
    await writer.execute(sql`DROP FUNCTION refuse_answers CASCADE`)
    await writer.execute(sql`DROP SEQUENCE refused_answers`)
  }
}
