/** A charge of which its provider has got a part, and waits for the rest: an operator is asked, and nothing is decided alone. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cents } from '../../domain/money.ts'
import { chargeWorkflowId, type Decision, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { readNow, setReading } from '../support/readings.ts'

const PART = 3_000
const partlyPaid = new Set<string>()

vi.mock('../../providers/index.ts', async (original) => {
  const real = await original<typeof import('../../providers/index.ts')>()
  const findProvider: typeof real.findProvider = (code) => {
    const provider = real.findProvider(code)
    return {
      ...provider,
      *readTransaction(transaction, context) {
        const reading = yield* provider.readTransaction(transaction, context)
        return partlyPaid.has(transaction.transactionId) ? { ...reading, partlyPaid: cents(PART) } : reading
      },
    }
  }
  return { ...real, findProvider }
})

let stack: ChargeStack
let account: string

beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('PAGUESAFE')
})
afterAll(() => stack?.close())

async function paidInPart() {
  const { chargeId, creation } = await stack.start([account], { timing: { pollFirstMs: 200 } })
  expect(await creation).toEqual({ outcome: 'created' })
  const transactionId = (await stack.charge(chargeId)).transactionId ?? ''
  partlyPaid.add(transactionId)
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).toBe('amountMismatch'), 60_000)
  expect((await stack.charge(chargeId)).status).toBe('PENDING')
  const handle = stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
  const decide = (decision: Decision) => handle.executeUpdate(decideUpdate, { args: [decision] })
  return { chargeId, transactionId, handle, decide }
}
const paymentOf = async (chargeId: string) => {
  const rows = await stack.database.sql`SELECT state, amount::integer FROM payments WHERE charge_id = ${chargeId}`
  return [...rows]
}

test('the part is taken if an operator says so, and the charge is not cancelled while it is there', async () => {
  const { chargeId, handle, decide } = await paidInPart()
  expect(await paymentOf(chargeId)).toEqual([{ state: 'PENDING', amount: PART }])
  // A reading that ends after the decision would find the part taken, and nothing open.
  await setReading(stack, chargeId, { nextReadAt: sql`now() + interval '1 hour'` })
  const about = 'amountMismatch'
  expect(await decide({ kind: 'cancel', about })).toEqual({ became: 'void', why: 'mayBePaid' })
  expect(await decide({ kind: 'resolve', outcome: 'created', about, by: 'ana' })).toEqual({ became: 'carriedOut' })
  expect(await handle.result()).toEqual({ status: 'APPROVED' })
  expect(await paymentOf(chargeId)).toEqual([{ state: 'APPROVED', amount: PART }])
  expect((await stack.charge(chargeId)).attention).toBeNull()
  const items = () => stack.database.sql`SELECT kind, state FROM reconciliation_items WHERE charge_id = ${chargeId}`
  expect([...(await items())]).toEqual([{ kind: 'amount', state: 'open' }])
  await readNow(stack, chargeId)
  const settled = [{ kind: 'amount', state: 'resolvedAutomatically' }]
  await vi.waitFor(async () => expect([...(await items())]).toEqual(settled), 60_000)
})

test('the rest, when it comes, approves the charge with the whole amount', async () => {
  const { chargeId, transactionId, handle } = await paidInPart()
  partlyPaid.delete(transactionId)
  await stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
  expect(await handle.result()).toEqual({ status: 'APPROVED' })
  expect(await paymentOf(chargeId)).toEqual([{ state: 'APPROVED', amount: 5_000 }])
})
