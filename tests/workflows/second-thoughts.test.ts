/** What must not go wrong twice: resets, repeated decisions, events that meet an ending, keys that fail for a while. */
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { deriveKey } from '../../config/keys.ts'
import { open, seal } from '../../config/seal.ts'
import { chargeAttempts, providerAccounts, readings } from '../../db/schema/index.ts'
import {
  cancelSignal,
  chargeEventWorkflowId,
  chargeWorkflowId,
  decideUpdate,
  resolveSignal,
  retrySignal,
  SEARCH_ATTRIBUTES,
  statusQuery,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { notify, storeNotice } from '../support/webhooks.ts'

vi.mock('../../providers/index.ts', async (original) => {
  const { promptSearches } = await import('../support/searches.ts')
  return promptSearches(await original<typeof import('../../providers/index.ts')>(), 'ASAAS')
})

let stack: ChargeStack
const accounts: Record<'ASAAS' | 'ZENDRY' | 'PAGUESAFE', string> = { ASAAS: '', ZENDRY: '', PAGUESAFE: '' }

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of ['ASAAS', 'ZENDRY', 'PAGUESAFE'] as const)
    accounts[provider] = await stack.addAccount(provider)
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const timing = { unknownMs: 1_000, unreachableMs: 60_000, pollFirstMs: 200, pollMaxMs: 300 }
const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const fail = (provider: string, operation: string, fault: string, times = 1) =>
  stack.control('PUT', `/faults/${provider}/${operation}`, { fault, times, retryAfterSeconds: 86_400 })
const outcomesOf = async (chargeId: string) =>
  (await stack.attempts(chargeId)).map(({ provider, outcome }) => `${provider} ${outcome}`)
const needsAttention = (chargeId: string) =>
  vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).not.toBeNull(), 60_000)

async function moneyAt(provider: string, chargeId: string): Promise<{ id: string }[]> {
  const references = (await stack.attempts(chargeId)).map(({ id }) => id.replaceAll('-', ''))
  const { data } = await stack.control<{ data: { id: string; reference: string }[] }>(
    'GET',
    `/transactions?provider=${provider}`,
  )
  return data.filter(({ reference }) => references.includes(reference))
}

/** As an operator does in Temporal Web: back to the first workflow task. */
async function reset(chargeId: string): Promise<void> {
  const { runId } = await handleOf(chargeId).describe()
  await stack.temporal.workflowService.resetWorkflowExecution({
    namespace: stack.settings.temporalNamespace,
    workflowExecution: { workflowId: chargeWorkflowId(chargeId), runId },
    reason: 'test',
    workflowTaskFinishEventId: 4 as never,
    requestId: randomUUID(),
  })
}

async function withWrongKey<T>(accountId: string, act: () => Promise<T>): Promise<T> {
  const sealKey = deriveKey(stack.settings.masterKey, 'seal')
  const db = stack.database.writer
  const [account] = await db.select().from(providerAccounts).where(eq(providerAccounts.id, accountId))
  const right = account?.sealedSecrets ?? ''
  const wrong = seal(JSON.stringify({ ...JSON.parse(open(right, sealKey)), secretKey: 'rotated away' }), sealKey)
  const set = (sealedSecrets: string) =>
    db.update(providerAccounts).set({ sealedSecrets }).where(eq(providerAccounts.id, accountId))
  await set(wrong)
  try {
    return await act()
  } finally {
    await set(right)
  }
}

