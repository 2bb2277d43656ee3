/** Settled receivers are read on: their balance moves, and a provider may close or reopen them. */
import { randomBytes } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { providerAccounts, receiverEvents, receivers } from '../../db/schema/index.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { type Shelter, startShelter, UNKNOWN_ACCOUNT } from '../support/shelter.ts'
import { startQuickSweep } from '../support/sweeps.ts'

/** What the shelter says that every sub-account holds. */
const BALANCE = 1234

let stack: ChargeStack
let shelter: Shelter
let accountId: string

beforeAll(async () => {
  shelter = await startShelter()
  stack = await startChargeStack()
  accountId = await addAccount(shelter.baseUrl)
  await startQuickSweep(stack, { everyMs: 60_000, readEveryMs: 100 })
})
afterAll(async () => {
  await stack?.close()
  shelter?.close()
})
beforeEach(() => shelter.reset())

async function addAccount(baseUrl: string): Promise<string> {
  const sealKey = deriveKey(stack.settings.masterKey, 'seal')
  const [account] = await stack.database.writer
    .insert(providerAccounts)
    .values({
      platformId: stack.platformId,
      provider: 'ABRIGO',
      name: 'ABRIGO',
      baseUrl,
      sealedSecrets: seal(JSON.stringify({ secretKey: 'key', webhookToken: 'token' }), sealKey),
      webhookTokenHash: randomBytes(32).toString('hex'),
    })
    .returning()
  return account?.id ?? ''
}

type Row = typeof receivers.$inferInsert

/** A receiver that was settled some time ago. */
async function settled(status: 'ACTIVE' | 'REJECTED', ago: string, changes: Partial<Row> = {}): Promise<string> {
  const [row] = await stack.database.writer
    .insert(receivers)
    .values({
      platformId: stack.platformId,
      providerAccountId: accountId,
      provider: 'ABRIGO',
      receiverId: `acc_${randomBytes(3).readUIntBE(0, 3) + 1}`,
      status,
      creation: 'answered',
      name: 'Ana Souza',
      document: '52998224725',
      documentType: 'CPF',
      email: 'ana@example.com',
      address: { street: 'A', number: '1', zipcode: '01310100', city: 'São Paulo', district: 'Centro', state: 'SP' },
      bankAccount: { bankCode: '341', branchNumber: '1', accountNumber: '2', accountType: 'CHECKING' },
      updatedAt: sql`now() - ${ago}::interval` as never,
      ...changes,
    })
    .returning()
  return row?.id ?? ''
}

const find = async (id: string) => {
  const [row] = await stack.database.writer.select().from(receivers).where(eq(receivers.id, id))
  return row
}
const until = (id: string, wanted: object) =>
  vi.waitFor(async () => expect(await find(id)).toMatchObject(wanted), { timeout: 60_000, interval: 50 })
const isRead = (id: string) =>
  vi.waitFor(async () => expect((await find(id))?.readAt).not.toBeNull(), { timeout: 60_000, interval: 50 })
/** Whoever was due before it has had a turn: the longest waiting is read first. */
const aRoundLater = async () => isRead(await settled('ACTIVE', '61 minutes'))

describe('a balance', () => {
  test.each([
    { status: 'ACTIVE', ago: '2 hours', word: 'open' },
    { status: 'REJECTED', ago: '25 hours', word: 'closed' },
  ] as const)('of a receiver that has been $status for $ago is read', async ({ status, ago, word }) => {
    shelter.script.status = word
    const id = await settled(status, ago, { balance: 1 })
    await until(id, { status, balance: BALANCE })
  })

  test.each([
    ['ACTIVE', '30 minutes', {}],
    ['REJECTED', '2 hours', {}],
    ['ACTIVE', '2 days', { readAt: sql`now() - interval '30 minutes'` as never }],
    ['ACTIVE', '2 days', { receiverId: null }],
  ] as const)('of one that is %s for %s and %j is left until it is due', async (status, ago, changes) => {
    shelter.script.status = 'open'
    const id = await settled(status, ago, { balance: 1, ...changes })
    await aRoundLater()
    expect(await find(id)).toMatchObject({ status, balance: 1 })
  })

  test('is read within the hour again, and only then', async () => {
    shelter.script.status = 'open'
    const id = await settled('ACTIVE', '2 hours', { balance: 1 })
    await until(id, { balance: BALANCE })
    await stack.database.writer.update(receivers).set({ balance: 1 }).where(eq(receivers.id, id))
    await aRoundLater()
    expect(await find(id)).toMatchObject({ balance: 1 })
  })
})

describe('a status', () => {
  const movesOf = async (id: string) =>
    (
      await stack.database.writer
        .select()
        .from(receiverEvents)
        .where(eq(receiverEvents.receiverId, id))
        .orderBy(asc(receiverEvents.id))
    ).map(({ from, to, cause }) => ({ from, to, cause }))

  test.each([
    { from: 'ACTIVE', word: 'closed', to: 'REJECTED' },
    { from: 'REJECTED', word: 'open', to: 'ACTIVE' },
  ] as const)('$from becomes $to when the provider says so', async ({ from, word, to }) => {
    shelter.script.status = word
    const id = await settled(from, '2 days')
    await until(id, { status: to })
    expect(await movesOf(id)).toEqual([{ from, to, cause: 'poll' }])
  })

  test('stays where the provider has a word that nobody knows', async () => {
    const id = await settled('ACTIVE', '2 days')
    await until(id, { status: 'ACTIVE', balance: BALANCE })
    expect(await movesOf(id)).toEqual([])
  })

  test('that an operator gave is no reading’s to take back', async () => {
    shelter.script.status = 'open'
    const id = await settled('REJECTED', '2 days', { receiverId: null })
    const said = { key: 'status/operator/1', type: 'statusChanged', from: 'PENDING', to: 'REJECTED' } as const
    await stack.database.writer.insert(receiverEvents).values({ receiverId: id, cause: 'operator', ...said })
    await stack.database.writer.update(receivers).set({ receiverId: 'acc_1' }).where(eq(receivers.id, id))
    await until(id, { balance: BALANCE })
    expect(await find(id)).toMatchObject({ status: 'REJECTED' })
  })
})

test('one that the provider no longer knows takes nobody else’s turn', async () => {
  shelter.script.status = 'open'
  const gone = await settled('ACTIVE', '3 days', { receiverId: UNKNOWN_ACCOUNT, balance: 1 })
  const next = await settled('ACTIVE', '2 days', { balance: 1 })
  await until(next, { balance: BALANCE })
  expect(await find(gone)).toMatchObject({ status: 'ACTIVE', balance: 1 })
})

test('a provider that does not answer keeps no other account waiting, and is asked for one receiver a round', async () => {
  shelter.script.status = 'open'
  const dead = await addAccount('http://127.0.0.1:1')
  const silent = await Promise.all(
    Array.from({ length: 5 }, () => settled('ACTIVE', '3 days', { providerAccountId: dead, balance: 1 })),
  )
  const id = await settled('ACTIVE', '2 days', { balance: 1 })
  await until(id, { balance: BALANCE })
  await vi.waitFor(
    async () => expect((await Promise.all(silent.map(find))).filter((row) => row?.readAt).length).toBeGreaterThan(1),
    15_000,
  )
  expect((await Promise.all(silent.map(find))).every((row) => row?.balance === 1)).toBe(true)
})
