/** What an operator says that the provider, or their own words, contradict. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Decision, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, HASTY, startWithdrawal, workflowOf } from '../support/disbursements.ts'

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(() => stack?.close())

const CREATED = { kind: 'resolve', outcome: 'created', by: 'ana' } as const
const decide = (handle: ReturnType<typeof workflowOf>, decision: Decision) =>
  handle.executeUpdate(decideUpdate, { args: [decision] })

test('a withdrawal that its provider calls pending is not called failed', async () => {
  const timing = { ...HASTY, pollFirstMs: 60_000 }
  const started = await startWithdrawal(stack, [await stack.addAccount('BRAVIVE')], { timing })
  await started.answer
  const handle = workflowOf(stack, started.row)
  for (const status of ['REJECTED', 'CANCELED'] as const) {
    expect(await decide(handle, { ...CREATED, status })).toEqual({ became: 'void', why: 'found' })
  }
  expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'PENDING' })
  expect(await decide(handle, { ...CREATED, status: 'APPROVED' })).toEqual({ became: 'carriedOut' })
  expect(await handle.result()).toEqual({ status: 'APPROVED' })
})

test('a withdrawal is not called paid and not created in one breath', async () => {
  const started = await startWithdrawal(stack, [await stack.addAccount('PRONTTUS')])
  await started.answer
  const handle = workflowOf(stack, started.row)
  const paid = { kind: 'resolve', outcome: 'notCreated', status: 'APPROVED', by: 'ana' } as const
  expect(await decide(handle, paid)).toEqual({ became: 'void', why: 'malformed' })
  expect(await disbursementOf(stack, started.row.id)).toMatchObject({ status: 'PENDING' })
  await stack.keepHistory(handle.workflowId, 'withdrawal-word-contradicts-itself')
})
