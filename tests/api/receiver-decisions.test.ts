/** What an operator decides about a receiver, whether its workflow runs or is gone: the provider has the first word. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { flagReceiver } from '../../db/queries/receiver/transitions.ts'
import { accountReaders, receivers } from '../../db/schema/index.ts'
import { providerEventSignal, receiverWorkflowId, resolveSignal, UNREADABLE } from '../../workflows/messages.ts'
import { startPausedReader } from '../support/readings.ts'
import { RECEIVER } from '../support/receivers.ts'
import { hangUp, MUTE, reply, type Shelter, startShelter } from '../support/shelter.ts'
import { startQuickSweep } from '../support/sweeps.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const WORKFLOWS = ['runs', 'is gone'] as const

let shelter: Shelter
let api: ChargingApi
const accounts: Record<string, string> = {}
beforeAll(async () => {
  shelter = await startShelter()
  api = await startChargingApi()
  for (const provider of ['ABRIGO', MUTE]) {
    const { id } = await api.addAccount(api.home, provider, { baseUrl: shelter.baseUrl })
    await pauseReader(id)
    accounts[provider] = id
  }
})
afterAll(async () => {
  await api?.close()
  shelter?.close()
})
beforeEach(() => shelter.reset())

/** Nothing is learnt but what an operator's decision asks for. */
async function pauseReader(accountId: string): Promise<void> {
  await startPausedReader(api, { accountId, platformId: api.home.platformId })
  const pausedAt = async () => {
    const rows = await api.database.writer
      .select()
      .from(accountReaders)
      .where(eq(accountReaders.providerAccountId, accountId))
    return rows[0]?.pausedAt
  }
  await vi.waitFor(async () => expect(await pausedAt()).toEqual(expect.any(String)), PATIENCE)
}

const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', `/v1/receivers/${path}`)).json()
const until = (id: string, wanted: object) => expect.poll(() => get(id), PATIENCE).toMatchObject(wanted)
const operate = (id: string, action: string, payload?: object) =>
  api.call(api.home.keys.operator, 'POST', `/v1/operations/receiver%2F${id}/${action}`, { payload })
const workflowOf = (id: string) => api.temporal.workflow.getHandle(receiverWorkflowId(id))

async function open(provider: string): Promise<string> {
  const payload = { ...RECEIVER, providerAccountId: accounts[provider] }
  return (await api.call(api.home.keys.seller, 'POST', '/v1/receivers', { payload })).json().id
}

/** Its workflow asks for an operator, or is gone. */
async function ask(id: string, workflow: (typeof WORKFLOWS)[number]): Promise<void> {
  if (workflow === 'is gone') {
    await workflowOf(id).terminate('by mistake')
    await flagReceiver(api.database.writer, id, 'workflowLost')
  } else {
    await workflowOf(id).signal(providerEventSignal, { eventId: UNREADABLE })
    await until(id, { attention: 'providerUnreachable' })
  }
}

type Event = { type: string; cause: string; to?: string; detail?: { why?: string; unread?: boolean } }
const DECIDED = ['operatorRetried', 'operatorResolved', 'operatorCanceled', 'decisionVoid']

/** What became of the one decision about it, how the receiver stands, and who said so. */
async function outcomeOf(id: string): Promise<string> {
  const events: Event[] = (await get(`${id}/events`)).data
  const decided = events.find(({ type }) => DECIDED.includes(type))
  if (!decided) return ''
  const { status } = await get(id)
  const moved = events.findLast(({ type, to }) => type === 'statusChanged' && to === status)
  const who = moved ? ` by ${moved.cause}${moved.detail?.unread ? ', unread' : ''}` : ''
  return `${decided.detail?.why ?? 'done'}: ${status}${who}`
}

const DECISIONS = {
  created: ['resolve', { outcome: 'created' }],
  notCreated: ['resolve', { outcome: 'notCreated' }],
  cancel: ['cancel', undefined],
  retry: ['retry', undefined],
} as const

