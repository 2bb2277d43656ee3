/** A client that reaches Temporal without our key can send what operators are told to send, and decide nothing else. */
import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '../../db/schema/index.ts'
import { chargeWorkflowId, statusQuery } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'

let stack: ChargeStack
let stranger: Client
let treeal: string

beforeAll(async () => {
  stack = await startChargeStack()
  treeal = await stack.addAccount('TREEAL')
  const { temporalAddress: address, temporalNamespace: namespace } = stack.settings
  stranger = new Client({ connection: await Connection.connect({ address }), namespace })
})
afterAll(async () => {
  await stranger?.connection.close()
  await stack?.close()
})

async function created() {
  const { chargeId, creation } = await stack.start([treeal])
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  return { chargeId, transactionId: transactionId ?? '', workflowId: chargeWorkflowId(chargeId) }
}

test('a provider’s event that was not sealed moves nothing', async () => {
  const { chargeId, transactionId, workflowId } = await created()
  const event = { eventId: randomUUID(), transactionId, accountId: treeal, signed: true, status: 'APPROVED' }
  await stranger.workflow.getHandle(workflowId).signal('providerEvent', event)
  // Asked after the signal, so answered after it.
  const ours = stack.temporal.workflow.getHandle(workflowId)
  expect(await ours.query(statusQuery)).toMatchObject({ status: 'PENDING' })
  expect((await stack.charge(chargeId)).status).toBe('PENDING')
  await ours.terminate()
})

test('an operator’s signal from Temporal’s own tools is heard, under no name of its own', async () => {
  const { chargeId, workflowId } = await created()
  const theirs = stranger.workflow.getHandle(workflowId)
  const forged = { by: 'ana@loja.com.br', id: 'known' }
  await theirs.signal('resolve', { ...forged, outcome: 'paid' })
  await theirs.signal('cancel', forged)
  await expect.poll(async () => (await stack.charge(chargeId)).status, { timeout: 60_000 }).toBe('REJECTED')
  await stack.temporal.workflow.getHandle(workflowId).result()

  const decisions = (await stack.events(chargeId)).filter(({ key }) => key.startsWith('decision/'))
  expect(decisions.map(({ type, detail }) => ({ type, by: detail?.by }))).toEqual([
    { type: 'decisionVoid', by: 'Temporal' },
    { type: 'operatorCanceled', by: 'Temporal' },
  ])
  const noted = await stack.database.writer.select().from(auditLog).where(eq(auditLog.target, workflowId))
  expect(noted.map(({ actor, action, detail }) => ({ actor, action, detail }))).toEqual([
    { actor: 'Temporal', action: 'resolve', detail: { outcome: 'paid', became: 'void', why: 'malformed' } },
    { actor: 'Temporal', action: 'cancel', detail: { became: 'carriedOut' } },
  ])
  expect(noted.every(({ platformId }) => platformId === stack.platformId)).toBe(true)
})

test('a signal with words that cannot be stored is written down without them, and holds up no decision after it', async () => {
  const { chargeId, workflowId } = await created()
  const theirs = stranger.workflow.getHandle(workflowId)
  const cutInHalf = `${'x'.repeat(199)}😀`
  await theirs.signal('resolve', { outcome: 'created', externalId: 'a\0b', status: '\uD83D' })
  await theirs.signal('resolve', { outcome: cutInHalf })
  await theirs.signal('cancel')
  await expect.poll(async () => (await stack.charge(chargeId)).status, { timeout: 60_000 }).toBe('REJECTED')
  await stack.temporal.workflow.getHandle(workflowId).result()

  const noted = await stack.database.writer.select().from(auditLog).where(eq(auditLog.target, workflowId))
  const details = noted.map(({ detail }) => detail)
  expect(details).toContainEqual(expect.objectContaining({ externalId: 'a\uFFFDb', status: '\uFFFD' }))
  expect(details).toContainEqual(expect.objectContaining({ outcome: `${'x'.repeat(199)}\uFFFD`, why: 'malformed' }))
})

