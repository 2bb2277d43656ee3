/** What is lost is judged by the database's clock: a worker whose own is wrong calls nothing lost that has only just begun. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { receivers } from '../../db/schema/index.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { startQuickSweep } from '../support/sweeps.ts'

const AHEAD_MS = 12 * 60_000
const PATIENCE = { timeout: 60_000, interval: 50 }

let stack: ChargeStack
let asaas: string

beforeAll(async () => {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + AHEAD_MS)
  stack = await startChargeStack()
  asaas = await stack.addAccount('ASAAS')
  await startQuickSweep(stack, { everyMs: 100 })
})
afterAll(async () => {
  await stack?.close()
  vi.restoreAllMocks()
})

/** A receiver whose request was sent, and that has no workflow. */
async function begun(ago: string): Promise<string> {
  const [row] = await stack.database.writer
    .insert(receivers)
    .values({
      ...RECEIVER_ROW,
      platformId: stack.platformId,
      providerAccountId: asaas,
      provider: 'ASAAS',
      creation: 'sending',
      createdAt: sql`now() - ${ago}::interval` as never,
    })
    .returning()
  return row?.id ?? ''
}

async function attentionOf(id: string): Promise<string | null | undefined> {
  const [row] = await stack.database.writer.select().from(receivers).where(eq(receivers.id, id))
  return row?.attention
}

async function oneIsFoundLost(): Promise<void> {
  const old = await begun('11 minutes')
  await vi.waitFor(async () => expect(await attentionOf(old)).toBe('workflowLost'), PATIENCE)
}

test('one of a second is not called lost, one of eleven minutes is', async () => {
  const young = await begun('1 second')
  // The round that finds the second one begins after the round that found the first, which has visited the young one too, is over.
  await oneIsFoundLost()
  await oneIsFoundLost()
  expect(await attentionOf(young)).toBeNull()
})
