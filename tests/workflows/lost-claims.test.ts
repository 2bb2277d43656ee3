/** A failover of the database sets a try that was released once back to what it was before it was sent, and its worker dies. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, startWithdrawal, workflowOf } from '../support/disbursements.ts'
import { withoutAnswers } from '../support/unwritten-answers.ts'

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(() => stack?.close())

const run = (statement: string) => stack.database.writer.execute(sql.raw(statement))

/** The second claim is taken back the moment that it is committed: the run that made it has been told that it holds it. */
const LOSES_CLAIMS = `
  CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE disbursement_attempts SET state = 'created', claimed_by = OLD.claimed_by WHERE id = NEW.id;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER lose AFTER UPDATE ON disbursement_attempts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state = 'created' AND NEW.state = 'sending' AND NEW.claimed_by IS DISTINCT FROM OLD.claimed_by)
  EXECUTE FUNCTION lose()`

test('a withdrawal that was held back before and then sent is not sent a second time', async () => {
  // Neither a key nor a search there tells whether it was paid.
  const account = await stack.addAccount('BRAVIVE')
  await run(LOSES_CLAIMS)
  await stack.control('PUT', '/faults/BRAVIVE/withdraw', { fault: 'rateLimited', times: 1, retryAfterSeconds: 1 })
  // A run that cannot write its answer down ends as one whose process died does: with none.
  const started = await withoutAnswers(stack, async () => {
    const asked = await startWithdrawal(stack, [account], { timing: { unreachableMs: 180_000, unknownMs: 500 } })
    const tries = async () => (await workflowOf(stack, asked.row).describe()).raw.pendingActivities?.[0]?.attempt
    await vi.waitFor(async () => expect(await tries()).toBeGreaterThanOrEqual(3), 90_000)
    return asked
  })
  expect(await started.answer).toEqual({ outcome: 'needsAttention' })
  expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'PENDING', attention: 'unknownOutcome' })
  const { data } = await stack.control<{ data: unknown[] }>('GET', '/withdrawals?provider=BRAVIVE')
  expect(data).toHaveLength(1)
}, 180_000)
