/** Receivers are read by their account's reader until they are settled, and on: a balance moves, and a provider may change its mind. */
import { randomBytes } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { moveReceiver } from '../../db/queries/receiver/transitions.ts'
import { providerAccounts, readings, receiverEvents, receivers } from '../../db/schema/index.ts'
import {
  CREATED_UPDATE_ID,
  createdUpdate,
  providerEventSignal,
  receiverWorkflowId,
  resolveSignal,
  retrySignal,
  TASK_QUEUES,
  UNREADABLE,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { makeDue, noteToldLongAgo } from '../support/readings.ts'
import { addShelterAccount, type Shelter, startShelter, UNKNOWN_ACCOUNT } from '../support/shelter.ts'
import { startQuickSweep } from '../support/sweeps.ts'

/** What the shelter says that every sub-account holds. */
const BALANCE = 1234
const PATIENCE = { timeout: 60_000, interval: 50 }

let stack: ChargeStack
let shelter: Shelter
let accountId: string

beforeAll(async () => {
  shelter = await startShelter()
  stack = await startChargeStack()
  accountId = await addShelterAccount(stack, shelter)
  await startQuickSweep(stack, { everyMs: 200 })
})
afterAll(async () => {
  await stack?.close()
  shelter?.close()
})
beforeEach(() => shelter.reset())

type Row = typeof receivers.$inferInsert

async function insert(changes: Partial<Row>): Promise<string> {
  const [row] = await stack.database.writer
    .insert(receivers)
    .values({
      platformId: stack.platformId,
      providerAccountId: accountId,
      provider: 'ABRIGO',
      name: 'Ana Souza',
      document: '52998224725',
      documentType: 'CPF',
      email: 'ana@example.com',
      address: { street: 'A', number: '1', zipcode: '01310100', city: 'São Paulo', district: 'Centro', state: 'SP' },
      bankAccount: { bankCode: '341', branchNumber: '1', accountNumber: '2', accountType: 'CHECKING' },
      ...changes,
    })
    .returning()
  return row?.id ?? ''
}

const settled = (status: 'ACTIVE' | 'REJECTED', changes: Partial<Row> = {}) =>
  insert({
    status,
    receiverId: `acc_${randomBytes(3).readUIntBE(0, 3) + 1}`,
    creation: 'answered',
    balance: 1,
    ...changes,
  })

/** One that its provider has opened and not yet approved, with its workflow. */
async function waiting() {
  const id = await insert({})
  const handle = await stack.temporal.workflow.start(WORKFLOW_TYPES.receiver, {
    workflowId: receiverWorkflowId(id),
    taskQueue: TASK_QUEUES.charges,
    args: [{ receiverId: id, platformId: stack.platformId }],
  })
  const opened = await handle.executeUpdate(createdUpdate, { updateId: CREATED_UPDATE_ID })
  expect(opened).toEqual({ outcome: 'created' })
  return { id, handle }
}

const due = (id: string) => makeDue(stack, id)

/** How often it has been read since it was settled, and in how many hours again. */
async function readingOf(id: string) {
  const [row] = await stack.database.writer
    .select({
      reads: readings.reads,
      hours: sql<number>`round((extract(epoch FROM ${readings.nextReadAt} - now()) / 3600)::numeric)::int`,
    })
    .from(readings)
    .where(eq(readings.id, id))
  return row
}
const untilRead = (id: string, wanted: object) =>
  vi.waitFor(async () => expect(await readingOf(id)).toMatchObject(wanted), PATIENCE)

const find = async (id: string) => {
  const [row] = await stack.database.writer.select().from(receivers).where(eq(receivers.id, id))
  return row
}
const until = (id: string, wanted: object) =>
  vi.waitFor(async () => expect(await find(id)).toMatchObject(wanted), PATIENCE)

describe('one that is settled', () => {
  test.each([
    { status: 'ACTIVE', word: 'open', hours: [1, 1] },
    { status: 'REJECTED', word: 'closed', hours: [22, 26] },
  ] as const)('and $status is read on: its balance moves', async ({ status, word, hours: [least, most] }) => {
    shelter.script.status = word
    const id = await settled(status)
    expect(await readingOf(id)).toEqual({ reads: 0, hours: 1 })
    for (const reads of [1, 2, 3, 4, 5, 6]) {
      await stack.database.writer.update(receivers).set({ balance: reads }).where(eq(receivers.id, id))
      await due(id)
      await untilRead(id, { reads })
      expect(await find(id)).toMatchObject({ status, balance: BALANCE })
      const { hours = 0 } = (await readingOf(id)) ?? {}
      expect(hours).toBeGreaterThanOrEqual(least)
      expect(hours).toBeLessThanOrEqual(most)
    }
  })

  test('and that its provider never had is not read', async () => {
    expect(await readingOf(await settled('REJECTED', { receiverId: null }))).toBeUndefined()
  })

  test('at an account that was switched off is left alone', async () => {
    const off = await addShelterAccount(stack, shelter)
    await stack.database.writer.update(providerAccounts).set({ enabled: false }).where(eq(providerAccounts.id, off))
    const id = await settled('ACTIVE', { providerAccountId: off })
    await due(id)
    await untilRead(id, { reads: 1 })
    expect(await find(id)).toMatchObject({ balance: 1 })
    expect(shelter.calls).toEqual([])
  })

  test.each([
    ['that the provider no longer knows', { receiverId: UNKNOWN_ACCOUNT }],
    ['whose provider does not answer', {}],
  ] as const)('and %s is read again within the hour', async (words, changes) => {
    const isDead = words === 'whose provider does not answer'
    const account = isDead
      ? { providerAccountId: await addShelterAccount(stack, { baseUrl: 'http://127.0.0.1:1' }) }
      : {}
    const id = await settled('ACTIVE', { ...changes, ...account })
    for (const reads of [1, 2, 3]) {
      await due(id)
      await untilRead(id, { reads, hours: 1 })
    }
    expect(await find(id)).toMatchObject({ status: 'ACTIVE', balance: 1 })
  })
})

describe('one that waits for its approval', () => {
  test('asks for an operator when a failover of the database has lost what it follows, and knows it still', async () => {
    const { id, handle } = await waiting()
    await stack.database.writer.delete(readings).where(eq(readings.id, id))
    const { receiverId } = (await find(id)) ?? {}
    const lost = {
      receiverId: null,
      creation: 'sending',
      createdAt: sql`now() - interval '2 minutes'` as never,
    } as const
    await stack.database.writer.update(receivers).set(lost).where(eq(receivers.id, id))
    await until(id, { attention: 'providerUnreachable' })
    shelter.script.status = 'open'
    await handle.signal(resolveSignal, { outcome: 'created' })
    await until(id, { status: 'ACTIVE', receiverId, attention: null })
  })

  test('is found approved, and its workflow ends with it', async () => {
    const { id, handle } = await waiting()
    shelter.script.status = 'open'
    await due(id)
    expect(await handle.result()).toEqual({ status: 'ACTIVE' })
    expect(await find(id)).toMatchObject({ status: 'ACTIVE', balance: BALANCE })
  })

  test('is found approved when its workflow was terminated', async () => {
    const { id, handle } = await waiting()
    await handle.terminate()
    shelter.script.status = 'open'
    await due(id)
    await until(id, { status: 'ACTIVE' })
  })

  test('is told by the sweep where the process that would have told it died', async () => {
    const { id, handle } = await waiting()
    await moveReceiver(stack.database.writer, id, { to: 'ACTIVE', cause: 'poll', key: 'poll' })
    await noteToldLongAgo(stack, id)
    expect(await handle.result()).toEqual({ status: 'ACTIVE' })
  })

  test('asks for an operator where its provider cannot be asked, who has it looked at again', async () => {
    const { id, handle } = await waiting()
    await handle.signal(providerEventSignal, { eventId: UNREADABLE })
    await until(id, { attention: 'providerUnreachable' })
    shelter.script.status = 'open'
    await handle.signal(retrySignal)
    expect(await handle.result()).toEqual({ status: 'ACTIVE' })
    expect(await find(id)).toMatchObject({ attention: null })
  })
})

describe('a status', () => {
  const movesOf = async (id: string) =>
    (
      await stack.database.writer
        .select()
        .from(receiverEvents)
        .where(and(eq(receiverEvents.receiverId, id), eq(receiverEvents.type, 'statusChanged')))
        .orderBy(asc(receiverEvents.id))
    ).map(({ from, to, cause }) => ({ from, to, cause }))

  test.each([
    { from: 'ACTIVE', word: 'waiting', to: 'PENDING' },
    { from: 'ACTIVE', word: 'closed', to: 'REJECTED' },
    { from: 'REJECTED', word: 'open', to: 'ACTIVE' },
  ] as const)('$from becomes $to when the provider says so', async ({ from, word, to }) => {
    shelter.script.status = word
    const id = await settled(from)
    await due(id)
    await until(id, { status: to, attention: null })
    expect(await movesOf(id)).toEqual([{ from, to, cause: 'poll' }])
  })

  test('that is looked at anew is read on without a workflow, which is not called lost, and may be approved again', async () => {
    shelter.script.status = 'waiting'
    const id = await settled('ACTIVE', { createdAt: sql`now() - interval '1 day'` as never })
    await due(id)
    await until(id, { status: 'PENDING' })
    // Where the second of them is found lost, a whole round has been since the first one was.
    for (const _ of [1, 2]) {
      const { id: other, handle } = await waiting()
      await handle.terminate()
      await until(other, { attention: 'workflowLost' })
    }
    expect(await find(id)).toMatchObject({ status: 'PENDING', attention: null })
    shelter.script.status = 'open'
    await due(id)
    await until(id, { status: 'ACTIVE' })
    expect(await movesOf(id)).toEqual([
      { from: 'ACTIVE', to: 'PENDING', cause: 'poll' },
      { from: 'PENDING', to: 'ACTIVE', cause: 'poll' },
    ])
  })

  test('is pending, and asks an operator, each time the provider has a word that no table maps', async () => {
    const id = await settled('ACTIVE')
    for (const _ of [1, 2]) {
      shelter.script.status = 'quarantined'
      await due(id)
      await until(id, { status: 'PENDING', attention: 'unmappedStatus' })
      shelter.script.status = 'open'
      await due(id)
      await until(id, { status: 'ACTIVE', attention: null })
    }
  })

  test('that an operator gave is no reading’s to take back', async () => {
    shelter.script.status = 'open'
    const id = await settled('REJECTED', { receiverId: null })
    const said = { key: 'status/operator/1', type: 'statusChanged', from: 'PENDING', to: 'REJECTED' } as const
    await stack.database.writer.insert(receiverEvents).values({ receiverId: id, cause: 'operator', ...said })
    await stack.database.writer.update(receivers).set({ receiverId: 'acc_77777' }).where(eq(receivers.id, id))
    await due(id)
    await until(id, { balance: BALANCE })
    expect(await find(id)).toMatchObject({ status: 'REJECTED' })
  })
})
