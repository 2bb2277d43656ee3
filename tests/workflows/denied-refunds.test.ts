/** A refund that its provider has given up, and that is heard of by a search or by an operator's question: everybody sees why. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, HASTY, paidCharge, startRefund, workflowOf } from '../support/disbursements.ts'

const REJECTED = { status: 'REJECTED', failureMessage: 'Erro ao aprovar o reembolso.', attention: null }

let stack: ChargeStack
let accountId: string
let silence: Server | undefined
beforeAll(async () => {
  stack = await startChargeStack()
  accountId = await stack.addAccount('ASAAS')
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(async () => {
  silence?.close()
  await stack?.close()
})

const inProgress = () => stack.control('PUT', '/faults/ASAAS/*', { fault: 'refundInProgress', times: 0 })

async function deny(transactionId: string | null): Promise<void> {
  await stack.control('POST', `/refunds/ASAAS/${transactionId}/deny`)
}

/** An account whose refunds are given up at once, and of which nobody is answered. */
async function silentAccount(): Promise<string> {
  silence = createServer(async (request, response) => {
    const { method = 'GET', url = '', headers } = request
    const body = Buffer.concat(await request.toArray())
    const { host: _, connection: __, ...kept } = headers
    const sent = { method, headers: kept as Record<string, string>, ...(body.length > 0 ? { body } : {}) }
    const answer = await fetch(`${stack.sandbox.url}${url}`, sent)
    const [, refunded] = /payments\/([^/]+)\/refund$/.exec(url) ?? []
    if (refunded === undefined) return response.writeHead(answer.status).end(await answer.text())
    await deny(refunded)
    return response.destroy()
  })
  await once(silence.listen(0, '127.0.0.1'), 'listening')
  const demo = stack.sandbox.accounts.find(({ provider }) => provider === 'ASAAS')
  const { port } = silence.address() as AddressInfo
  return stack.addAccount('ASAAS', { baseUrl: `http://127.0.0.1:${port}${new URL(demo?.baseUrl ?? '').pathname}` })
}

test('a search for a lost answer says why', async () => {
  const chargeId = await paidCharge(stack, await silentAccount())
  await inProgress()
  const { row, answer } = await startRefund(stack, chargeId)
  await answer
  expect(await workflowOf(stack, row).result()).toEqual({ status: 'REJECTED' })
  expect(await disbursementOf(stack, row.id)).toMatchObject(REJECTED)
})

test('an operator who calls it carried out is told that it was given up, and why', async () => {
  const chargeId = await paidCharge(stack, accountId)
  await inProgress()
  const { row, answer } = await startRefund(stack, chargeId, { timing: { ...HASTY, pollFirstMs: 600_000 } })
  expect(await answer).toEqual({ outcome: 'created' })
  await deny((await stack.charge(chargeId)).transactionId)
  const word = { kind: 'resolve', outcome: 'created', by: 'ana' } as const
  const became = await workflowOf(stack, row).executeUpdate(decideUpdate, { args: [word] })
  expect(became).toEqual({ became: 'void', why: 'givenUp' })
  expect(await workflowOf(stack, row).result()).toEqual({ status: 'REJECTED' })
  expect(await disbursementOf(stack, row.id)).toMatchObject(REJECTED)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 0 })
})

test('an operator who calls it not made is right, and the refund says why', async () => {
  const chargeId = await paidCharge(stack, accountId)
  await inProgress()
  const { row, answer } = await startRefund(stack, chargeId, { timing: { ...HASTY, pollFirstMs: 600_000 } })
  expect(await answer).toEqual({ outcome: 'created' })
  await deny((await stack.charge(chargeId)).transactionId)
  const word = { kind: 'resolve', outcome: 'notCreated', by: 'ana' } as const
  const became = await workflowOf(stack, row).executeUpdate(decideUpdate, { args: [word] })
  expect(became).toEqual({ became: 'carriedOut' })
  expect(await workflowOf(stack, row).result()).toEqual({ status: 'REJECTED' })
  expect(await disbursementOf(stack, row.id)).toMatchObject(REJECTED)
})
