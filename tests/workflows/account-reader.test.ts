/** The reader of an account: what no notice ever tells is found, at the account's own pace, whatever became of the workflows. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { claimDue } from '../../db/queries/reading/due.ts'
import { accountReaders, charges, readings } from '../../db/schema/index.ts'
import { accountReaderWorkflowId, chargeWorkflowId, resumeSignal, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { makeDue, startPausedReader, unreadCharge } from '../support/readings.ts'
import { startStuck } from '../support/stuck-workflows.ts'
import { startQuickSweep } from '../support/sweeps.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

let stack: ChargeStack
let asaas: string
let paguesafe: string

beforeAll(async () => {
  stack = await startChargeStack()
  asaas = await stack.addAccount('ASAAS')
  paguesafe = await stack.addAccount('PAGUESAFE')
  await startQuickSweep(stack, { everyMs: 200 })
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const db = () => stack.database.writer
const workflowOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const readerOf = (accountId: string) => stack.temporal.workflow.getHandle(accountReaderWorkflowId(accountId))

const created = (accountId: string) => unreadCharge(stack, accountId)
const due = (chargeId: string) => makeDue(stack, chargeId)
const untilStatus = (chargeId: string, status: string) =>
  vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe(status), PATIENCE)
const readingOf = async (chargeId: string) => {
  const [row] = await db().select().from(readings).where(eq(readings.id, chargeId))
  return row
}
const hoursUntilNext = async (chargeId: string) => {
  const [row] = await db()
    .select({ hours: sql<number>`(extract(epoch FROM ${readings.nextReadAt} - ${readings.since}) / 3600)::float8` })
    .from(readings)
    .where(eq(readings.id, chargeId))
  return row?.hours
}
const movesOf = async (chargeId: string) =>
  (await stack.events(chargeId))
    .filter(({ type }) => type === 'statusChanged')
    .map(({ from, to, cause }) => ({ from, to, cause }))

describe('a payment of which no notice came is found', () => {
  async function eventsOfOne(): Promise<number> {
    const { chargeId, act } = await created(asaas)
    await act('pay')
    await due(chargeId)
    expect(await workflowOf(chargeId).result()).toEqual({ status: 'APPROVED' })
    expect(await movesOf(chargeId)).toEqual([{ from: 'PENDING', to: 'APPROVED', cause: 'poll' }])
    const { events } = await workflowOf(chargeId).fetchHistory()
    return events?.length ?? 0
  }

  test('and its workflow ends with it', async () => {
    // On a busy machine a history may be a task longer; nothing makes one shorter than it asks for.
    const lengths = [await eventsOfOne(), await eventsOfOne(), await eventsOfOne()]
    expect(Math.min(...lengths), `${lengths}`).toBeLessThanOrEqual(19)
  })

  test('when its workflow was terminated', async () => {
    const { chargeId, act } = await created(asaas)
    await workflowOf(chargeId).terminate()
    await act('pay')
    await due(chargeId)
    await untilStatus(chargeId, 'APPROVED')
  })

  test('when its workflow was deleted', async () => {
    const { chargeId, act } = await created(asaas)
    await workflowOf(chargeId).terminate()
    await stack.temporal.workflowService.deleteWorkflowExecution({
      namespace: stack.settings.temporalNamespace,
      workflowExecution: { workflowId: chargeWorkflowId(chargeId) },
    })
    await act('pay')
    await due(chargeId)
    await untilStatus(chargeId, 'APPROVED')
  })

  test('when the run that had claimed it died', async () => {
    const { chargeId, act } = await created(asaas)
    await readerOf(asaas).terminate()
    // At once: the sweep may start another reader at any moment.
    const claimed = await db().transaction(async (tx) => {
      // Of one transaction's time the column rounds up a half of the time.
      await tx.update(readings).set({ nextReadAt: sql`now() - interval '1 second'` }).where(eq(readings.id, chargeId))
      return claimDue(tx, asaas, 100)
    })
    expect(claimed.map(({ id }) => id)).toContain(chargeId)
    await act('pay')
    await db().update(readings).set({ leaseUntil: sql`now()` }).where(eq(readings.providerAccountId, asaas))
    await db().update(accountReaders).set({ seenAt: null, wokenAt: null })
    await untilStatus(chargeId, 'APPROVED')
    expect(await movesOf(chargeId)).toHaveLength(1)
  })

  test('when the reader itself was lost: the sweep starts it again', async () => {
    const { chargeId, act } = await created(asaas)
    await readerOf(asaas)
      .terminate()
      .catch(() => {})
    await act('pay')
    await due(chargeId)
    await untilStatus(chargeId, 'APPROVED')
  })

  test('when the reader runs and cannot move: the sweep replaces it', async () => {
    const account = await stack.addAccount('ASAAS')
    // It is there before anything is due, so no other reader of the account was ever started.
    await startStuck(stack, accountReaderWorkflowId(account))
    const { chargeId, act } = await created(account)
    await act('pay')
    await due(chargeId)
    await untilStatus(chargeId, 'APPROVED')
    expect((await readerOf(account).describe()).type).toBe(WORKFLOW_TYPES.accountReader)
  })
})

describe('after the end', () => {
  test('it is read after five minutes, and what changed at the provider changes here', async () => {
    const { chargeId, act } = await created(paguesafe)
    await act('pay')
    await due(chargeId)
    await untilStatus(chargeId, 'APPROVED')
    expect(await readingOf(chargeId)).toMatchObject({ settled: true })
    expect(await hoursUntilNext(chargeId)).toBeCloseTo(5 / 60, 5)
    await act('chargeback')
    await due(chargeId)
    await untilStatus(chargeId, 'CHARGEBACK')
    expect(await movesOf(chargeId)).toMatchObject([{ to: 'APPROVED' }, { to: 'CHARGEBACK', cause: 'poll' }])
  })

  test('one of which nothing new is said is read an hour later, then a day, and then a week', async () => {
    const { chargeId, act } = await created(paguesafe)
    await act('pay')
    await due(chargeId)
    await untilStatus(chargeId, 'APPROVED')
    for (const [reads, hours] of [
      [0, 1],
      [1, 24],
      [2, 7 * 24],
    ] as const) {
      await due(chargeId)
      await vi.waitFor(
        async () => expect(await readingOf(chargeId)).toMatchObject({ reads, leaseUntil: null }),
        PATIENCE,
      )
      expect(Math.abs(((await hoursUntilNext(chargeId)) ?? 0) / hours - 1)).toBeLessThan(0.15)
    }
    expect(await movesOf(chargeId)).toHaveLength(1)
  })

  test('a reading that its provider does not answer is still to come: the next one is no day later', async () => {
    const { chargeId, act } = await created(paguesafe)
    await act('pay')
    await due(chargeId)
    await untilStatus(chargeId, 'APPROVED')
    await due(chargeId)
    await vi.waitFor(
      async () => expect(await readingOf(chargeId)).toMatchObject({ reads: 0, leaseUntil: null }),
      PATIENCE,
    )
    await stack.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'serverError', times: 0 })
    const { nextReadAt } = (await readingOf(chargeId)) ?? {}
    await due(chargeId)
    await vi.waitFor(async () => {
      const reading = await readingOf(chargeId)
      expect(reading).toMatchObject({ reads: 0, leaseUntil: null })
      expect(Date.parse(reading?.nextReadAt ?? '')).toBeGreaterThan(Date.now() + 60_000)
      expect(reading?.nextReadAt).not.toBe(nextReadAt)
    }, PATIENCE)
    expect(await hoursUntilNext(chargeId)).toBeLessThan(0.5)
    await stack.control('DELETE', '/faults')
    await act('chargeback')
    await due(chargeId)
    await untilStatus(chargeId, 'CHARGEBACK')
  })

  test('nor is it owed for ever: once nothing can happen any more it is read no more', async () => {
    const { chargeId, act } = await created(paguesafe)
    await act('pay')
    await due(chargeId)
    await untilStatus(chargeId, 'APPROVED')
    await stack.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'serverError', times: 0 })
    await db().update(readings).set({ since: sql`now() - interval '90 days'` }).where(eq(readings.id, chargeId))
    await due(chargeId)
    await vi.waitFor(async () => {
      expect(await readingOf(chargeId)).toMatchObject({ nextReadAt: null, leaseUntil: null })
    }, PATIENCE)
  })

  test('that another amount was paid than was charged is asked once, and not again when it was taken', async () => {
    const { chargeId, act } = await created(paguesafe)
    await act('pay')
    await due(chargeId)
    await untilStatus(chargeId, 'APPROVED')
    await db().update(charges).set({ amount: 4_000 }).where(eq(charges.id, chargeId))
    await due(chargeId)
    await vi.waitFor(async () => expect(await readingOf(chargeId)).toMatchObject({ reads: 0 }), PATIENCE)
    expect((await stack.charge(chargeId)).attention).toBeNull()
  })
})

test('an operator pauses it, and nothing of the account is read until it is resumed', async () => {
  const account = await stack.addAccount('ZENDRY')
  const { chargeId, act } = await created(account)
  await startPausedReader(stack, { accountId: account, platformId: stack.platformId })
  const pausedAt = async () => {
    const [row] = await db().select().from(accountReaders).where(eq(accountReaders.providerAccountId, account))
    return row?.pausedAt
  }
  await vi.waitFor(async () => expect(await pausedAt()).toEqual(expect.any(String)), PATIENCE)
  await act('pay')
  await due(chargeId)
  // Another account's is read meanwhile, from its creation to its end.
  const other = await created(asaas)
  await other.act('pay')
  await due(other.chargeId)
  await untilStatus(other.chargeId, 'APPROVED')
  expect((await stack.charge(chargeId)).status).toBe('PENDING')
  await readerOf(account).signal(resumeSignal)
  await untilStatus(chargeId, 'APPROVED')
  expect(await pausedAt()).toBeNull()
})

test('what cannot be read at its provider is left until it expires, and its workflow is told all the same', async () => {
  const account = await stack.addAccount('FIREBANK')
  const { chargeId } = await created(account)
  await due(chargeId)
  await vi.waitFor(async () => {
    const waiting = await readingOf(chargeId)
    expect(waiting?.expiresAt).toEqual(expect.any(String))
    expect(waiting?.nextReadAt).toBe(waiting?.expiresAt)
  }, PATIENCE)
  await db().update(readings).set({ expiresAt: sql`now()` }).where(eq(readings.id, chargeId))
  await due(chargeId)
  await vi.waitFor(async () => {
    expect(await readingOf(chargeId)).toMatchObject({ nextReadAt: null, expiresAt: null })
  }, PATIENCE)
  const events = (await workflowOf(chargeId).fetchHistory()).events ?? []
  expect(events.filter(({ workflowExecutionSignaledEventAttributes: signal }) => signal)).toHaveLength(1)
})

test('however much is due, it goes back to its workflow after a while, where its history is kept short', async () => {
  const account = await stack.addAccount('ASAAS')
  const { chargeId } = await created(account)
  await due(chargeId)
  const returns = async () => {
    const { events } = await readerOf(account).fetchHistory()
    return events?.filter((event) => event.activityTaskCompletedEventAttributes).length
  }
  await vi.waitFor(async () => expect(await returns()).toBeGreaterThan(1), PATIENCE)
  expect((await stack.charge(chargeId)).status).toBe('PENDING')
})

test('it ends when nothing is due within the hour', async () => {
  const account = await stack.addAccount('ASAAS')
  const { chargeId, act } = await created(account)
  await act('pay')
  await due(chargeId)
  await untilStatus(chargeId, 'APPROVED')
  // The first reading after the end is not waited for here.
  await due(chargeId)
  await readerOf(account).result()
  await stack.keepHistory(accountReaderWorkflowId(account), 'account-read')
})
