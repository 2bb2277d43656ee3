/** A row whose workflow fails, or does not answer, keeps no other row of its step from its turn, and none is left behind running. */
import { asyncLocalStorage, type Context } from '@temporalio/activity'
import { ServiceError } from '@temporalio/client'
import { eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPolicyRefunds } from '../../activities/start-policy-refunds.ts'
import { sweep } from '../../activities/sweep.ts'
import { wakeReaders } from '../../activities/sweep-readers.ts'
import { answerTheStuck } from '../../activities/sweep-stuck.ts'
import { watchWorkflows } from '../../activities/sweep-watch.ts'
import { charges, disbursements, readings } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

const ROWS = 20
const AWAY = new ServiceError('Failed to reach Temporal')

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const db = () => api.database.writer
beforeEach(async () => {
  await db().update(charges).set({ status: 'REJECTED', attentionReasons: [] })
  await db().delete(disbursements)
  await db().delete(readings)
})

const each = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: ROWS }, make))

async function pending(): Promise<void> {
  await each(() => api.addMadeCharge(api.home))
}

async function stuck(): Promise<void> {
  await each(() => api.addMadeCharge(api.home, { attentionReasons: ['workflowStuck'] }))
}

async function overdue(): Promise<void> {
  const nextReadAt = sql`now() - interval '1 hour'`
  await each(async () => {
    const { id: providerAccountId } = await api.addAccount(api.home, 'ASAAS')
    await db().insert(readings).values({ kind: 'charge', id: uuidv7(), settled: false, providerAccountId, nextReadAt })
  })
}

async function owed(): Promise<void> {
  const { id: chargeId, platformId, provider, providerAccountId } = await api.addMadeCharge(api.home)
  await db().update(charges).set({ status: 'APPROVED' }).where(eq(charges.id, chargeId))
  const at = new Date(Date.now() - 3_600_000).toISOString()
  const refund = { platformId, kind: 'refund' as const, chargeId, policy: 'latePayments' as const, amount: 1 }
  await each(() =>
    db()
      .insert(disbursements)
      .values({ ...refund, provider, providerAccountId, createdAt: at, updatedAt: at }),
  )
}

/** Temporal refuses the first call, and never answers the second: only a deadline ends it. The others are answered later than both. */
function temporal() {
  const asked = new Set<string>()
  let underWay = 0
  const answer = async (workflowId: string) => {
    const turn = asked.size
    asked.add(workflowId)
    if (turn === 0) throw AWAY
    if (turn === 1) return new Promise<never>(() => {})
    underWay += 1
    for (let later = 0; later < 5; later += 1) await new Promise(setImmediate)
    underWay -= 1
    return { status: { name: 'RUNNING' }, raw: {}, typedSearchAttributes: { get: () => false } }
  }
  const deadline = () => new Promise<never>((_, reject) => setImmediate(() => reject(AWAY)))
  const withDeadline = (_at: number, ask: () => Promise<unknown>) => {
    const turn = asked.size
    const asking = ask()
    return turn === 1 ? Promise.race([asking, deadline()]) : asking
  }
  const ofOptions = (_type: string, { workflowId }: { workflowId: string }) => answer(workflowId)
  const workflow = {
    getHandle: (workflowId: string) => ({ describe: () => answer(workflowId) }),
    start: ofOptions,
    signalWithStart: ofOptions,
    list: async function* () {},
  }
  return { client: { connection: { withDeadline }, workflow }, asked, underWay: () => underWay }
}

const STEPS = [
  {
    step: 'watchCharges',
    make: pending,
    round: (dependencies: Parameters<typeof watchWorkflows>[0]) => watchWorkflows(dependencies, 'charges'),
  },
  { step: 'answerTheStuck', make: stuck, round: answerTheStuck },
  { step: 'wakeReaders', make: overdue, round: wakeReaders },
  {
    step: 'startPolicyRefunds',
    make: owed,
    round: (dependencies: Parameters<typeof startPolicyRefunds>[0]) => () => startPolicyRefunds(dependencies),
  },
]

test.each(STEPS)('$step comes to every row, and to an end', async ({ make, round }) => {
  await make()
  const { client, asked, underWay } = temporal()
  const take = round({ database: api.database, temporal: client, logger: {} } as never)
  await expect(take(Date.now())).rejects.toThrow(`2 of ${ROWS} failed`)
  expect(asked.size).toBe(ROWS)
  expect(underWay()).toBe(0)
})

test.each(STEPS)(
  'that Temporal does not answer $step is one line of the log, with the error of its own',
  async ({ step, make }) => {
    await make()
    const lines: { step: string }[] = []
    const note = (line: { step: string }) => void lines.push(line)
    const logger = { info: note, warn: note, error: note }
    const getHandle = () => ({ describe: () => Promise.reject(AWAY) })
    const refuse = () => Promise.reject(AWAY)
    const workflow = { getHandle, start: refuse, signalWithStart: refuse, list: async function* () {} }
    const client = { connection: { withDeadline: (_: number, ask: () => unknown) => ask() }, workflow }
    const { signal } = new AbortController()
    const take = sweep({ database: api.database, temporal: client, logger, stopping: signal } as never)
    const context = { info: {}, heartbeat: () => {}, cancellationSignal: signal } as unknown as Context
    await expect(asyncLocalStorage.run(context, take)).rejects.toThrow(step)
    const reason = expect.stringMatching(new RegExp(`^${ROWS} of ${ROWS} failed, [0-9a-f-]{36} first$`))
    expect(lines.filter((line) => line.step === step || line.step === undefined)).toEqual([
      { step, reason, error: AWAY },
    ])
  },
)
