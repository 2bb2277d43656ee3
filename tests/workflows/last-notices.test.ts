/** A notice that comes while a charge's workflow closes: it counts as delivered, so its provider would not send it again. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chargeWorkflowId, decideUpdate, statusQuery } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { notify } from '../support/webhooks.ts'

const HELD = 7_001

let stack: ChargeStack
let accountId: string
beforeAll(async () => {
  stack = await startChargeStack()
  accountId = await stack.addAccount('ASAAS')
  // A void decision is written down once the test lets go of the lock: its workflow cannot complete before.
  await stack.database.writer.execute(
    sql.raw(`
    CREATE FUNCTION hold_void() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(${HELD});
      RETURN NEW;
    END $$;
    CREATE TRIGGER hold_void BEFORE INSERT ON charge_events
    FOR EACH ROW WHEN (NEW.type = 'decisionVoid') EXECUTE FUNCTION hold_void()`),
  )
})
afterAll(() => stack?.close())

test('it is learnt before the workflow completes', async () => {
  const { chargeId, creation } = await stack.start([accountId], { timing: { pollFirstMs: 600_000 } })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  const workflow = stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
  const say = (status: string) => notify(stack, chargeId, { accountId, transactionId: transactionId ?? '', status })

  await stack.database.writer.transaction(async (held) => {
    await held.execute(sql`SELECT pg_advisory_xact_lock(${HELD})`)
    await workflow.startUpdate(decideUpdate, {
      waitForStage: 'ACCEPTED',
      args: [{ kind: 'retry', about: 'unknownOutcome' }],
    })
    await say('RECEIVED')
    await vi.waitFor(async () => expect(await workflow.query(statusQuery)).toMatchObject({ phase: 'done' }), 60_000)
    await say('CHARGEBACK_REQUESTED')
  })

  expect(await workflow.result()).toEqual({ status: 'CHARGEBACK' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK' })
  await stack.keepHistory(chargeWorkflowId(chargeId), 'last-notice-learnt')
}, 120_000)
