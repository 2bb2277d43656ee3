/** A boleto is read after it was made: what its line asks for is held against the charge, as a Pix code is. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { boletoLine } from '../../sandbox/boleto.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'

const PATIENCE_MS = 60_000
const AMOUNT = 5000

let stack: ChargeStack
let account: string
beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('ASAAS')
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const startBoleto = (amount = AMOUNT) =>
  stack.start([account], {
    amount,
    paymentMethod: 'BILLET',
    timing: { unknownMs: PATIENCE_MS, pollFirstMs: PATIENCE_MS },
  })
const strike = (fault: string, times: number) => stack.control('PUT', '/faults/ASAAS/readBoletoLine', { fault, times })
const becomes = (chargeId: string, row: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(row), PATIENCE_MS)

test.each(['wrongAmount', 'otherMovement'])(
  'a line that was %s once is read again, and the buyer gets the right one',
  async (fault) => {
    await (await startBoleto(AMOUNT + 1)).creation
    await strike(fault, 1)
    const { chargeId } = await startBoleto()
    await vi.waitFor(async () => expect((await stack.charge(chargeId)).transactionId).not.toBeNull(), PATIENCE_MS)
    const { transactionId, billetCode } = await stack.charge(chargeId)
    expect(billetCode).toBe(boletoLine({ id: transactionId ?? '', amount: AMOUNT as never }))
  },
)

test('one that asks for another amount each time is not shown, and an operator is asked', async () => {
  await strike('wrongAmount', 0)
  const { chargeId } = await startBoleto()
  await becomes(chargeId, { status: 'PENDING', attention: 'amountMismatch', billetCode: null })
})
