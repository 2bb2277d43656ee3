/** A provider refuses readings for a while, because keys are replaced or its firewall errs: no search ends, and no notice is lost. */
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { chargeAttempts, providerAccounts } from '../../db/schema/index.ts'
import { chargeWorkflowId, type Decision, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { notify } from '../support/webhooks.ts'

type Code = 'ASAAS' | 'PAGUESAFE'

let stack: ChargeStack
let dead: string
const accounts = {} as Record<Code, string>
const revoked = {} as Record<Code, string>
beforeAll(async () => {
  stack = await startChargeStack()
  dead = await stack.addAccount('ASAAS', { baseUrl: 'http://127.0.0.1:1/asaas/v3' })
  for (const provider of ['ASAAS', 'PAGUESAFE'] as const) {
    accounts[provider] = await stack.addAccount(provider)
    revoked[provider] = await stack.addAccount(provider, { secretKey: 'revoked' })
  }
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const db = () => stack.database.writer
const PATIENCE = { timeout: 60_000 }
const timing = { unknownMs: 500, pollFirstMs: 200, pollMaxMs: 500 }
const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const decide = (chargeId: string, decision: Decision) =>
  handleOf(chargeId).executeUpdate(decideUpdate, { args: [decision] })
const becomes = (chargeId: string, row: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(row), PATIENCE)

/** @returns lets its requests in again. */
async function lockOut(provider: Code): Promise<() => Promise<unknown>> {
  const secretsOf = async (id: string) => {
    const [account] = await db().select().from(providerAccounts).where(eq(providerAccounts.id, id))
    return account?.sealedSecrets
  }
  const has = (sealedSecrets: string | undefined) =>
    db().update(providerAccounts).set({ sealedSecrets }).where(eq(providerAccounts.id, accounts[provider]))
  const right = await secretsOf(accounts[provider])
  await has(await secretsOf(revoked[provider]))
  return () => has(right)
}

/** A search that had begun with the right keys is over. */
async function untilTriedAnew(chargeId: string): Promise<void> {
  const tries = async () => (await handleOf(chargeId).describe()).raw.pendingActivities?.[0]?.attempt ?? 0
  const before = await tries()
  await expect.poll(tries, PATIENCE).toBeGreaterThan(before)
}

/** The last failure of the activity that its workflow waits for. */
const refusalOf = async (chargeId: string) => {
  const [activity] = (await handleOf(chargeId).describe()).raw.pendingActivities ?? []
  return activity?.lastFailure?.applicationFailureInfo?.type
}

const lost = (provider: Code) =>
  stack.control('PUT', `/faults/${provider}/createTransaction`, { fault: 'commitThenDrop', times: 1 })

/** The transaction of the charge's last attempt, as its provider has it. */
async function madeAt(provider: Code, chargeId: string): Promise<{ reference: string; transactionId: string }> {
  const reference = (await stack.attempts(chargeId)).at(-1)?.id.replaceAll('-', '') ?? ''
  const path = `/transactions?provider=${provider}&reference=${reference}`
  const { data } = await stack.control<{ data: { id: string }[] }>('GET', path)
  return { reference, transactionId: data[0]?.id ?? '' }
}

test('a search goes on once its keys are right again, and an operator may begin it anew meanwhile', async () => {
  await lost('ASAAS')
  // Nothing is searched with the right keys.
  await stack.control('PUT', '/faults/ASAAS/findTransaction', { fault: 'serverError', times: 0 })
  const { chargeId, creation } = await stack.start([accounts.ASAAS], { timing })
  await becomes(chargeId, { attention: 'unknownOutcome' })
  const letIn = await lockOut('ASAAS')
  await untilTriedAnew(chargeId)
  await stack.control('DELETE', '/faults')
  await expect.poll(() => refusalOf(chargeId), PATIENCE).toBe('Unauthorized')
  expect(await decide(chargeId, { kind: 'retry', by: 'ana' })).toEqual({ became: 'carriedOut' })
  await letIn()
  const { transactionId } = await madeAt('ASAAS', chargeId)
  await becomes(chargeId, { status: 'PENDING', transactionId, attention: null })
  await creation
  await stack.keepHistory(chargeWorkflowId(chargeId), 'searched-while-locked-out')
})

test('a notice about the attempt is taken once the provider can be read again', async () => {
  await lost('ASAAS')
  // It is the notice that answers.
  await stack.control('PUT', '/faults/ASAAS/findTransaction', { fault: 'serverError', times: 0 })
  const { chargeId } = await stack.start([accounts.ASAAS], { timing })
  await becomes(chargeId, { attention: 'unknownOutcome' })
  const { reference, transactionId } = await madeAt('ASAAS', chargeId)
  const letIn = await lockOut('ASAAS')
  await stack.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
  await notify(stack, chargeId, { accountId: accounts.ASAAS, transactionId, status: 'RECEIVED', reference })
  const refused = async () => {
    const { events } = await handleOf(chargeId).fetchHistory()
    return events?.filter(({ activityTaskFailedEventAttributes: failed }) => failed).length ?? 0
  }
  await expect.poll(refused, PATIENCE).toBeGreaterThan(0)
  await letIn()
  await becomes(chargeId, { status: 'APPROVED', transactionId, attention: null })
  await stack.keepHistory(chargeWorkflowId(chargeId), 'noticed-while-locked-out')
})

test('an operator who names a transaction is not told that its provider does not know it', async () => {
  await lost('PAGUESAFE')
  const { chargeId } = await stack.start([accounts.PAGUESAFE], { timing })
  await becomes(chargeId, { attention: 'unknownOutcome' })
  const { transactionId } = await madeAt('PAGUESAFE', chargeId)
  const created = { kind: 'resolve', outcome: 'created', externalId: transactionId, by: 'ana' } as const
  const letIn = await lockOut('PAGUESAFE')
  expect(await decide(chargeId, created)).toEqual({ became: 'void', why: 'unreadable' })
  await letIn()
  expect(await decide(chargeId, created)).toEqual({ became: 'carriedOut' })
  await becomes(chargeId, { transactionId, attention: null })
})

test('the search for what may be a second payment goes on', async () => {
  await lost('ASAAS')
  await stack.control('PUT', '/faults/ASAAS/findTransaction', { fault: 'serverError', times: 0 })
  const { chargeId } = await stack.start([dead, accounts.ASAAS], { timing })
  await becomes(chargeId, { attention: 'unknownOutcome' })
  const orphan = `pay_${chargeId}`
  const isFirst = and(eq(chargeAttempts.chargeId, chargeId), eq(chargeAttempts.number, 1))
  await db().update(chargeAttempts).set({ transactionId: orphan }).where(isFirst)
  await notify(stack, chargeId, { accountId: dead, transactionId: orphan, status: 'RECEIVED' })
  await becomes(chargeId, { status: 'APPROVED' })
  const letIn = await lockOut('ASAAS')
  await untilTriedAnew(chargeId)
  await stack.control('DELETE', '/faults')
  await expect.poll(() => refusalOf(chargeId), PATIENCE).toBe('Unauthorized')
  await stack.control('PUT', '/faults/ASAAS/cancelTransaction', { fault: 'serverError', times: 0 })
  await letIn()
  const { transactionId } = await madeAt('ASAAS', chargeId)
  await vi.waitFor(async () => expect((await stack.attempts(chargeId))[1]?.transactionId).toBe(transactionId), PATIENCE)
  await stack.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
  await becomes(chargeId, { attention: 'doublePayment', transactionId: orphan })
})