describe.each(WORKFLOWS)('where its workflow %s, one that was opened', (workflow) => {
  it.each([
    {
      provider: 'ABRIGO',
      status: 'open',
      created: 'done: ACTIVE by poll',
      notCreated: 'found: ACTIVE by poll',
      cancel: 'found: ACTIVE by poll',
    },
    {
      provider: 'ABRIGO',
      status: 'closed',
      created: 'found: REJECTED by poll',
      notCreated: 'done: REJECTED by poll',
      cancel: 'done: REJECTED by poll',
    },
    {
      provider: 'ABRIGO',
      status: 'waiting',
      created: 'done: PENDING',
      notCreated: 'found: PENDING',
      cancel: 'done: REJECTED by operator',
    },
    {
      provider: 'ABRIGO',
      status: 'gone',
      created: 'unknownId: PENDING',
      notCreated: 'done: REJECTED by operator',
      cancel: 'done: REJECTED by operator',
    },
    {
      provider: 'ABRIGO',
      status: 'silent',
      created: 'unreadable: PENDING',
      notCreated: 'unreadable: PENDING',
      cancel: 'unreadable: PENDING',
    },
    {
      provider: MUTE,
      status: 'open',
      created: 'done: ACTIVE by operator, unread',
      notCreated: 'done: REJECTED by operator, unread',
      cancel: 'done: REJECTED by operator, unread',
    },
  ] as const)('at $provider, where it is $status', async ({ provider, status, ...expected }) => {
    const outcomes = Object.entries(DECISIONS).map(async ([name, [action, payload]]) => {
      const id = await open(provider)
      await ask(id, workflow)
      return async () => {
        expect((await operate(id, action, payload)).statusCode).toBe(202)
        await expect.poll(() => outcomeOf(id), PATIENCE).not.toBe('')
        return [name, await outcomeOf(id)] as const
      }
    })
    const decide = await Promise.all(outcomes)
    shelter.script.status = status
    const seen = await Promise.all(decide.map((run) => run()))
    expect(Object.fromEntries(seen)).toEqual({ ...expected, retry: 'done: PENDING' })
    expect(shelter.asked()).toBe(4)
  })
})

let named = 9_000
const newId = () => `acc_${++named}`

/** The provider was asked to open it, and has not answered. */
async function lost(workflow: (typeof WORKFLOWS)[number], provider = 'ABRIGO'): Promise<string> {
  shelter.script.accounts.push(hangUp)
  const id = await open(provider)
  await until(id, { receiverId: null, attention: 'unknownOutcome' })
  if (workflow === 'is gone') await ask(id, workflow)
  return id
}

describe.each(WORKFLOWS)('where its workflow %s, one of which it is not known whether it was opened', (workflow) => {
  it.each([
    ['ABRIGO', 'open', 'done: ACTIVE by api', true],
    ['ABRIGO', 'closed', 'done: REJECTED by api', true],
    ['ABRIGO', 'waiting', 'done: PENDING', true],
    ['ABRIGO', 'gone', 'unknownId: PENDING', false],
    ['ABRIGO', 'silent', 'unreadable: PENDING', false],
    [MUTE, 'open', 'done: PENDING', true],
  ] as const)('has the id that was named, at %s, where it is %s: %s', async (provider, status, outcome, isTaken) => {
    const id = await lost(workflow, provider)
    const receiverId = newId()
    shelter.script.status = status
    await operate(id, 'resolve', { outcome: 'created', receiverId })
    await expect.poll(() => outcomeOf(id), PATIENCE).toBe(outcome)
    expect(await get(id)).toMatchObject({ receiverId: isTaken ? receiverId : null, needsAttention: !isTaken })
    expect(shelter.asked()).toBe(1)
  })

  it.each([
    ['created', 'unknownId: PENDING', 1],
    ['notCreated', 'done: PENDING', 2],
    ['cancel', 'done: REJECTED by operator, unread', 1],
    ['retry', 'cannotLook: PENDING', 1],
  ] as const)(
    'is sent again by the decision that it is not there, and by no other: %s',
    async (name, outcome, asked) => {
      const id = await lost(workflow)
      const [action, payload] = DECISIONS[name]
      await operate(id, action, payload)
      await expect.poll(() => outcomeOf(id), PATIENCE).toBe(outcome)
      await expect.poll(() => shelter.asked(), PATIENCE).toBe(asked)
    },
  )
})

