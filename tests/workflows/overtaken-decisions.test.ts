/** A decision about a withdrawal that could not be sent, while the next try of it is under way and is answered. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(() => stack?.close())

const ANSWERED = { became: 'void', why: 'answered' }
const NOT_CREATED = { kind: 'resolve', outcome: 'notCreated', about: 'providerUnreachable', by: 'ana' } as const
const fail = (provider: string, operation: string, fault: string, changes = {}) =>
  stack.control('PUT', `/faults/${provider}/${operation}`, { fault, times: 0, retryAfterSeconds: 1, ...changes })
const SLOWLY = { times: 1, delayMs: 8_000 }

test('what the provider has taken is not called not created', async () => {
  // It cannot be asked what became of a withdrawal.
  const account = await stack.addAccount('PRONTTUS')
  await fail('PRONTTUS', 'withdraw', 'rateLimited')
  const started = await startWithdrawal(stack, [account])
  expect(await started.answer).toEqual({ outcome: 'needsAttention' })
  expect(await untilAttention(stack, started.row.id)).toBe('providerUnreachable')
  await fail('PRONTTUS', 'withdraw', 'slow', SLOWLY)
  await vi.waitFor(
    async () => expect(await disbursementAttemptsOf(stack, started.row.id)).toMatchObject([{ state: 'sending' }]),
    { timeout: 60_000, interval: 20 },
  )
  const handle = workflowOf(stack, started.row)
  expect(await handle.executeUpdate(decideUpdate, { args: [NOT_CREATED] })).toEqual(ANSWERED)
  const row = await disbursementOf(stack, started.row.id)
  expect(row).toMatchObject({ status: 'PENDING', externalId: expect.any(String) })
  // Nor is one that comes later, about what was asked before.
  const later = handle.executeUpdate(decideUpdate, { args: [{ ...NOT_CREATED, id: 'later' }] })
  expect(await later).toEqual(ANSWERED)
  expect(await disbursementEventsOf(stack, started.row.id)).not.toContain('statusChanged REJECTED')
  await stack.keepHistory(handle.workflowId, 'withdrawal-decision-overtaken')
}, 120_000)
