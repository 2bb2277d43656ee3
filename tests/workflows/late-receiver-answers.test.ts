/** A provider answers the request of a receiver after an operator, or another request, has ended its creation. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deriveKey } from '../../config/keys.ts'
import { open } from '../../config/seal.ts'
import {
  claimReceiver,
  recordReceiverCreated,
  recordReceiverRefused,
  reopenReceiver,
} from '../../db/queries/receiver/attempts.ts'
import { moveReceiver } from '../../db/queries/receiver/transitions.ts'
import { receiverEvents, receivers } from '../../db/schema/index.ts'
import {
  CREATED_UPDATE_ID,
  cancelSignal,
  createdUpdate,
  providerEventSignal,
  receiverWorkflowId,
  resolveSignal,
  statusQuery,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { readNow } from '../support/readings.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import {
  addShelterAccount,
  hangUp,
  type Reply,
  reply,
  SHELTER_TOKEN,
  type Shelter,
  startShelter,
} from '../support/shelter.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

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

const find = async (id: string) => (await stack.database.writer.select().from(receivers).where(eq(receivers.id, id)))[0]
const until = (id: string, wanted: object) =>
  vi.waitFor(async () => expect(await find(id)).toMatchObject(wanted), PATIENCE)
const historyOf = async (id: string) =>
  (await stack.database.writer.select().from(receiverEvents).where(eq(receiverEvents.receiverId, id)))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ type, to, detail }) => [type, to ?? detail?.receiverId])

async function start(first: Reply) {
  const [row] = await stack.database.writer
    .insert(receivers)
    .values({ platformId: stack.platformId, providerAccountId: accountId, provider: 'ABRIGO', ...RECEIVER_ROW })
    .returning()
  const id = row?.id ?? ''
  shelter.script.accounts.push(first)
  const handle = await stack.temporal.workflow.start(WORKFLOW_TYPES.receiver, {
    workflowId: receiverWorkflowId(id),
    taskQueue: TASK_QUEUES.charges,
    args: [{ receiverId: id, platformId: stack.platformId }],
  })
  return { id, handle, opened: handle.executeUpdate(createdUpdate, { updateId: CREATED_UPDATE_ID }) }
}

/** The provider has the request, and answers it with `answer` only after `meanwhile`. */
async function answeredAfter(
  answer: (receiverId: string) => Reply,
  meanwhile: (id: string, own: string) => Promise<unknown>,
) {
  const arrived = Promise.withResolvers<Parameters<Reply>[0]>()
  const own = `acc_${randomBytes(3).readUIntBE(0, 3) + 1_000}`
  const started = await start(arrived.resolve)
  const response = await arrived.promise
  await meanwhile(started.id, own)
  answer(own)(response)
  return { ...started, own }
}

const made = (status: string) => (id: string) => reply(200, { id, live_api_token: SHELTER_TOKEN, status })
const writer = () => stack.database.writer
const cancel = (id: string) => moveReceiver(writer(), id, { to: 'REJECTED', cause: 'operator', key: 'operator/1' })
const NAMED = { sealedReceiverToken: null, status: 'PENDING', balance: null } as const

async function expectToken(id: string) {
  const { sealedReceiverToken } = (await find(id)) ?? {}
  expect(open(sealedReceiverToken ?? '', deriveKey(stack.settings.masterKey, 'seal'))).toBe(SHELTER_TOKEN)
}

test('one that was given up keeps the id and token of the sub-account that it has', async () => {
  const { id, own, handle } = await answeredAfter(made('waiting'), cancel)
  expect(await handle.result()).toEqual({ status: 'REJECTED' })
  expect(await find(id)).toMatchObject({ status: 'REJECTED', receiverId: own })
  await expectToken(id)
  expect(await historyOf(id)).toEqual([
    ['statusChanged', 'REJECTED'],
    ['created', own],
  ])
})

test('one that was given up is active if it was approved at once', async () => {
  const { id, own, handle } = await answeredAfter(made('open'), cancel)
  expect(await handle.result()).toEqual({ status: 'ACTIVE' })
  expect(await find(id)).toMatchObject({ status: 'ACTIVE', receiverId: own })
})