describe('a reset', () => {
  test('after a failover does not charge at the account that was given up', async () => {
    const dead = await stack.addAccount('ASAAS', { baseUrl: 'http://127.0.0.1:1/asaas/v3' })
    const { chargeId, creation } = await stack.start([dead, accounts.ZENDRY], { timing })
    expect(await creation).toEqual({ outcome: 'created' })
    const { transactionId } = await stack.charge(chargeId)
    const healthy = stack.sandbox.accounts.find(({ provider }) => provider === 'ASAAS')
    await stack.database.writer
      .update(providerAccounts)
      .set({ baseUrl: healthy?.baseUrl ?? null })
      .where(eq(providerAccounts.id, dead))

    await reset(chargeId)
    await stack.control('POST', `/transactions/ZENDRY/${transactionId}/pay`)
    await vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe('APPROVED'), 60_000)
    expect(await outcomesOf(chargeId)).toEqual(['ASAAS superseded', 'ZENDRY created'])
    expect(await stack.charge(chargeId)).toMatchObject({ provider: 'ZENDRY', transactionId })
    expect(await moneyAt('ASAAS', chargeId)).toEqual([])
  })

  test('after an attempt that was found absent goes on with the one that was made', async () => {
    await fail('ASAAS', 'createTransaction', 'dropBeforeCommit')
    const { chargeId, creation } = await stack.start([accounts.ASAAS], { timing: { ...timing, unknownMs: 60_000 } })
    expect(await creation).toEqual({ outcome: 'created' })
    const { transactionId } = await stack.charge(chargeId)
    await reset(chargeId)
    await stack.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
    await vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe('APPROVED'), 60_000)
    expect(await outcomesOf(chargeId)).toEqual(['ASAAS absent', 'ASAAS created'])
  })
})

test('a decision that is sent twice is not applied to the next provider', async () => {
  await fail('ZENDRY', 'createTransaction', 'dropBeforeCommit')
  await fail('PAGUESAFE', 'createTransaction', 'commitThenDrop')
  const { chargeId } = await stack.start([accounts.ZENDRY, accounts.PAGUESAFE, accounts.ASAAS], { timing })
  await needsAttention(chargeId)
  for (let twice = 0; twice < 2; twice += 1) {
    await handleOf(chargeId).signal(resolveSignal, { outcome: 'notCreated', by: 'ana', attempt: 1 })
  }
  await vi.waitFor(async () => expect(await stack.attempts(chargeId)).toHaveLength(2), 60_000)
  await needsAttention(chargeId)
  expect(await outcomesOf(chargeId)).toEqual(['ZENDRY superseded', 'PAGUESAFE null'])
  await handleOf(chargeId).signal(cancelSignal)
  await handleOf(chargeId).result()
  await stack.keepHistory(chargeWorkflowId(chargeId), 'decision-sent-twice')
})

test('a charge that a retry created is not cancelled by who said meanwhile that nothing was created', async () => {
  const asaas = await stack.addAccount('ASAAS', { baseUrl: 'http://127.0.0.1:1/asaas/v3' })
  const { chargeId, creation } = await stack.start([asaas], { timing: { ...timing, triesBeforeAsking: 3 } })
  expect(await creation).toEqual({ outcome: 'needsAttention' })
  const about = 'providerUnreachable'
  expect(await stack.charge(chargeId)).toMatchObject({ attention: about })

  const healthy = stack.sandbox.accounts.find(({ provider }) => provider === 'ASAAS')
  const isThis = eq(providerAccounts.id, asaas)
  await stack.database.writer
    .update(providerAccounts)
    .set({ baseUrl: healthy?.baseUrl ?? null })
    .where(isThis)
  await stack.control('PUT', '/faults/ASAAS/createTransaction', { fault: 'slow', times: 1, delayMs: 2_000 })
  await handleOf(chargeId).signal(retrySignal, { by: 'ana' })
  await vi.waitFor(async () => expect(await outcomesOf(chargeId)).toHaveLength(2), 60_000)
  const canceled = handleOf(chargeId).executeUpdate(decideUpdate, {
    args: [{ kind: 'cancel', by: 'bea', about }],
  })
  expect(await canceled).toEqual({ became: 'void', why: 'answered' })
  expect(await outcomesOf(chargeId)).toEqual(['ASAAS superseded', 'ASAAS created'])
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention: null })
  expect(await handleOf(chargeId).query(statusQuery)).toEqual({
    status: 'PENDING',
    phase: 'following',
    needsAttention: false,
  })
  const { typedSearchAttributes } = await handleOf(chargeId).describe()
  expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.needsAttention)).toBe(false)

  const { transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  await stack.keepHistory(chargeWorkflowId(chargeId), 'retry-created-and-decision-void')
})

