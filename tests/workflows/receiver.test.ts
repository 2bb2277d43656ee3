/** A receiver's workflow where things go wrong: crashes, silence, and people who have to decide. */
import { randomBytes } from 'node:crypto'
import { WithStartWorkflowOperation } from '@temporalio/client'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { providerAccounts, readings, receiverEvents, receivers } from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import {
  CREATED_UPDATE_ID,
  cancelSignal,
  createdUpdate,
  decideUpdate,
  type ReceiverInput,
  receiverWorkflowId,
  resolveSignal,
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { readNow } from '../support/readings.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { addShelterAccount, hangUp, reply, SHELTER_TOKEN, type Shelter, startShelter } from '../support/shelter.ts'
import { startQuickSweep } from '../support/sweeps.ts'
import { OF_RECEIVERS, withoutAnswers } from '../support/unwritten-answers.ts'

let stack: ChargeStack
let shelter: Shelter
let accountId: string

beforeAll(async () => {
  shelter = await startShelter()
  stack = await startChargeStack()
  accountId = await addShelterAccount(stack, shelter)
})
afterAll(async () => {
  await stack?.close()
  shelter?.close()
})
beforeEach(() => shelter.reset())

async function insert(changes: Partial<typeof receivers.$inferInsert> = {}): Promise<string> {
  const [row] = await stack.database.writer
    .insert(receivers)
    .values({
      platformId: stack.platformId,
      providerAccountId: accountId,
      provider: 'ABRIGO',
      ...RECEIVER_ROW,
      ...changes,
    })
    .returning()
  return row?.id ?? ''
}

type Start = [receiverId: string, timing?: ReceiverInput['timing'], recovery?: ReceiverInput['recovery']]

function startOf(...[receiverId, timing = {}, recovery]: Start) {
  const input: ReceiverInput = { receiverId, platformId: stack.platformId, timing, ...defined({ recovery }) }
  return {
    workflowId: receiverWorkflowId(receiverId),
    taskQueue: TASK_QUEUES.charges,
    args: [input],
    typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.status, value: 'PENDING' }],
  }
}

async function start(...how: Start) {
  const handle = await stack.temporal.workflow.start(WORKFLOW_TYPES.receiver, startOf(...how))
  return { handle, opened: handle.executeUpdate(createdUpdate, { updateId: CREATED_UPDATE_ID }) }
}

const due = (id: string) => readNow(stack, id)

/** From now on the account's reader asks nothing by itself, neither of this receiver nor of those that wait since before. */
async function readNone(): Promise<void> {
  const { writer } = stack.database
  const left = async () => {
    await writer.delete(readings).where(isNull(readings.leaseUntil))
    return writer.$count(readings)
  }
  await expect.poll(left, { timeout: 60_000 }).toBe(0)
  shelter.reset()
}

const find = async (id: string) => (await stack.database.writer.select().from(receivers).where(eq(receivers.id, id)))[0]
const until = (id: string, wanted: object) =>
  vi.waitFor(async () => expect(await find(id)).toMatchObject(wanted), { timeout: 60_000, interval: 50 })
const history = async (id: string) =>
  (await stack.database.writer.select().from(receiverEvents).where(eq(receiverEvents.receiverId, id)))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ type }) => type)

test('is approved in its time, and says so once', async () => {
  const id = await insert()
  const { handle, opened } = await start(id)
  expect(await opened).toEqual({ outcome: 'created' })
  expect(await find(id)).toMatchObject({ status: 'PENDING', creation: 'answered', sealedJournal: null })
  shelter.script.status = 'open'
  await due(id)
  expect(await handle.result()).toEqual({ status: 'ACTIVE' })
  expect(await history(id)).toEqual(['created', 'statusChanged'])
  await stack.keepHistory(handle.workflowId, 'receiver-approved')
})

test('is refused after a while', async () => {
  const id = await insert()
  const { handle, opened } = await start(id)
  await opened
  shelter.script.status = 'closed'
  await due(id)
  expect(await handle.result()).toEqual({ status: 'REJECTED' })
  await stack.keepHistory(handle.workflowId, 'receiver-not-approved')
})

test('is refused at once', async () => {
  const id = await insert()
  shelter.script.accounts.push(reply(400, { message: 'Adquirente não aceita CPF' }))
  const { handle, opened } = await start(id)
  expect(await opened).toEqual({ outcome: 'refused', message: 'Adquirente não aceita CPF' })
  expect(await handle.result()).toEqual({ status: 'REJECTED' })
  await stack.keepHistory(handle.workflowId, 'receiver-refused')
})

