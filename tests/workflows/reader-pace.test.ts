/** How fast an account is read: as fast as its provider lets us, and no account at the cost of another. */
import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { paymentId } from '../../db/attempt-ids.ts'
import type { Queryable } from '../../db/client.ts'
import { accountReaders, charges, payments, readings } from '../../db/schema/index.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { makeDue, unreadCharge } from '../support/readings.ts'
import { startQuickSweep } from '../support/sweeps.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

let stack: ChargeStack
let asaas: string

beforeAll(async () => {
  stack = await startChargeStack()
  asaas = await stack.addAccount('ASAAS')
  await startQuickSweep(stack, { everyMs: 200 })
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const db = () => stack.database.writer

const MANY = 3_000
/** For that many rows at once: the limit of what one statement may take is made for requests. */
const byTheThousand = (write: (tx: Queryable) => Promise<unknown>) =>
  db().transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL statement_timeout = 0`)
    await write(tx)
  })

const created = (accountId: string) => unreadCharge(stack, accountId)
const due = (chargeId: string) => makeDue(stack, chargeId)
const untilStatus = (chargeId: string, status: string) =>
  vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe(status), PATIENCE)

describe('the pace', () => {
  test('falls when the provider asks for patience, and comes back', async () => {
    const account = await stack.addAccount('TREEAL')
    await stack.control('PUT', '/faults/TREEAL/readTransaction', {
      fault: 'rateLimited',
      times: 2,
      retryAfterSeconds: 1,
    })
    const { chargeId, act } = await created(account)
    const paceOf = async () => {
      const [row] = await db().select().from(accountReaders).where(eq(accountReaders.providerAccountId, account))
      return row
    }
    await act('pay')
    await due(chargeId)
    await untilStatus(chargeId, 'APPROVED')
    const slowed = await paceOf()
    expect(slowed?.perSecond).toBeLessThan(10)
    expect(slowed?.concurrency).toBeLessThan(5)
    const { chargeId: next } = await stack
      .start([account], { timing: { pollFirstMs: 1 } })
      .then(async (started) => ({ ...started, answer: await started.creation }))
    await vi.waitFor(async () => expect(await paceOf()).toMatchObject({ perSecond: 20, concurrency: 8 }), PATIENCE)
    expect((await stack.charge(next)).status).toBe('PENDING')
  })

  test('falls when it is a creation that comes too soon', async () => {
    const account = await stack.addAccount('ASAAS')
    const paceOf = async () => {
      const [row] = await db().select().from(accountReaders).where(eq(accountReaders.providerAccountId, account))
      return row && { perSecond: row.perSecond, concurrency: row.concurrency }
    }
    await stack.control('PUT', '/faults/ASAAS/createTransaction', {
      fault: 'rateLimited',
      times: 1,
      retryAfterSeconds: 1,
    })
    const { chargeId } = await created(account)
    expect(await paceOf()).toEqual({ perSecond: 10, concurrency: 4 })
    await due(chargeId)
    await vi.waitFor(async () => expect(await paceOf()).toEqual({ perSecond: 20, concurrency: 8 }), PATIENCE)
  })

  test('of one account with thousands due is nothing to another', async () => {
    const crowded = await stack.addAccount('MERCADOPAGO')
    const charge = () => ({
      platformId: stack.platformId,
      paymentMethod: 'PIX' as const,
      amount: 100,
      provider: 'MERCADOPAGO',
      providerAccountId: crowded,
      customer: { name: 'Maria', email: 'maria@example.com', document: '52998224725' },
      items: [],
      checkoutToken: randomBytes(16).toString('hex'),
    })
    await byTheThousand(async (tx) => {
      await tx.insert(charges).values(Array.from({ length: MANY }, charge))
      await tx.update(charges).set({ transactionId: sql`id::text` }).where(eq(charges.providerAccountId, crowded))
      await tx.update(readings).set({ nextReadAt: sql`now()` }).where(eq(readings.providerAccountId, crowded))
    })
    const unread = () => db().$count(readings, and(eq(readings.providerAccountId, crowded), sql`${readings.reads} = 0`))
    await vi.waitFor(async () => expect(await unread()).toBeLessThan(MANY), PATIENCE)
    const { chargeId, act } = await created(asaas)
    await act('pay')
    await due(chargeId)
    await untilStatus(chargeId, 'APPROVED')
    expect(await unread()).toBeGreaterThan(0)
    await byTheThousand((tx) => tx.delete(readings).where(eq(readings.providerAccountId, crowded)))
  })
})

describe('what can wait', () => {
  test('holds up no payment, however much of it has been due for how long', async () => {
    const account = await stack.addAccount('ASAAS')
    const { chargeId, act } = await created(account)
    await act('pay')
    const nextReadAt = sql`now() - interval '1 hour'` as never
    const receiver = () => ({
      kind: 'receiver' as const,
      id: uuidv7(),
      providerAccountId: account,
      settled: true,
      nextReadAt,
    })
    await byTheThousand((tx) => tx.insert(readings).values(Array.from({ length: MANY }, receiver)))
    await due(chargeId)
    await untilStatus(chargeId, 'APPROVED')
    const unread = and(
      eq(readings.providerAccountId, account),
      sql`${readings.reads} = 0`,
      eq(readings.kind, 'receiver'),
    )
    expect(await db().$count(readings, unread)).toBeGreaterThan(0)
    await byTheThousand((tx) => tx.delete(readings).where(eq(readings.providerAccountId, account)))
  })

  test('takes nothing of the pace where nothing is asked for it', async () => {
    const account = await stack.addAccount('PAGUESAFE')
    const { chargeId } = await created(account)
    const pace = { perSecond: 0.1, concurrency: 1 }
    const reader = { providerAccountId: account, ...pace }
    await db()
      .insert(accountReaders)
      .values(reader)
      .onConflictDoUpdate({ target: accountReaders.providerAccountId, set: pace })
    const codes = Array.from({ length: 20 }, (_, number) => `another-${number}`)
    await db().transaction(async (tx) => {
      // The provider withdraws no code.
      await tx.insert(payments).values(
        codes.map((transactionId) => ({
          id: paymentId(chargeId, account, transactionId),
          chargeId,
          providerAccountId: account,
          provider: 'PAGUESAFE',
          transactionId,
          amount: 5_000,
        })),
      )
      // They are not read themselves, which would be asking.
      await tx.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`)
      await tx
        .update(readings)
        .set({ nextReadAt: null })
        .where(and(eq(readings.providerAccountId, account), eq(readings.kind, 'payment')))
    })
    await db().update(accountReaders).set({ seenAt: null, wokenAt: null })
    const isDone = and(
      eq(readings.providerAccountId, account),
      eq(readings.kind, 'void'),
      sql`${readings.nextReadAt} IS NULL`,
    )
    await expect.poll(() => db().$count(readings, isDone), PATIENCE).toBe(codes.length)
    const [row] = await db().select().from(accountReaders).where(eq(accountReaders.providerAccountId, account))
    expect(row).toMatchObject(pace)
  })
})
