/** `GET /v1/balances`: asks the providers, and answers with what they have said. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import {
  type BalanceClaim,
  claimBalances,
  type KnownBalance,
  listBalances,
  recordBalance,
} from '../../db/queries/account/balances.ts'
import { loadAccount } from '../../db/queries/account/read.ts'
import type { BalanceReading } from '../../domain/balance.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { openConnection } from '../../gateway/connection.ts'
import { drive } from '../../gateway/drive.ts'
import { providers } from '../../providers/index.ts'
import type { Balance } from '../schemas/balance.ts'
import { iso, isoOrNull } from '../time.ts'

const FRESH_SECONDS = 30
/** A provider that takes longer answers the next caller. */
const PATIENCE_MS = 3_000

const READABLE = Object.values(providers)
  .filter(({ capabilities }) => capabilities.operations.includes('readBalance'))
  .map(({ code }) => code)

export async function balancesOf(app: FastifyInstance, platformId: string): Promise<Balance[]> {
  const db = app.database.writer
  const claims = await claimBalances(db, platformId, { providers: READABLE, seconds: FRESH_SECONDS })
  if (claims.length > 0) {
    const answered = Promise.all(claims.map((claim) => learn(app, platformId, claim)))
    await Promise.race([answered, sleep(PATIENCE_MS, undefined, { ref: false })])
  }
  return (await listBalances(db, platformId, READABLE)).map(present)
}

/** Never throws: a provider that cannot say it is shown as such. */
async function learn(app: FastifyInstance, platformId: string, claim: BalanceClaim): Promise<void> {
  try {
    const said = await ask(app, platformId, claim).catch((error: unknown) => {
      if (error instanceof ProviderError) return { problem: error.message }
      throw error
    })
    if (said) await recordBalance(app.database.writer, claim, said)
  } catch (error) {
    app.log.warn({ err: error, providerAccountId: claim.accountId }, 'a balance could not be read')
  }
}

async function ask(
  { connections, database }: FastifyInstance,
  platformId: string,
  { accountId, askedAt }: BalanceClaim,
): Promise<BalanceReading | undefined> {
  const found = await loadAccount(database.writer, platformId, accountId)
  if (!found) return undefined
  const occasion = { now: iso(askedAt), id: crypto.randomUUID() }
  const connection = await openConnection(connections, found.account, found.platform, occasion)
  return drive(connection, connection.provider.readBalance({}, connection.context))
}

function present({ readAt, ...balance }: KnownBalance): Balance {
  return { ...balance, at: isoOrNull(readAt) }
}
