/** A notice after a movement's end whose workflow died is shown to an operator. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertWithdrawal } from '../../db/queries/disbursement/create.ts'
import { charges, disbursements, webhookEvents } from '../../db/schema/index.ts'
import { WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { UNROUTED } from '../support/disbursements.ts'
import { startQuickSweep } from '../support/sweeps.ts'

let stack: ChargeStack
let accountId: string
beforeAll(async () => {
  stack = await startChargeStack()
  accountId = await stack.addAccount('FIREBANK')
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

/** A delivered notice, as the inbox leaves it. */
async function storeDelivered(kind: Kind, id: string): Promise<string> {
  const { writer } = stack.database
  const [stored] = await writer
    .insert(webhookEvents)
    .values({
      platformId: stack.platformId,
      providerAccountId: accountId,
      provider: 'FIREBANK',
      bodyHash: id,
      headers: {},
      query: {},
      body: '{}',
      verified: 'token',
      state: 'delivered',
      ...(kind === 'charge' ? { chargeId: id } : { withdrawalId: id }),
    })
    .returning()
  return stored?.id ?? ''
}

type Kind = 'charge' | 'withdrawal'
const tableOf = (kind: Kind) => (kind === 'charge' ? charges : disbursements)

async function insertEnded(kind: Kind): Promise<string> {
  const { writer } = stack.database
  const id = kind === 'charge' ? await insertCharge() : uuidv7()
  const withdrawal = { id, platformId: stack.platformId, method: 'PIX' as const, amount: 100 }
  if (kind === 'withdrawal') await insertWithdrawal(writer, withdrawal, UNROUTED, { by: 'ana' })
  await writer
    .update(tableOf(kind))
    .set({ status: 'REJECTED' })
    .where(eq(tableOf(kind).id, id))
  return id
}

async function terminated(kind: Kind, workflowId: string): Promise<void> {
  const start = { workflowId, taskQueue: 'without-worker' }
  const handle = await stack.temporal.workflow.start(WORKFLOW_TYPES[`${kind}Event`], start)
  await handle.terminate('by mistake')
}

async function reasonsOf(kind: Kind, id: string) {
  const table = tableOf(kind)
  const [row] = await stack.database.writer
    .select({ reasons: table.attentionReasons })
    .from(table)
    .where(eq(table.id, id))
  return row?.reasons
}

test.each(['charge', 'withdrawal'] as const)(
  'a notice of a %s that has ended asks for an operator, once, if its workflow is terminated',
  async (kind) => {
    const ended = async (replay = '') => {
      const id = await insertEnded(kind)
      await terminated(kind, `${kind}/${id}/event/${await storeDelivered(kind, id)}${replay}`)
      return id
    }
    const first = await ended()
    await expect.poll(() => reasonsOf(kind, first), { timeout: 60_000 }).toEqual(['unconfirmedNotice'])
    await stack.database.writer
      .update(tableOf(kind))
      .set({ attentionReasons: [] })
      .where(eq(tableOf(kind).id, first))
    const second = await ended('.1')
    await expect.poll(() => reasonsOf(kind, second), { timeout: 60_000 }).toEqual(['unconfirmedNotice'])
    expect(await reasonsOf(kind, first)).toEqual([])
  },
)

test('a dead workflow that is named after no notice of its movement asks no operator, and stops nothing', async () => {
  const [charge, other, last] = [await insertEnded('charge'), await insertEnded('charge'), await insertEnded('charge')]
  const notice = await storeDelivered('charge', last)
  const made = ['charge/x/event/y', `charge/${charge}/event/${uuidv7()}`, `charge/${other}/event/${notice}`]
  for (const workflowId of [`charge/${last}/event/${notice}`, ...made]) await terminated('charge', workflowId)
  await expect.poll(() => reasonsOf('charge', last), { timeout: 60_000 }).toEqual(['unconfirmedNotice'])
  const end = await insertEnded('charge')
  await terminated('charge', `charge/${end}/event/${await storeDelivered('charge', end)}`)
  await expect.poll(() => reasonsOf('charge', end), { timeout: 60_000 }).toEqual(['unconfirmedNotice'])
  expect(await reasonsOf('charge', charge)).toEqual([])
  expect(await reasonsOf('charge', other)).toEqual([])
})