test('a run that died while it was sending is not repeated', async () => {
  const id = await insert({ creation: 'sending' })
  const { opened } = await start(id)
  expect(await opened).toEqual({ outcome: 'needsAttention' })
  expect(await find(id)).toMatchObject({ attention: 'unknownOutcome', creation: 'sending' })
  expect(shelter.asked()).toBe(0)
})

test('a lost answer waits for an operator, whose word that nothing was made opens it', async () => {
  const id = await insert()
  shelter.script.accounts.push(hangUp)
  const { handle, opened } = await start(id)
  expect(await opened).toEqual({ outcome: 'needsAttention' })
  expect(shelter.asked()).toBe(1)
  expect(await find(id)).toMatchObject({ creation: 'sending', receiverId: null })
  shelter.script.status = 'open'
  await handle.signal(resolveSignal, { outcome: 'notCreated', by: 'ana' })
  expect(await handle.result()).toEqual({ status: 'ACTIVE' })
  expect(shelter.asked()).toBe(2)
  expect(await history(id)).toEqual([
    ...['unknownOutcome', 'needsAttention', 'operatorResolved', 'created', 'statusChanged'],
  ])
  await stack.keepHistory(handle.workflowId, 'receiver-unknown-resolved')
})

test('a failover of the database that loses its claim before the answer is written opens no second one', async () => {
  const id = await insert()
  shelter.script.accounts.push(reply(200, { id: 'acc_901', live_api_token: SHELTER_TOKEN, status: 'waiting' }))
  const { handle, opened } = await withoutAnswers(
    stack,
    async (refused) => {
      const started = await start(id)
      await vi.waitFor(async () => expect(await refused()).toBeGreaterThan(0), 60_000)
      const lost = { creation: 'created', claimedBy: null } as const
      await stack.database.writer.update(receivers).set(lost).where(eq(receivers.id, id))
      const tries = async () => (await started.handle.describe()).raw.pendingActivities?.[0]?.attempt
      await vi.waitFor(async () => expect(await tries()).toBeGreaterThan(1), 60_000)
      return started
    },
    OF_RECEIVERS,
  )
  expect(await opened).toEqual({ outcome: 'needsAttention' })
  expect(await find(id)).toMatchObject({ attention: 'unknownOutcome', receiverId: null })
  expect(shelter.asked()).toBe(1)
  await handle.terminate()
})

test('an answer that cannot be written down at first is written when it can', async () => {
  const id = await insert()
  shelter.script.accounts.push(reply(200, { id: 'acc_902', live_api_token: SHELTER_TOKEN, status: 'waiting' }))
  const { opened } = await withoutAnswers(
    stack,
    async (refused) => {
      const started = await start(id)
      await vi.waitFor(async () => expect(await refused()).toBeGreaterThan(0), 60_000)
      return started
    },
    OF_RECEIVERS,
  )
  expect(await opened).toEqual({ outcome: 'created' })
  expect(await find(id)).toMatchObject({ receiverId: 'acc_902', attention: null })
})

test('a provider that cannot be reached is tried again, without asking it twice', async () => {
  const id = await insert()
  shelter.script.accounts.push(reply(429, { message: 'busy' }), reply(429, { message: 'busy' }))
  const { opened } = await start(id)
  expect(await opened).toEqual({ outcome: 'created' })
  expect(shelter.asked()).toBe(3)
})

test('keys that are refused by now do not undo what the provider has made before', async () => {
  const sealKey = deriveKey(stack.settings.masterKey, 'seal')
  const made = { risk: 'money', status: 201, headers: {}, body: '{"id":"abc"}' }
  const [keyless] = await stack.database.writer
    .insert(providerAccounts)
    .values({
      platformId: stack.platformId,
      provider: 'ABRIGO',
      name: 'without a key',
      baseUrl: shelter.baseUrl,
      sealedSecrets: seal(JSON.stringify({ webhookToken: 'token' }), sealKey),
      webhookTokenHash: randomBytes(32).toString('hex'),
    })
    .returning()
  const journal = { sealedJournal: seal(JSON.stringify([made]), sealKey) }
  const id = await insert({ providerAccountId: keyless?.id ?? '', ...journal })
  const { handle, opened } = await start(id, { triesBeforeAsking: 3 })
  expect(await opened).toEqual({ outcome: 'needsAttention' })
  expect(await find(id)).toMatchObject({ status: 'PENDING', attention: 'providerUnreachable', ...journal })
  await handle.terminate()
})

