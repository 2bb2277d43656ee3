/** A decision that a withdrawal was not created, while its provider answers. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import {
  disbursementAttemptsOf,
  disbursementEventsOf,
  disbursementOf,
  HASTY,
  startWithdrawal,
  untilAttention,
  workflowOf,
} from '../support/disbursements.ts'
import { withoutAnswers } from '../support/unwritten-answers.ts'
import { storeWebhook } from '../support/webhooks.ts'

/** What happens once the provider was asked about the decision, and before it is written down. */
const meanwhile = { happens: async () => {} }
vi.mock('../../db/queries/disbursement/attempt-ends.ts', async (original) => {
  const real = await original<typeof import('../../db/queries/disbursement/attempt-ends.ts')>()
  const settleDisbursement: typeof real.settleDisbursement = async (...said) => {
    await meanwhile.happens()
    return real.settleDisbursement(...said)
  }
  return { ...real, settleDisbursement }
})

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterEach(() => {
  meanwhile.happens = async () => {}
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

test.each([
  { answer: 'Em processamento', status: 'PENDING' },
  { answer: 'Sucesso', status: 'APPROVED' },
])('what FLOW2PAY answers ($answer) while it is called not created is what counts', async ({ answer, status }) => {
  const account = await stack.addAccount('FLOW2PAY')
  await stack.control('PUT', '/faults/FLOW2PAY/withdraw', { fault: 'commitThenDrop', times: 1 })
  const { row } = await startWithdrawal(stack, [account], { timing: HASTY })
  expect(await untilAttention(stack, row.id)).toBe('unknownOutcome')
  const [attempt] = await disbursementAttemptsOf(stack, row.id)
  const externalId = `taken-${row.id}`
  const says = async (word: string) => {
    const body = {
      evento: 'PixOut',
      idEnvio: attempt?.reference,
      codigoTransacao: externalId,
      status: word,
      valor: -2500,
    }
    await deliverWebhookEvent(stack, await storeWebhook(stack, account, body))
  }
  meanwhile.happens = async () => {
    await says(answer)
    await expect.poll(() => disbursementOf(stack, row.id), { timeout: 20_000 }).toMatchObject({ externalId, status })
  }
  const decision = { ...NOT_CREATED, about: 'unknownOutcome' } as const
  const decided = workflowOf(stack, row).executeUpdate(decideUpdate, { args: [decision] })
  expect(await decided).toEqual({ became: 'void', why: 'found' })
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status, attention: null })
  await says('Sucesso')
  expect(await workflowOf(stack, row).result()).toEqual({ status: 'APPROVED' })
  expect(await disbursementEventsOf(stack, row.id)).not.toContain('statusChanged REJECTED')
})
