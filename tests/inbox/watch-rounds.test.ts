/**
 * However many movements are pending, a round visits as many as it can, so many at once, and the next one goes on after them, also where
 * one of them failed.
 */
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { watchWorkflows } from '../../activities/sweep-watch.ts'
import { charges } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

const PENDING = 450

let api: TestApi
let first: string
beforeAll(async () => {
  api = await startTestApi()
  const { id, attention: _attention, ...charge } = await api.addMadeCharge(api.home)
  first = id
  const rows = Array.from({ length: PENDING - 1 }, (_, number) => ({
    ...charge,
    transactionId: `t${number}`,
    checkoutToken: `token-${number}`,
  }))
  await api.database.writer.insert(charges).values(rows)
})
afterEach(() => void vi.useRealTimers())
afterAll(() => api?.close())

/** Temporal as it answers of movements that are all right. @param failing the workflow that it cannot describe. */
function temporal(failing?: string) {
  const asked: string[] = []
  let underWay = 0
  let most = 0
  const describe = async (workflowId: string) => {
    asked.push(workflowId)
    if (workflowId === failing) throw new Error('its history cannot be read')
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise(setImmediate)
    underWay -= 1
    return { status: { name: 'RUNNING' }, raw: {}, typedSearchAttributes: { get: () => false } }
  }
  const getHandle = (workflowId: string) => ({ workflowId, describe: () => describe(workflowId) })
  const withDeadline = (_at: number, ask: () => Promise<void>) => ask()
  return { asked, most: () => most, connection: { withDeadline }, workflow: { getHandle } }
}

test('hundreds are visited in one round, each once, sixteen at a time; then it begins anew', async () => {
  const server = temporal()
  const dependencies = { database: api.database, temporal: server, logger: pino({ level: 'silent' }) }
  // A round ends by the clock, too.
  vi.useFakeTimers({ toFake: ['Date'] })
  const round = watchWorkflows(dependencies as never, 'charges')
  await round(Date.now())
  expect(server.asked).toHaveLength(PENDING)
  expect(new Set(server.asked).size).toBe(PENDING)
  expect(server.most()).toBe(16)
  await round(Date.now())
  expect(server.asked).toHaveLength(2 * PENDING)
})

test('one that fails keeps none of the others from being watched, and its turn comes again', async () => {
  const failing = `charge/${first}`
  const server = temporal(failing)
  const dependencies = { database: api.database, temporal: server, logger: pino({ level: 'silent' }) }
  vi.useFakeTimers({ toFake: ['Date'] })
  const round = watchWorkflows(dependencies as never, 'charges')
  await expect(round(Date.now())).rejects.toThrow(/^1 of .* failed/)
  await round(Date.now())
  expect(new Set(server.asked).size).toBe(PENDING)
  await expect(round(Date.now())).rejects.toThrow(/^1 of .* failed/)
  expect(server.asked.filter((id) => id === failing)).toHaveLength(2)
})
