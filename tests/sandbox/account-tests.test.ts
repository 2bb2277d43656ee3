/** Whether an account's keys are right is found out by a question that moves nothing, at every fake provider. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '../../gateway/drive.ts'
import { testAccount } from '../../gateway/test-account.ts'
import { openConnection } from './live-connection.ts'
import { type Api, launchSandbox } from './support.ts'

const STRANGE = 'c0ffee'.repeat(6).slice(0, 32)

/** Nothing can be asked of these without moving money. */
const SILENT: readonly string[] = []

let api: Api
beforeAll(async () => {
  api = await launchSandbox()
})
afterAll(() => api.close())

const withKeys = (connection: Connection, key: string): Connection => ({
  ...connection,
  context: {
    ...connection.context,
    credentials: Object.fromEntries(
      Object.entries(connection.context.credentials).map(([name, value]) => [
        name,
        name.startsWith('certificate') ? value : key,
      ]),
    ),
  },
})

it('finds right keys right and wrong keys wrong', async () => {
  const found: Record<string, [string, string]> = {}
  for (const { provider } of api.accounts) {
    const right = await testAccount(() => openConnection(api, provider), STRANGE)
    const wrong = await testAccount(async () => withKeys(await openConnection(api, provider), 'bogus-key'), STRANGE).catch((e) => ({outcome: 'THROWS', message: String(e)}))
    found[provider] = [`${right.outcome} ${right.message ?? ''}`, `${wrong.outcome} ${wrong.message ?? ''}`]
  }
  console.log(JSON.stringify(found, null, 1))
})
describe.skip('x', () => void SILENT)
