/** No buyer waits for the withdrawal of a code: many of them keep no buyer from being charged. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActivityDependencies } from '../../activities/context.ts'
import { takeVoid } from '../../activities/take-void.ts'
import { deriveKey } from '../../config/keys.ts'
import { paymentId } from '../../db/attempt-ids.ts'
import { charges } from '../../db/schema/index.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { Connections } from '../../gateway/connection.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

test('the withdrawal of a code, and what is asked after it, take the turn of readings', async () => {
  const { database } = api
  const { id: chargeId, providerAccountId, transactionId } = await api.addMadeCharge(api.home)
  await database.writer.update(charges).set({ transactionId: uuidv7() }).where(eq(charges.id, chargeId))
  const turns: string[] = []
  const connections = {
    sealKey: deriveKey(api.settings.masterKey, 'seal'),
    metrics: { providerCall: () => {} },
    budget: {
      run: async (_place, urgency) => {
        turns.push(urgency)
        throw new ProviderError('NotSent', 'The line is closed')
      },
    },
  } as Partial<Record<keyof Connections, unknown>> & Pick<Connections, 'budget'> as Connections
  const dependencies = { database } as Partial<ActivityDependencies> as ActivityDependencies
  const take = takeVoid(dependencies, connections, { note: async () => {}, tell: async () => true })
  const id = paymentId(chargeId, providerAccountId ?? '', transactionId ?? '')
  const due = { kind: 'void', id, settled: false, reads: 0, dueAt: '', ageMs: 0, isExpired: false } as const
  await expect(take(due)).rejects.toThrow('The line is closed')
  expect(turns).toEqual(['reading', 'reading'])
})
