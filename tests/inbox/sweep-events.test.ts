/** A notice after a movement's end whose workflow died is shown to an operator. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertWithdrawal } from '../../db/queries/disbursement/create.ts'
import { charges, disbursements } from '../../db/schema/index.ts'
import { WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { UNROUTED } from '../support/disbursements.ts'
import { startQuickSweep } from '../support/sweeps.ts'

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
  await startQuickSweep(stack, { everyMs: 100 })
})
afterAll(() => stack?.close())

async function insertCharge(): Promise<string> {
  const id = uuidv7()
  const customer = { name: 'Maria', email: 'maria@example.com', document: '52998224725' }
  const checkoutToken = randomBytes(16).toString('hex')
  const asked = { id, platformId: stack.platformId, paymentMethod: 'PIX' as const, amount: 100 }
  await stack.database.writer.insert(charges).values({ ...asked, customer, items: [], checkoutToken })
  return id
}

test.each(['charge', 'withdrawal'] as const)(
  'a notice of a %s that has ended asks for a person, once, if its workflow is terminated',
  async (kind) => {
    const { writer } = stack.database
    const table = kind === 'charge' ? charges : disbursements
    const ended = async () => {
      const id = kind === 'charge' ? await insertCharge() : uuidv7()
      const withdrawal = { id, platformId: stack.platformId, method: 'PIX' as const, amount: 100 }
      if (kind === 'withdrawal') await insertWithdrawal(writer, withdrawal, UNROUTED, { by: 'ana' })
      await writer.update(table).set({ status: 'REJECTED' }).where(eq(table.id, id))
      const handle = await stack.temporal.workflow.start(WORKFLOW_TYPES[`${kind}Event`], {
        workflowId: `${kind}/${id}/event/${uuidv7()}`,
        taskQueue: 'where nobody works',
      })
      await handle.terminate('by mistake')
      return id
    }
    const reasonsOf = async (id: string) => {
      const [row] = await writer.select({ reasons: table.attentionReasons }).from(table).where(eq(table.id, id))
      return row?.reasons
    }
    const first = await ended()
    await expect.poll(() => reasonsOf(first), { timeout: 60_000 }).toEqual(['unconfirmedNotice'])
    await writer.update(table).set({ attentionReasons: [] }).where(eq(table.id, first))
    const second = await ended()
    await expect.poll(() => reasonsOf(second), { timeout: 60_000 }).toEqual(['unconfirmedNotice'])
    expect(await reasonsOf(first)).toEqual([])
  },
)
