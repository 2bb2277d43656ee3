/** A decision about a withdrawal that could not be sent, while the next try of it is under way and is answered. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import {
  disbursementAttemptsOf,
  disbursementEventsOf,
  disbursementOf,
  startWithdrawal,
  untilAttention,
  workflowOf,
} from '../support/disbursements.ts'
import { withoutAnswers } from '../support/unwritten-answers.ts'

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(() => stack?.close())

const ANSWERED = { became: 'void', why: 'answered' }
const NOT_CREATED = { kind: 'resolve', outcome: 'notCreated', about: 'providerUnreachable', by: 'ana' } as const

test('what the provider has taken is not called not created', async () => {
  // It cannot be asked what became of a withdrawal.
  const account = await stack.addAccount('PRONTTUS')
  const isAway = { fault: 'rateLimited', times: 0, retryAfterSeconds: 1 }
  await stack.control('PUT', '/faults/PRONTTUS/withdraw', isAway)
  const started = await startWithdrawal(stack, [account])
  expect(await started.answer).toEqual({ outcome: 'needsAttention' })
  expect(await untilAttention(stack, started.row.id)).toBe('providerUnreachable')
  const handle = workflowOf(stack, started.row)
  const decision = await withoutAnswers(stack, async (refused) => {
    await stack.control('DELETE', '/faults')
    await expect.poll(refused, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(await disbursementAttemptsOf(stack, started.row.id)).toMatchObject([{ state: 'sending' }])
    return handle.startUpdate(decideUpdate, { waitForStage: 'ACCEPTED', args: [NOT_CREATED] })
  })
  expect(await decision.result()).toEqual(ANSWERED)
  const row = await disbursementOf(stack, started.row.id)
  expect(row).toMatchObject({ status: 'PENDING', externalId: expect.any(String) })
  // Nor is one that comes later, about what was asked before.
  const later = handle.executeUpdate(decideUpdate, { args: [{ ...NOT_CREATED, id: 'later' }] })
  expect(await later).toEqual(ANSWERED)
  expect(await disbursementEventsOf(stack, started.row.id)).not.toContain('statusChanged REJECTED')
  await stack.keepHistory(handle.workflowId, 'withdrawal-decision-overtaken')
}, 120_000)