test('a charge that was not sealed is not begun', async () => {
  const input = { chargeId: randomUUID(), platformId: stack.platformId, candidates: [] }
  const workflowId = `charge/${input.chargeId}`
  const handle = await stranger.workflow.start('charge', { workflowId, taskQueue: 'charges', args: [input] })
  await expect(stack.temporal.workflow.getHandle(handle.workflowId).result()).rejects.toMatchObject({
    cause: { type: 'UnsealedPayload' },
  })
})

test('an activity’s answer that was not sealed is not believed', async () => {
  await stack.control('PUT', '/faults/TREEAL/createTransaction', { fault: 'rateLimited', times: 0 })
  const { chargeId, creation } = await stack.start([treeal])
  creation.catch(() => {})
  const workflowId = chargeWorkflowId(chargeId)
  // As Temporal has it: its notes are sealed, too, and a stranger's client does not read them.
  const describe = () =>
    stranger.workflowService.describeWorkflowExecution({
      namespace: stack.settings.temporalNamespace,
      execution: { workflowId },
    })
  const pending = async () => (await describe()).pendingActivities ?? []
  await expect.poll(async () => (await pending()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const [sending] = await pending()
  await stranger.activity.complete(
    { workflowId, activityId: sending?.activityId ?? '' },
    { outcome: 'created', accountId: treeal, transactionId: 'forged', status: 'APPROVED' },
  )
  const attempts = async () => (await describe()).pendingWorkflowTask?.attempt ?? 0
  await expect.poll(attempts, { timeout: 60_000 }).toBeGreaterThan(1)
  expect((await stack.charge(chargeId)).status).toBe('PENDING')
  await stranger.workflow.getHandle(workflowId).terminate()
  await stack.control('DELETE', '/faults')
})

test('what was sealed for another workflow decides nothing, and begins nothing', async () => {
  const { chargeId, workflowId } = await created()
  const other = await created()
  const ours = stack.temporal.workflow.getHandle(other.workflowId)
  const event = {
    eventId: randomUUID(),
    transactionId: other.transactionId,
    accountId: treeal,
    signed: true,
    status: 'APPROVED',
  }
  await ours.signal('providerEvent', event)
  await ours.signal('cancel', { by: 'ana@loja.com.br' })
  const { events } = await stranger.workflow.getHandle(other.workflowId).fetchHistory()
  const payloadsOf = (name: string) =>
    events?.flatMap(({ workflowExecutionSignaledEventAttributes: signal }) =>
      signal?.signalName === name ? (signal.input?.payloads ?? []) : [],
    )
  const begun = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads
  const { workflowService } = stranger
  const namespace = stack.settings.temporalNamespace
  const copy = (signalName: string) =>
    workflowService.signalWorkflowExecution({
      namespace,
      workflowExecution: { workflowId },
      signalName,
      input: { payloads: payloadsOf(signalName) ?? [] },
    })
  await copy('providerEvent')
  const status = () => stack.temporal.workflow.getHandle(workflowId).query(statusQuery)
  expect(await status()).toMatchObject({ status: 'PENDING' })
  // A copy of what may be sent unsealed is heard as that: under no name.
  await copy('cancel')
  await expect.poll(async () => (await stack.charge(chargeId)).status, { timeout: 60_000 }).toBe('REJECTED')
  const decisions = (await stack.events(chargeId)).filter(({ key }) => key.startsWith('decision/'))
  expect(decisions.map(({ detail }) => detail?.by)).toEqual(['Temporal'])

  const copied = `charge/${randomUUID()}`
  await workflowService.startWorkflowExecution({
    namespace,
    workflowId: copied,
    workflowType: { name: 'charge' },
    taskQueue: { name: 'charges' },
    requestId: randomUUID(),
    input: { payloads: begun ?? [] },
  })
  await expect(stack.temporal.workflow.getHandle(copied).result()).rejects.toMatchObject({
    cause: { type: 'UnsealedPayload' },
  })
})

test('our own client does not read what was not sealed', async () => {
  const workflowId = `charge/${randomUUID()}`
  await stranger.workflow.start('nobodys', { workflowId, taskQueue: 'nobodys', memo: { note: 'plain' } })
  const description = stack.temporal.workflow.getHandle(workflowId).describe()
  await expect(description.then(({ memo }) => memo)).rejects.toThrow('not sealed')
  await stranger.workflow.getHandle(workflowId).terminate()
})
