import { sql } from 'drizzle-orm'
import type { ChargeStack } from './charge-stack.ts'

/** While `run` runs, what a provider answers about a refund or withdrawal cannot be written down: as if it had not come yet. */
export async function withoutAnswers<T>(
  { database }: Pick<ChargeStack, 'database'>,
  run: () => Promise<T>,
): Promise<T> {
  const { writer } = database
  await writer.execute(sql`
    CREATE FUNCTION refuse_answers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not yet'; END $$`)
  await writer.execute(sql`
    CREATE TRIGGER refuse_answers BEFORE INSERT OR UPDATE ON disbursement_attempts FOR EACH ROW
    WHEN (NEW.state = 'answered') EXECUTE FUNCTION refuse_answers()`)
  try {
    return await run()
  } finally {
    await writer.execute(sql`DROP FUNCTION refuse_answers CASCADE`)
  }
}
