/** An operator who says that a withdrawal was never made: the provider is asked by our reference before it is believed. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditLog } from '../../db/schema/index.ts'
import {
  type Approval,
  type Decision,
  decideUpdate,
  disbursementWorkflowId,
  statusQuery,
} from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import {
  disbursementAttemptsOf,
  disbursementEventsOf,
  disbursementOf,
  HASTY,
  type Started,
  startWithdrawal,
  untilAttention,
  workflowOf,
} from '../support/disbursements.ts'

let stack: ChargeStack
const accounts: Record<'ZENDRY' | 'BRAVIVE', string> = { ZENDRY: '', BRAVIVE: '' }

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of ['ZENDRY', 'BRAVIVE'] as const) accounts[provider] = await stack.addAccount(provider)
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const fail = (provider: string, operation: string, fault: string, times = 1) =>
  stack.control('PUT', `/faults/${provider}/${operation}`, { fault, times })
const decide = ({ row: disbursement }: Started, decision: Decision | Approval) =>
  workflowOf(stack, disbursement).executeUpdate(decideUpdate, { args: [decision] })
const NOT_CREATED = { kind: 'resolve', outcome: 'notCreated', by: 'ana' } as const

/** How often each activity was tried that failed in the end. */
async function triesInVain({ row: disbursement }: Started): Promise<number[]> {
  const events = (await workflowOf(stack, disbursement).fetchHistory()).events ?? []
  const startOf = (id: unknown) => events.find(({ eventId }) => String(eventId) === String(id))
  return events.flatMap(({ activityTaskFailedEventAttributes: failed }) =>
    failed ? [startOf(failed.startedEventId)?.activityTaskStartedEventAttributes?.attempt ?? 0] : [],
  )
}

/** Sent, not answered, and not to be found while its search fails. */
async function lost(fault: 'commitThenDrop' | 'dropBeforeCommit'): Promise<Started> {
  await fail('ZENDRY', 'withdraw', fault)
  await fail('ZENDRY', 'findWithdraw', 'serverError', 0)
  // The search goes on seldom enough to leave the look to the operator's word.
  const started = await startWithdrawal(stack, [accounts.ZENDRY], { timing: { ...HASTY, unknownMs: 8_000 } })
  expect(await started.answer).toEqual({ outcome: 'needsAttention' })
  expect(await untilAttention(stack, started.row.id)).toBe('unknownOutcome')
  return started
}

test('the word is void when the provider has the withdrawal, which then goes on', async () => {
  const started = await lost('commitThenDrop')
  await stack.control('DELETE', '/faults')
  // The search that goes on beside may be faster.
  const answer = await decide(started, NOT_CREATED)
  expect(answer).toEqual({ became: 'void', why: expect.stringMatching(/^(?:found|answered)$/) })
  const { id } = started.row
  expect(await disbursementAttemptsOf(stack, id)).toMatchObject([{ outcome: 'created' }])
  const { externalId, status, attention } = await disbursementOf(stack, id)
  expect({ status, attention }).toEqual({ status: 'PENDING', attention: null })
  await stack.control('POST', `/withdrawals/ZENDRY/${externalId}/settle`)
  expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
  expect(await disbursementEventsOf(stack, id)).toContain('decisionVoid')
  await stack.keepHistory(disbursementWorkflowId('withdrawal', id), 'withdrawal-denied-and-found')
})

test('the word is void, and the question stands, while the provider cannot be asked', async () => {
  const started = await lost('commitThenDrop')
  expect(await decide(started, NOT_CREATED)).toEqual({ became: 'void', why: 'unreadable' })
  const standing = { status: 'PENDING', phase: 'creating', needsAttention: true, asked: 'unknownOutcome' }
  expect(await workflowOf(stack, started.row).query(statusQuery)).toEqual(standing)
  // As often as decision 166 says.
  expect(Math.max(...(await triesInVain(started)))).toBe(5)
  expect(await disbursementOf(stack, started.row.id)).toMatchObject({
    status: 'PENDING',
    attention: 'unknownOutcome',
  })
  expect(await disbursementAttemptsOf(stack, started.row.id)).toMatchObject([{ state: 'sending', outcome: null }])
})

test('the word is carried out where the provider finds nothing', async () => {
  const started = await lost('dropBeforeCommit')
  await stack.control('DELETE', '/faults')
  expect(await decide(started, NOT_CREATED)).toEqual({ became: 'carriedOut' })
  const handle = workflowOf(stack, started.row)
  expect(await handle.result()).toEqual({ status: 'REJECTED' })
  // The decision is noted by our API, from which an Update comes.
  const noted = await stack.database.writer.select().from(auditLog).where(eq(auditLog.target, handle.workflowId))
  expect(noted.map(({ action }) => action)).toEqual(['withdrawal.create'])
})

test.each([{}, { status: 'REJECTED' as const }])('what the provider has is not called unmade (%o)', async (status) => {
  const started = await startWithdrawal(stack, [accounts.BRAVIVE], { timing: { ...HASTY, pendingMs: 500 } })
  expect(await started.answer).toEqual({ outcome: 'created' })
  expect(await untilAttention(stack, started.row.id)).toBe('noConfirmation')
  expect(await decide(started, { ...NOT_CREATED, ...status })).toEqual({ became: 'void', why: 'found' })
  const { externalId, status: standing } = await disbursementOf(stack, started.row.id)
  expect(standing).toBe('PENDING')
  await stack.control('POST', `/withdrawals/BRAVIVE/${externalId}/settle`)
  expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
})

test('an approval that is not asked for is void, and the withdrawal goes on', async () => {
  const started = await startWithdrawal(stack, [accounts.BRAVIVE])
  expect(await started.answer).toEqual({ outcome: 'created' })
  const approval = { kind: 'approve', personId: randomUUID(), by: 'ana' } as const
  expect(await decide(started, approval)).toEqual({ became: 'void', why: 'answered' })
  const { externalId } = await disbursementOf(stack, started.row.id)
  await stack.control('POST', `/withdrawals/BRAVIVE/${externalId}/settle`)
  expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
})
