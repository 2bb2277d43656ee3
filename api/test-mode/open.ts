/** Opens test mode for a platform: its twin, with accounts at the fake providers. */
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { generateWebhookSecret } from '../../config/webhook-secret.ts'
import {
  ensureTestTwin,
  hasTestTwin,
  insertTestAccounts,
  listTestAccounts,
} from '../../db/queries/account/test-twin.ts'
import { testTwinOf } from '../../domain/mode.ts'
import { firstTestAccounts, noTestMode, type TestModeDependencies } from './accounts.ts'

/**
 * Done again, it makes what is missing.
 * @returns the twin's id.
 * @throws ApiProblem 422 where the installation has no fake providers, 503 when they do not answer.
 */
export async function openTestMode({ settings, database }: TestModeDependencies, liveId: string): Promise<string> {
  const { writer } = database
  const twinId = testTwinOf(liveId)
  if (settings.testProvidersUrl === undefined) throw noTestMode()
  if ((await hasTestTwin(writer, liveId)) && (await listTestAccounts(writer, twinId)).length > 0) return twinId
  const accounts = await firstTestAccounts(settings, twinId)
  // What the twin sends to sellers is not signed as the platform's own.
  await ensureTestTwin(writer, liveId, seal(generateWebhookSecret(), deriveKey(settings.masterKey, 'seal')))
  await insertTestAccounts(writer, twinId, accounts)
  return twinId
}