test('one that another request was refused for is the sub-account that the first one opened, and followed', async () => {
  const { id, own } = await answeredAfter(made('waiting'), async (id) => {
    await reopenReceiver(writer(), id)
    expect(await claimReceiver(writer(), id, 'other')).toBe(true)
    const refusal = { message: 'It is there already', run: 'other', exchange: [], workflowRunId: 'other' }
    expect(await recordReceiverRefused(writer(), id, refusal)).toBe(true)
  })
  await until(id, { status: 'PENDING', receiverId: own, failureMessage: null })
  shelter.script.status = 'open'
  await readNow(stack, id)
  await until(id, { status: 'ACTIVE' })
})

test('a refusal of the first request ends nothing while another one is under way', async () => {
  const { id, opened } = await answeredAfter(
    () => reply(400, { message: 'Adquirente não aceita CPF' }),
    async (id) => {
      await reopenReceiver(writer(), id)
      expect(await claimReceiver(writer(), id, 'other')).toBe(true)
    },
  )
  expect(await opened).toEqual({ outcome: 'needsAttention' })
  expect(await find(id)).toMatchObject({ status: 'PENDING', creation: 'sending', claimedBy: 'other' })
})

test('one that an operator has named gets its token', async () => {
  const { id, own, opened } = await answeredAfter(made('waiting'), (id, own) =>
    recordReceiverCreated(writer(), id, { receiverId: own, ...NAMED }, { by: 'ana' }),
  )
  expect(await opened).toEqual({ outcome: 'created' })
  expect(await find(id)).toMatchObject({ status: 'PENDING', receiverId: own })
  await expectToken(id)
})

test('a second sub-account is in the history, and the first one stays', async () => {
  const { id, own, opened } = await answeredAfter(made('waiting'), (id, own) =>
    recordReceiverCreated(writer(), id, { receiverId: `${own}0`, ...NAMED }),
  )
  expect(await opened).toEqual({ outcome: 'created' })
  expect(await find(id)).toMatchObject({ receiverId: `${own}0` })
  expect(await historyOf(id)).toEqual([
    ['created', `${own}0`],
    ['created', own],
  ])
})

/** The answer comes to the row while an operator is asked. */
async function answeredWhileAsked() {
  const { id, handle, opened } = await start(hangUp)
  expect(await opened).toEqual({ outcome: 'needsAttention' })
  await until(id, { attention: 'unknownOutcome' })
  const receiverId = `acc_${randomBytes(3).readUIntBE(0, 3) + 1_000}`
  await recordReceiverCreated(writer(), id, { receiverId, ...NAMED })
  return { id, handle, receiverId }
}

test('an operator is no longer asked about one whose answer has come: it is followed', async () => {
  const { id, handle } = await answeredWhileAsked()
  await handle.signal(providerEventSignal, { eventId: 'answered' })
  await expect
    .poll(() => handle.query(statusQuery), PATIENCE)
    .toMatchObject({ phase: 'following', needsAttention: false })
  shelter.script.status = 'open'
  await readNow(stack, id)
  expect(await handle.result()).toEqual({ status: 'ACTIVE' })
  await stack.keepHistory(handle.workflowId, 'receiver-answered-while-asked')
})

test.each([
  ['cancel', cancelSignal, {}],
  ['notCreated', resolveSignal, { outcome: 'notCreated' }],
] as const)('a decision that overlooks the answer is void: %s', async (name, signal, said) => {
  const { id, handle, receiverId } = await answeredWhileAsked()
  await handle.signal(signal as typeof resolveSignal, said as never)
  await expect.poll(async () => (await historyOf(id)).at(-1)?.[0], PATIENCE).toBe('decisionVoid')
  expect(await find(id)).toMatchObject({ status: 'PENDING', receiverId })
  shelter.script.status = 'open'
  await readNow(stack, id)
  expect(await handle.result()).toEqual({ status: 'ACTIVE' })
  expect(shelter.asked()).toBe(1)
  await stack.keepHistory(handle.workflowId, `receiver-answered-before-${name}`)
})
