/** A dispute that was won is learnt, whatever became of its notices and however late the provider's readings are. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { makeDue, readWhatIsRepeated } from '../../db/queries/reading/due.ts'
import { disputes, readings } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { paidCharge } from '../support/disbursements.ts'
import { readNow, setReading, wakeReaderOf } from '../support/readings.ts'
import type { SandboxTransaction } from '../support/sandbox-client.ts'
import { storeWebhook } from '../support/webhooks.ts'

const PATIENCE = { timeout: 60_000 }
/** Its notices name the code alone, and that of a dispute that was won is the payment's, word for word. */
const PROVIDER = 'ZENDRY'
const MINUTES = 60
const DAYS = 24 * 60 * MINUTES

let stack: ChargeStack
let accountId: string
beforeAll(async () => {
  stack = await startChargeStack()
  accountId = await stack.addAccount(PROVIDER)
  await stack.control('PUT', `/webhook-addresses/${PROVIDER}`, { url: 'http://127.0.0.1:1/' })
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const fault = (operation: string, rule: object) => stack.control('PUT', `/faults/${PROVIDER}/${operation}`, rule)
const act = (transactionId: string, action: string) =>
  stack.control('POST', `/transactions/${PROVIDER}/${transactionId}/${action}`)
const statusOf = async (chargeId: string) => (await stack.charge(chargeId)).status
const disputesOf = (chargeId: string) =>
  stack.database.writer.select().from(disputes).where(eq(disputes.chargeId, chargeId))

async function expectWon(chargeId: string): Promise<void> {
  await expect.poll(() => statusOf(chargeId), PATIENCE).toBe('APPROVED')
  expect(await disputesOf(chargeId)).toMatchObject([{ state: 'WON', closedBy: null }])
}

/** The provider's last notice of the transaction comes. @returns its id. */
async function hearLast(transactionId: string): Promise<string> {
  const path = `/webhooks?provider=${PROVIDER}&transaction=${transactionId}`
  const { data } = await stack.control<{ data: { body: string }[] }>('GET', path)
  const eventId = await storeWebhook(stack, accountId, JSON.parse(data[0]?.body ?? '{}'), 'token')
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  return eventId
}

/** It has been taken, once the charge's own workflow has ended. */
const untilTaken = (chargeId: string, eventId: string) =>
  stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()

/** So much time passes, in which nothing is due. */
async function letPass(chargeId: string, seconds: number): Promise<void> {
  const earlier = sql`- make_interval(secs => ${seconds})`
  const { writer: db } = stack.database
  await db
    .update(disputes)
    .set({ openedAt: sql`opened_at ${earlier}` })
    .where(eq(disputes.chargeId, chargeId))
  await setReading(stack, chargeId, {
    nextReadAt: sql`next_read_at ${earlier}`,
    readAt: sql`read_at ${earlier}` as never,
    since: sql`since ${earlier}` as never,
  })
  await wakeReaderOf(stack, chargeId)
}

/** Seconds until the charge is read; null if it never is. */
async function untilRead(chargeId: string): Promise<number | null> {
  const seconds = sql<number | null>`extract(epoch FROM ${readings.nextReadAt} - now())::float8`
  const [row] = await stack.database.writer.select({ seconds }).from(readings).where(eq(readings.id, chargeId))
  return row?.seconds ?? null
}

/** The bank has taken the payment, and that was read. It has been read since in hours, days and weeks. */
async function disputedForMonths(): Promise<{ chargeId: string; transactionId: string; paid: string }> {
  const chargeId = await paidCharge(stack, accountId)
  const transactionId = (await stack.charge(chargeId)).transactionId ?? ''
  const paid = await hearLast(transactionId)
  await untilTaken(chargeId, paid)
  await act(transactionId, 'chargeback')
  await readNow(stack, chargeId)
  await expect.poll(() => statusOf(chargeId), PATIENCE).toBe('CHARGEBACK')
  await setReading(stack, chargeId, {
    reads: 4,
    nextReadAt: sql`now() + interval '30 days'`,
    since: sql`now() - interval '40 days'` as never,
    readAt: sql`now() - interval '1 day'` as never,
  })
  await stack.database.writer
    .update(disputes)
    .set({ openedAt: sql`now() - interval '40 days'` })
    .where(eq(disputes.chargeId, chargeId))
  return { chargeId, transactionId, paid }
}

describe('months after the bank took the payment', () => {
  it("is learnt from a notice that repeats the payment's, though no notice told of the dispute", async () => {
    const { chargeId, transactionId, paid } = await disputedForMonths()
    await act(transactionId, 'win')
    await readWhatIsRepeated(stack.database.writer, [paid])
    await wakeReaderOf(stack, chargeId)
    await expectWon(chargeId)
  })

  const hints: Record<string, (of: Awaited<ReturnType<typeof disputedForMonths>>) => Promise<unknown>> = {
    "a notice that repeats the payment's": ({ paid }) => readWhatIsRepeated(stack.database.writer, [paid]),
    'a notice of its own': async ({ chargeId, transactionId }) => untilTaken(chargeId, await hearLast(transactionId)),
    'an operator who looks again': ({ chargeId }) => makeDue(stack.database.writer, { kind: 'charge', id: chargeId }),
  }
  test.each(Object.entries(hints))('is learnt after %s, though what is read then lags', async (_, hint) => {
    const disputed = await disputedForMonths()
    const { chargeId, transactionId } = disputed
    await hint(disputed)
    await wakeReaderOf(stack, chargeId)
    await expect.poll(() => untilRead(chargeId), PATIENCE).toBeGreaterThan(5 * MINUTES)
    expect(await untilRead(chargeId)).toBeLessThan(15 * MINUTES)
    expect(await statusOf(chargeId)).toBe('CHARGEBACK')
    await act(transactionId, 'win')
    await letPass(chargeId, 15 * MINUTES)
    await expectWon(chargeId)
  })

  it('is learnt without any notice, also after its readings would be over', async () => {
    const { chargeId, transactionId } = await disputedForMonths()
    for (let month = 0; month < 4; month += 1) {
      await letPass(chargeId, 34 * DAYS)
      await expect.poll(() => untilRead(chargeId), PATIENCE).toBeGreaterThan(20 * DAYS)
    }
    await act(transactionId, 'win')
    await letPass(chargeId, 34 * DAYS)
    await expectWon(chargeId)
  })
})

describe('of a payment that was found in the middle of its dispute', () => {
  let amount = 6_000
  /**
   * Its creation was answered with another charge's code, and it is found once the bank has taken the payment: by a search, or by a notice.
   * @returns the notice.
   */
  async function foundDisputed(by: 'search' | 'notice') {
    amount += 10
    await (await stack.start([accountId], { amount: amount + 1 })).creation
    await fault('findTransaction', { fault: 'serverError', times: 0 })
    await fault('createTransaction', { fault: 'otherMovement', times: 1, amount })
    const { chargeId, creation } = await stack.start([accountId], { amount })
    const made = async () => {
      const { data } = await stack.control<{ data: SandboxTransaction[] }>('GET', '/transactions')
      return data.find((one) => one.amount === amount)?.id
    }
    await expect.poll(made, PATIENCE).toBeDefined()
    const transactionId = (await made()) ?? ''
    for (const action of ['pay', 'chargeback']) await act(transactionId, action)
    const notice = by === 'notice' ? await hearLast(transactionId) : ''
    if (by === 'search') await stack.control('DELETE', '/faults')
    await creation
    await expect.poll(() => statusOf(chargeId), PATIENCE).toBe('CHARGEBACK')
    expect(await disputesOf(chargeId)).toMatchObject([{ state: 'OPEN', transactionId }])
    return { chargeId, transactionId, notice }
  }

  it('by a search or by a notice, is learnt from a notice of the first ten seconds', async () => {
    const found = [await foundDisputed('search'), await foundDisputed('notice')]
    const isLearnt = found.map(async ({ chargeId, transactionId }) => {
      await act(transactionId, 'win')
      await untilTaken(chargeId, await hearLast(transactionId))
      await expectWon(chargeId)
    })
    await Promise.all(isLearnt)
  })

  test.each(['search', 'notice'] as const)('by a %s, is learnt from a notice that comes twice', async (by) => {
    const { chargeId, transactionId } = await foundDisputed(by)
    await letPass(chargeId, 1 * MINUTES)
    await act(transactionId, 'win')
    for (const eventId of [await hearLast(transactionId), await hearLast(transactionId)]) {
      await untilTaken(chargeId, eventId)
    }
    await expectWon(chargeId)
  })

  it('by a notice, is learnt from the same one, though no other came since', async () => {
    const { chargeId, transactionId, notice } = await foundDisputed('notice')
    await letPass(chargeId, 5 * MINUTES)
    await act(transactionId, 'win')
    await readWhatIsRepeated(stack.database.writer, [notice])
    await wakeReaderOf(stack, chargeId)
    await expectWon(chargeId)
  })

  it.each([
    ['without any notice', false],
    ['though its notice comes in the first ten seconds, and before what is read', true],
  ])('is learnt ten minutes later, %s', async (_, isTold) => {
    const { chargeId, transactionId } = await foundDisputed('search')
    if (isTold) await untilTaken(chargeId, await hearLast(transactionId))
    expect(await statusOf(chargeId)).toBe('CHARGEBACK')
    await act(transactionId, 'win')
    await letPass(chargeId, 11 * MINUTES)
    await expectWon(chargeId)
  })
})
