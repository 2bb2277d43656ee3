/** An error of ours keeps a stored notice from its movement: it is tried again, and not as often as can be. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { webhookEvents } from '../../db/schema/index.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { startQuickSweep } from '../support/sweeps.ts'
import { storeNotice } from '../support/webhooks.ts'

let stack: ChargeStack
let asaas: string

beforeAll(async () => {
  stack = await startChargeStack()
  asaas = await stack.addAccount('ASAAS')
  await startQuickSweep(stack, { everyMs: 100 })
})
afterAll(() => stack?.close())

test('a notice that cannot be delivered by an error of ours is counted, and comes again ever later', async () => {
  const { writer } = stack.database
  const { chargeId, creation } = await stack.start([asaas])
  await creation
  const { transactionId } = await stack.charge(chargeId)
  await writer.execute(sql`
    CREATE FUNCTION refuse_notice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a defect'; END $$;`)
  await writer.execute(sql`
    CREATE TRIGGER refuse BEFORE UPDATE ON webhook_events FOR EACH ROW WHEN (NEW.state = 'delivered') EXECUTE FUNCTION refuse_notice()`)
  const id = await storeNotice(stack, { accountId: asaas, transactionId: transactionId ?? '', status: 'PENDING' })
  const eventOf = async () => (await writer.select().from(webhookEvents).where(eq(webhookEvents.id, id)))[0]
  const becomesDue = () =>
    writer.update(webhookEvents).set({ nextAttemptAt: sql`now()` }).where(eq(webhookEvents.id, id))
  for (const least of [1, 2, 3]) {
    await becomesDue()
    await vi.waitFor(async () => {
      const { state, attempts = 0, nextAttemptAt = '' } = (await eventOf()) ?? {}
      expect([state, attempts >= least]).toEqual(['pending', true])
      // Not while it is being delivered.
      expect(Date.parse(nextAttemptAt) - Date.now()).toBeLessThanOrEqual(2_000 * 2 ** (attempts - 1))
    }, 60_000)
  }
  await writer.execute(sql`DROP TRIGGER refuse ON webhook_events`)
  await becomesDue()
  await vi.waitFor(async () => expect(await eventOf()).toMatchObject({ state: 'delivered' }), 60_000)
})
