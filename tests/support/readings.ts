/** What the readers of accounts are given to read, when a test wants it. */
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { accountReaders, readings } from '../../db/schema/index.ts'
import type { ChargeStack } from './charge-stack.ts'

/** Its time has come, and whoever would wake the reader has not done so for a while. @param id of a movement or payment. */
export async function makeDue({ database }: ChargeStack, id: string): Promise<void> {
  await database.writer.update(readings).set({ nextReadAt: sql`now()` }).where(eq(readings.id, id))
  await database.writer.update(accountReaders).set({ seenAt: null, wokenAt: null })
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
