/** What the readers of accounts are given to read, when a test wants it. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { wakeReader } from '../../activities/wake-reader.ts'
import { accountReaders, providerAccounts, readings } from '../../db/schema/index.ts'
import { waitFor } from '../../scripts/support/wait.ts'
import {
  accountReaderWorkflowId,
  pauseSignal,
  type ReaderInput,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import type { ChargeStack } from './charge-stack.ts'

type Readers = Pick<ChargeStack, 'database' | 'temporal'>

/**
 * Its time has come, and what would wake the reader has not done so for a while: only a sweep finds it. @param id of a movement or
 * payment.
 */
export async function makeDue({ database }: Pick<Readers, 'database'>, id: string): Promise<void> {
  await database.writer.update(readings).set({ nextReadAt: sql`now()` }).where(eq(readings.id, id))
  await database.writer.update(accountReaders).set({ seenAt: null, wokenAt: null })
}

/** Reads nothing until it is resumed. @param taskQueue where it begins. */
export async function startPausedReader(
  { temporal }: Pick<Readers, 'temporal'>,
  input: ReaderInput,
  taskQueue: string = TASK_QUEUES.recovery,
): Promise<void> {
  await temporal.workflow.signalWithStart(WORKFLOW_TYPES.accountReader, {
    workflowId: accountReaderWorkflowId(input.accountId),
    taskQueue,
    signal: pauseSignal,
    signalArgs: [],
    args: [input],
  })
}

/** Of a movement or payment, once no reading of it is under way: that one would write down its own. */
export async function setReading(
  { database }: Pick<Readers, 'database'>,
  id: string,
  changes: Partial<typeof readings.$inferInsert> | { nextReadAt: SQL },
): Promise<void> {
  const isAtRest = and(eq(readings.id, id), isNull(readings.leaseUntil))
  const set = () => database.writer.update(readings).set(changes).where(isAtRest).returning({ id: readings.id })
  await expect.poll(set, { timeout: 60_000 }).toEqual([{ id }])
}

/**
 * As setReading, of what may not be read, or not any more: then nothing is to be changed.
 * @param isWanted which of its readings are meant.
 */
export async function setReadingIfAny(
  { database }: Pick<Readers, 'database'>,
  id: string,
  changes: { nextReadAt?: SQL; expiresAt?: SQL },
  isWanted?: SQL,
): Promise<void> {
  const isHis = and(eq(readings.id, id), isWanted)
  const isAtRest = and(isHis, isNull(readings.leaseUntil))
  const isSet = async () => {
    const set = await database.writer.update(readings).set(changes).where(isAtRest).returning({ id: readings.id })
    return set.length > 0 || (await database.writer.$count(readings, isHis)) === 0
  }
  await waitFor(isSet, { what: `The end of a reading of ${id}`, timeoutMs: 90_000 })
}

/** Its time has come, and its reader is told so. @returns how often it had been read until then. */
export async function readNow(readers: Readers, id: string): Promise<number> {
  const ofIt = readers.database.writer.update(readings).set({ nextReadAt: sql`now()` }).where(eq(readings.id, id))
  const [due] = await ofIt.returning({ reads: readings.reads })
  if (!due) throw new Error(`${id} is never read`)
  await wakeReaderOf(readers, id)
  return due.reads
}

/** Something of the movement may have become due. */
export async function wakeReaderOf({ database, temporal }: Readers, id: string): Promise<void> {
  const { id: accountId, platformId, provider } = providerAccounts
  const [account] = await database.writer
    .select({ id: accountId, platformId, provider })
    .from(readings)
    .innerJoin(providerAccounts, eq(accountId, readings.providerAccountId))
    .where(eq(readings.id, id))
  if (account) await wakeReader({ temporal }, account)
}

/** As readNow, until it has been read. */
export async function readAgain(readers: Readers, id: string): Promise<void> {
  const before = await readNow(readers, id)
  await expect.poll(() => timesRead(readers, id), { timeout: 60_000 }).toBeGreaterThan(before)
}

export async function timesRead({ database }: Pick<Readers, 'database'>, id: string): Promise<number> {
  const [reading] = await database.writer.select().from(readings).where(eq(readings.id, id))
  return reading?.reads ?? 0
}

/** A charge of which nothing is read until it is made due. */
export async function unreadCharge(
  stack: ChargeStack,
  accountId: string,
): Promise<{ chargeId: string; act(action: string): Promise<unknown> }> {
  const { chargeId, creation } = await stack.start([accountId], { timing: { pollFirstMs: 3_600_000 } })
  expect(await creation).toEqual({ outcome: 'created' })
  const { provider, transactionId } = await stack.charge(chargeId)
  const act = (action: string) => stack.control('POST', `/transactions/${provider}/${transactionId}/${action}`)
  return { chargeId, act }
}

/** Its workflow was to be told something, long enough ago for the sweep to look whether it was. */
export async function noteToldLongAgo({ database }: ChargeStack, id: string): Promise<void> {
  await database.writer.update(readings).set({ toldAt: sql`now() - interval '3 minutes'` }).where(eq(readings.id, id))
}
