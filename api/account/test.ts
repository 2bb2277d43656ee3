/** `POST /v1/provider-accounts/:id/test`: asks the provider whether it takes the account's keys, and keeps the answer. */
import type { FastifyInstance } from 'fastify'
import { loadAccount, type ProviderAccountRow } from '../../db/queries/account/read.ts'
import { recordAccountTest } from '../../db/queries/account/tests.ts'
import { openConnection } from '../../gateway/connection.ts'
import { testAccount } from '../../gateway/test-account.ts'
import { notFound, problem } from '../problem.ts'

/** @throws ApiProblem 404 for another platform's account, 409 where its keys or address were changed meanwhile. */
export async function testedAccount(
  { connections, database }: FastifyInstance,
  platformId: string,
  accountId: string,
): Promise<ProviderAccountRow> {
  const found = await loadAccount(database.writer, platformId, accountId)
  if (!found) throw notFound()
  const strange = crypto.randomUUID()
  const occasion = { now: new Date().toISOString(), id: strange }
  const test = await testAccount(
    () => openConnection(connections, found.account, found.platform, occasion),
    strange.replaceAll('-', ''),
  )
  const row = await recordAccountTest(database.writer, found, test)
  if (!row) throw problem('conflict', { detail: 'The account was changed while it was tested: test it again' })
  return row
}
