/** However many movements are pending, a round visits as many as it can, so many at once, and the next one goes on after them. */
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { watchWorkflows } from '../../activities/sweep-watch.ts'
import { charges } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

const PENDING = 450

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => api?.close())

/** Temporal as it answers of movements that are all right. */
function temporal() {
  const asked: string[] = []
  let underWay = 0
  let most = 0
  const describe = async (workflowId: string) => {
    asked.push(workflowId)
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise(setImmediate)
    underWay -= 1
    return { status: { name: 'RUNNING' }, raw: {}, typedSearchAttributes: { get: () => false } }
  }
  const getHandle = (workflowId: string) => ({ workflowId, describe: () => describe(workflowId) })
  return { asked, most: () => most, workflow: { getHandle } }
}

test('hundreds are visited in one round, each once, sixteen at a time; then it begins anew', async () => {
  const first = await api.addMadeCharge(api.home)
  const rows = Array.from({ length: PENDING - 1 }, (_, number) => {
    const { id: _id, attention: _attention, ...charge } = first
    return { ...charge, transactionId: `t${number}`, checkoutToken: `token-${number}` }
  })
  await api.database.writer.insert(charges).values(rows)
  const server = temporal()
  const dependencies = { database: api.database, temporal: server, logger: pino({ level: 'silent' }) }
  // A round ends by the clock, too.
  vi.useFakeTimers({ toFake: ['Date'] })
  const round = watchWorkflows(dependencies as never)
  await round(Date.now())
  expect(server.asked).toHaveLength(PENDING)
  expect(new Set(server.asked).size).toBe(PENDING)
  expect(server.most()).toBe(16)
  await round(Date.now())
  expect(server.asked).toHaveLength(2 * PENDING)
})