it('one that cannot be asked about is followed once it is named, and active once an operator says so again', async () => {
  const id = await lost('is gone', MUTE)
  await operate(id, 'resolve', { outcome: 'created', receiverId: newId() })
  await until(id, { status: 'PENDING', needsAttention: false })
  const { data } = await get(`${id}/events`)
  expect(data.find(({ type }: Event) => type === 'created')).toMatchObject({
    cause: 'operator',
    detail: { by: expect.any(String), unread: true },
  })
  await ask(id, 'runs')
  await operate(id, 'resolve', { outcome: 'created' })
  await until(id, { status: 'ACTIVE', needsAttention: false })
})

it('one that is taken up again is not called lost for the run before it', async () => {
  const id = await open('ABRIGO')
  await ask(id, 'is gone')
  await operate(id, 'retry')
  await until(id, { needsAttention: false })
  await startQuickSweep(api, { everyMs: 100 })
  // Where the second of them is found lost, a whole round has been since the first one was.
  for (const _ of [1, 2]) {
    const other = await open('ABRIGO')
    await workflowOf(other).terminate('by mistake')
    await until(other, { attention: 'workflowLost' })
  }
  expect(await get(id)).toMatchObject({ status: 'PENDING', needsAttention: false })
})

describe('an id at the provider', () => {
  const other = async () => {
    const { receiverId } = await get(await open('ABRIGO'))
    return receiverId as string
  }

  it.each(WORKFLOWS)('of another receiver is not taken, where its workflow %s', async (workflow) => {
    const id = await lost(workflow)
    const receiverId = await other()
    expect((await operate(id, 'resolve', { outcome: 'created', receiverId })).json()).toMatchObject({
      status: 409,
      detail: `The provider's id ${receiverId} belongs to another receiver`,
    })
    expect(await get(id)).toMatchObject({ receiverId: null, needsAttention: true })
  })

  it('of another receiver is not taken from a signal either', async () => {
    const id = await lost('runs')
    await workflowOf(id).signal(resolveSignal, { outcome: 'created', externalId: await other() })
    await expect.poll(() => outcomeOf(id), PATIENCE).toBe('unknownId: PENDING')
  })

  it('of another receiver is no answer: an operator is asked, and nothing is sent again', async () => {
    const taken = await other()
    shelter.script.accounts.push(reply(200, { id: taken, status: 'open' }))
    const id = await open('ABRIGO')
    await until(id, { status: 'PENDING', receiverId: null, attention: 'unknownOutcome' })
    const [row] = await api.database.writer.select().from(receivers).where(eq(receivers.id, id))
    expect(row?.failureMessage).toBe(`The provider's id ${taken} belongs to another receiver`)
    expect(shelter.asked()).toBe(2)
  })

  it('may be the same at two accounts', async () => {
    const receiverId = await other()
    const id = await lost('is gone', MUTE)
    await operate(id, 'resolve', { outcome: 'created', receiverId })
    await until(id, { receiverId, needsAttention: false })
  })

  it('that the receiver has does not give way to another one that is named', async () => {
    const id = await open('ABRIGO')
    const { receiverId } = await get(id)
    await ask(id, 'runs')
    shelter.script.status = 'open'
    await operate(id, 'resolve', { outcome: 'created', receiverId: newId() })
    await expect.poll(() => outcomeOf(id), PATIENCE).toBe('unknownId: PENDING')
    expect(await get(id)).toMatchObject({ receiverId })
  })
})