test('an approval that takes too long asks an operator, who is believed once the provider says so too', async () => {
  const id = await insert()
  const { handle, opened } = await start(id, { approvalMs: 1_000 })
  await opened
  await until(id, { attention: 'providerUnreachable' })
  await handle.signal(resolveSignal, { outcome: 'created', by: 'ana' })
  await vi.waitFor(async () => expect(await history(id)).toContain('operatorResolved'), { timeout: 60_000 })
  expect(await find(id)).toMatchObject({ status: 'PENDING' })
  shelter.script.status = 'open'
  await handle.signal(resolveSignal, { outcome: 'created', by: 'ana' })
  expect(await handle.result()).toEqual({ status: 'ACTIVE' })
  expect(await find(id)).toMatchObject({ status: 'ACTIVE', attention: null })
  await stack.keepHistory(handle.workflowId, 'receiver-read-before-believed')
})

test('a run that takes the place of a lost one sends nothing before a person says so', async () => {
  const id = await insert({ attentionReasons: ['workflowLost'] })
  const { handle, opened } = await start(id, {}, { attempt: 1, stands: 'sending' })
  expect(await opened).toEqual({ outcome: 'needsAttention' })
  expect(shelter.asked()).toBe(0)
  shelter.script.status = 'open'
  await handle.signal(resolveSignal, { outcome: 'notCreated', by: 'ana' })
  expect(await handle.result()).toEqual({ status: 'ACTIVE' })
  expect(shelter.asked()).toBe(1)
  await stack.keepHistory(handle.workflowId, 'receiver-taken-up-again')
})

test('a decision that comes with the first task of such a run is about what was lost', async () => {
  const id = await insert({ attentionReasons: ['workflowLost'] })
  shelter.script.status = 'open'
  const recovery = { attempt: 1, stands: 'sending' } as const
  const startWorkflowOperation = new WithStartWorkflowOperation(WORKFLOW_TYPES.receiver, {
    ...startOf(id, {}, recovery),
    workflowIdConflictPolicy: 'FAIL',
  })
  const said = { kind: 'resolve', outcome: 'notCreated', by: 'ana', about: 'unknownOutcome' } as const
  const { workflow } = stack.temporal
  const became = workflow.executeUpdateWithStart(decideUpdate, { startWorkflowOperation, args: [said] })
  expect(await became).toEqual({ became: 'carriedOut' })
  expect(await workflow.getHandle(receiverWorkflowId(id)).result()).toEqual({ status: 'ACTIVE' })
})

test('a run that takes the place of a lost one gives up what is known only after it was read', async () => {
  const id = await insert({ creation: 'answered', receiverId: 'acc_77777', attentionReasons: ['workflowLost'] })
  await readNone()
  const { handle, opened } = await start(id, {}, { attempt: 1, stands: 'created' })
  expect(await opened).toEqual({ outcome: 'created' })
  await handle.signal(cancelSignal)
  expect(await handle.result()).toEqual({ status: 'REJECTED' })
  expect(shelter.calls).toEqual([{ route: 'GET /accounts/:id', body: {} }])
  await stack.keepHistory(handle.workflowId, 'receiver-taken-up-and-given-up')
})

/** A task that was given to the worker in its last moment is missed, and given again, half a minute later. */
test('a restart of the worker loses none', async () => {
  const id = await insert()
  const { handle, opened } = await start(id)
  await opened
  await due(id)
  // Not while a question is on its way to the worker.
  await vi.waitFor(() => expect(shelter.calls.some(({ route }) => route.startsWith('GET'))).toBe(true), 60_000)
  await stack.restartWorker()
  shelter.script.status = 'open'
  expect(await handle.result()).toEqual({ status: 'ACTIVE' })
  expect(shelter.asked()).toBe(1)
}, 120_000)

test('the sweep removes what was never begun, and flags what no workflow watches over', async () => {
  const dead = await insert({ createdAt: sql`now() - interval '3 minutes'` as never })
  const young = await insert()
  const lost = await insert()
  const { handle, opened } = await start(lost)
  await opened
  await handle.terminate('by mistake')
  await startQuickSweep(stack, { everyMs: 100 })
  await until(lost, { status: 'PENDING', attention: 'workflowLost' })
  await vi.waitFor(async () => expect(await find(dead)).toBeUndefined(), { timeout: 60_000 })
  expect(await find(young)).toBeDefined()
})