test('a charge whose provider does not answer is not cancelled: it may be paid', async () => {
  await fail('ASAAS', 'createTransaction', 'commitThenDrop')
  await fail('ASAAS', 'findTransaction', 'serverError', 0)
  await fail('ASAAS', 'readTransaction', 'serverError', 0)
  const { chargeId } = await stack.start([accounts.ASAAS], { timing })
  await needsAttention(chargeId)
  const [transaction] = await moneyAt('ASAAS', chargeId)
  await stack.control('POST', `/transactions/ASAAS/${transaction?.id}/pay`)
  const [attempt] = await stack.attempts(chargeId)
  const reference = attempt?.id.replaceAll('-', '') ?? ''
  await notify(stack, chargeId, {
    accountId: accounts.ASAAS,
    transactionId: transaction?.id ?? '',
    status: 'RECEIVED',
    reference,
  })
  const canceled = handleOf(chargeId).executeUpdate(decideUpdate, { args: [{ kind: 'cancel', by: 'ana' }] })
  expect(await canceled).toEqual({ became: 'void', why: 'unreadable' })
  await stack.control('DELETE', '/faults')
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ transactionId: transaction?.id, attention: null })
  await stack.keepHistory(chargeWorkflowId(chargeId), 'cancel-meets-silence')
})

test('a payment at an account that was left is read there, credited and shown to an operator', async () => {
  await fail('PAGUESAFE', 'createTransaction', 'commitThenDrop')
  const { chargeId } = await stack.start([accounts.PAGUESAFE, accounts.ASAAS], { timing })
  await needsAttention(chargeId)
  const [orphan] = await moneyAt('PAGUESAFE', chargeId)
  await handleOf(chargeId).signal(resolveSignal, { outcome: 'notCreated' })
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).provider).toBe('ASAAS'), 60_000)

  // As a late answer would have left it.
  await stack.database.writer
    .update(chargeAttempts)
    .set({ transactionId: orphan?.id ?? '' })
    .where(and(eq(chargeAttempts.chargeId, chargeId), eq(chargeAttempts.number, 1)))
  await stack.control('POST', `/transactions/PAGUESAFE/${orphan?.id}/pay`)
  await notify(stack, chargeId, {
    accountId: accounts.PAGUESAFE,
    transactionId: orphan?.id ?? '',
    status: 'paid',
    proof: 'token',
  })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ attention: 'orphanPayment', provider: 'ASAAS' })
  await stack.keepHistory(chargeWorkflowId(chargeId), 'orphan-at-another-account')
})

test('keys that fail for a while stop neither the polling nor a late event', async () => {
  const { chargeId, creation } = await stack.start([accounts.PAGUESAFE], { timing })
  await creation
  const { transactionId } = await stack.charge(chargeId)
  const reads = async () => {
    const [row] = await stack.database.writer.select().from(readings).where(eq(readings.id, chargeId))
    return row?.reads ?? 0
  }
  await withWrongKey(accounts.PAGUESAFE, async () => {
    const before = await reads()
    await vi.waitFor(async () => expect(await reads()).toBeGreaterThan(before + 2), 60_000)
  })
  await stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })

  await stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/chargeback`)
  const chargedBack = { accountId: accounts.PAGUESAFE, transactionId: transactionId ?? '', status: 'chargedback' }
  const eventId = await storeNotice(stack, { ...chargedBack, proof: 'token' })
  const event = await withWrongKey(accounts.PAGUESAFE, async () => {
    const started = await stack.temporal.workflow.start(WORKFLOW_TYPES.chargeEvent, {
      workflowId: chargeEventWorkflowId(chargeId, eventId),
      taskQueue: TASK_QUEUES.charges,
      args: [
        {
          chargeId,
          platformId: stack.platformId,
          eventId,
        },
      ],
    })
    await vi.waitFor(async () => {
      const { raw } = await started.describe()
      expect(raw.pendingActivities?.[0]?.attempt).toBeGreaterThan(1)
    }, 60_000)
    return started
  })
  expect(await event.result()).toEqual({ status: 'CHARGEBACK' })
})

test('a provider that asks for a day of patience is left for another one', async () => {
  await fail('ASAAS', 'createTransaction', 'rateLimited', 0)
  const { chargeId, creation } = await stack.start([accounts.ASAAS, accounts.ZENDRY], { timing })
  expect(await creation).toEqual({ outcome: 'created' })
  expect((await stack.charge(chargeId)).provider).toBe('ZENDRY')
})
