/** A refund that waits in words that no table knows: each is kept and counted once, however often it is read. */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { disbursementEvents, readings } from '../../db/schema/index.ts'
import type { RefundResult } from '../../domain/refund.ts'
import type { Provider, Steps } from '../../providers/contract.ts'
import { freePort } from '../../scripts/support/ports.ts'
import { SEARCH_ATTRIBUTES } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, paidCharge, startRefund, workflowOf } from '../support/disbursements.ts'

const provider = vi.hoisted(() => ({ word: 'sob_analise' }))

/** An ASAAS that notes every refund, and reads it in the same word. */
vi.mock('../../providers/index.ts', async (original) => {
  const real = await original<typeof import('../../providers/index.ts')>()
  const asaas = real.findProvider('ASAAS')
  const double: Provider = {
    ...asaas,
    *refund(refund, context): Steps<RefundResult> {
      yield* asaas.refund(refund, context)
      return { refundId: 'r1', status: true, queued: true }
    },
    *readRefund(refund, context): Steps<RefundResult> {
      yield* asaas.readRefund(refund, context)
      return { refundId: 'r1', status: true, queued: true, unknownWord: provider.word }
    },
  }
  return { ...real, findProvider: (code: string) => (code === 'ASAAS' ? double : real.findProvider(code)) }
})

let stack: ChargeStack
let workerMetricsPort: number
beforeAll(async () => {
  workerMetricsPort = await freePort()
  stack = await startChargeStack({ workerMetricsPort })
})
afterAll(() => stack?.close())

async function counted(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${workerMetricsPort}/metrics`)).text()
  return Number(/^trilho_unmapped_statuses_total\{provider="ASAAS"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

test('each word is kept and counted once', async () => {
  const chargeId = await paidCharge(stack, await stack.addAccount('ASAAS'))
  const { row } = await startRefund(stack, chargeId)
  const isHis = and(eq(readings.kind, 'refund'), eq(readings.id, row.id))
  const reads = async () => (await stack.database.writer.select().from(readings).where(isHis))[0]?.reads ?? 0
  const readAgain = async () => {
    const before = await reads()
    await vi.waitFor(async () => expect(await reads()).toBeGreaterThan(before + 2), 60_000)
  }
  const isAsked = and(eq(disbursementEvents.disbursementId, row.id), eq(disbursementEvents.type, 'needsAttention'))
  const words = async () =>
    (await stack.database.writer.select().from(disbursementEvents).where(isAsked).orderBy(disbursementEvents.id)).map(
      ({ detail }) => detail?.rawStatus,
    )
  await readAgain()
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING', attention: 'unmappedStatus' })
  expect({ words: await words(), counted: await counted() }).toEqual({ words: ['sob_analise'], counted: 1 })
  const shown = async () => (await workflowOf(stack, row).describe()).typedSearchAttributes
  const { needsAttention } = SEARCH_ATTRIBUTES
  await expect.poll(async () => (await shown()).get(needsAttention), { timeout: 60_000 }).toBe(true)
  provider.word = 'sob_outra_analise'
  await readAgain()
  expect({ words: await words(), counted: await counted() }).toEqual({
    words: ['sob_analise', 'sob_outra_analise'],
    counted: 2,
  })
}, 120_000)
