/** Database, Temporal, fake providers and a worker, in this process: all that a charge needs, without the HTTP API. */
import { randomBytes } from 'node:crypto'
import type { Client } from '@temporalio/client'
import { asc, eq, sql } from 'drizzle-orm'
import pino, { type Logger } from 'pino'
import { untilCreated } from '../../api/charge/start.ts'
import type { Settings } from '../../config/env.ts'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { generateWebhookSecret } from '../../config/webhook-secret.ts'
import { connectDatabase, type DatabasePool } from '../../db/client.ts'
import { chargeAttempts, chargeEvents, charges, platforms, providerAccounts, readings } from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import { RHYTHM } from '../../domain/poll-rhythm.ts'
import { type Sandbox, startSandbox } from '../../sandbox/server.ts'
import { temporalClient } from '../../temporal/client.ts'
import type { Patience, RunningWorker } from '../../worker/worker.ts'
import type { ChargeTiming } from '../../workflows/charge/timing.ts'
import type { CreationOutcome } from '../../workflows/messages.ts'
import { heeded } from './heeded.ts'
import { keepHistory } from './histories.ts'
import { setReadingIfAny } from './readings.ts'
import { type Control, controlOf } from './sandbox-client.ts'
import { createLocalSettings } from './settings.ts'
import { freshDatabase, freshNamespace } from './stack.ts'
import { pauseSweep } from './sweeps.ts'
import { startTestWorker } from './worker.ts'

export interface ChargeStack {
  settings: Settings
  database: DatabasePool
  temporal: Client
  sandbox: Sandbox
  logger: Logger
  platformId: string
  worker: RunningWorker
  restartWorker(): Promise<void>
  /** An account at a fake provider; other credentials or addresses on demand. */
  addAccount(provider: string, changes?: { secretKey?: string; baseUrl?: string }): Promise<string>
  /**
   * Inserts a charge and starts its workflow; resolves with the update's answer. With `pollFirstMs` its first reading comes so
   * long after the creation, and not when it usually would; with `longestLifeMs` its expiry.
   */
  start(
    accountIds: readonly string[],
    options?: { timing?: Partial<ChargeTiming>; amount?: number; webhookUrl?: string },
  ): Promise<{
    chargeId: string
    creation: Promise<CreationOutcome>
  }>
  charge(chargeId: string): Promise<typeof charges.$inferSelect>
  events(chargeId: string): Promise<(typeof chargeEvents.$inferSelect)[]>
  attempts(chargeId: string): Promise<(typeof chargeAttempts.$inferSelect)[]>
  control: Control
  /** With RECORD_HISTORIES set, stores the workflow's history for the replay tests under this name. */
  keepHistory(workflowId: string, name: string): Promise<void>
  close(): Promise<void>
}

/**
 * What is open is read several times in a second once it has been read at all. A provider may take as long as in production: on a
 * loaded machine an answer that was meant to come may take seconds, and one that is late is a lost one.
 */
export const HASTE: Patience = {
  httpTimeoutMs: 10_000,
  moneyTimeoutMs: 20_000,
  settleMs: 1_500,
  rhythm: { ...RHYTHM, firstMs: 200, longestMs: 400, lookEveryMs: 150, shiftMs: 2_000 },
}

/** Longer than most stalls of a machine: an answer that one of them delays is not lost. */
const LOST_MS = 8_000
/** Where an answer is to be lost by its lateness, which is TOO_LATE_MS. */
export const IMPATIENCE: Patience = { ...HASTE, httpTimeoutMs: LOST_MS, moneyTimeoutMs: LOST_MS }
export const TOO_LATE_MS = 2 * LOST_MS

const inMs = (ms: number) => sql`now() + ${`${ms} milliseconds`}::interval`

/** @param options without `sweeps`, what is due waits for the test. */
export async function startChargeStack(
  changes: Partial<Settings> = {},
  patience: Patience = HASTE,
  { sweeps = true }: { sweeps?: boolean } = {},
): Promise<ChargeStack> {
  const [db, namespace, sandbox] = await Promise.all([
    freshDatabase(),
    freshNamespace(),
    startSandbox({ port: 0, tlsPort: 0, dataDir: ':memory:' }),
  ])
  const settings = { ...createLocalSettings({ ...db, ...namespace }), ...changes }
  const logger = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const database = connectDatabase({ ...settings, maxConnections: 5 })
  const temporal = temporalClient(settings)
  const sealKey = deriveKey(settings.masterKey, 'seal')
  const [platform] = await database.writer
    .insert(platforms)
    .values({
      name: 'Loja',
      certCashInUrl: `${sandbox.url}/_control/treeal/client.pem`,
      sealedWebhookSecret: seal(generateWebhookSecret(), sealKey),
    })
    .returning()
  const platformId = platform?.id ?? ''
  if (!sweeps) await pauseSweep(temporal)
  let worker = await startTestWorker(settings, logger, patience)

  return {
    settings,
    database,
    temporal,
    sandbox,
    logger,
    platformId,
    get worker() {
      return worker
    },
    restartWorker: async () => {
      worker.shutdown()
      await worker.stopped
      worker = await startTestWorker(settings, logger, patience)
    },
    addAccount: async (provider, changes = {}) => {
      const demo = sandbox.accounts.find((account) => account.provider === provider)
      if (!demo) throw new Error(`No fake ${provider}`)
      const { publicKey, secretKey, webhookSecret, baseUrl } = { ...demo, ...changes }
      const webhookToken = randomBytes(32).toString('base64url')
      const [account] = await database.writer
        .insert(providerAccounts)
        .values({
          platformId,
          provider,
          name: provider,
          baseUrl,
          sealedSecrets: seal(JSON.stringify({ publicKey, secretKey, webhookSecret, webhookToken }), sealKey),
          webhookTokenHash: randomBytes(32).toString('hex'),
        })
        .returning()
      return account?.id ?? ''
    },
    start: async (accountIds, { timing, amount = 5000, webhookUrl } = {}) => {
      const accounts = await database.writer.select().from(providerAccounts)
      const [charge] = await database.writer
        .insert(charges)
        .values({
          platformId,
          paymentMethod: 'PIX',
          amount,
          customer: { name: 'Maria Silva', email: 'maria@example.com', document: '52998224725', phone: '11987654321' },
          items: [{ title: 'Camiseta', unitPrice: amount as never, quantity: 1, tangible: true }],
          checkoutToken: randomBytes(16).toString('hex'),
          ...defined({ webhookUrl }),
        })
        .returning()
      const chargeId = charge?.id ?? ''
      const [first, ...others] = accountIds.map((accountId) => ({
        accountId,
        provider: accounts.find((account) => account.id === accountId)?.provider ?? '',
      }))
      if (!first) throw new Error('A charge needs an account')
      const creation = heeded(
        untilCreated(temporal, {
          chargeId,
          platformId,
          candidates: [first, ...others],
          paymentMethod: 'PIX',
          amount,
          currency: 'BRL',
          madeAt: charge?.createdAt ?? '',
          ...defined({ timing }),
        }),
      )
      const { pollFirstMs, longestLifeMs } = timing ?? {}
      const soon = defined({
        nextReadAt: pollFirstMs === undefined ? undefined : inMs(pollFirstMs),
        expiresAt: longestLifeMs === undefined ? undefined : inMs(longestLifeMs),
      })
      if (Object.keys(soon).length === 0) return { chargeId, creation }
      const readFrom = async () => {
        const answer = await creation
        // A slow machine has begun to read it by now.
        await setReadingIfAny({ database }, chargeId, soon)
        // A reading comes no later than the expiry.
        const nextReadAt = sql`least(${readings.nextReadAt}, ${readings.expiresAt})`
        await database.writer.update(readings).set({ nextReadAt }).where(eq(readings.id, chargeId))
        return answer
      }
      return { chargeId, creation: heeded(readFrom()) }
    },
    charge: async (chargeId) => {
      const [row] = await database.writer.select().from(charges).where(eq(charges.id, chargeId))
      if (!row) throw new Error(`No charge ${chargeId}`)
      return row
    },
    events: (chargeId) =>
      database.writer
        .select()
        .from(chargeEvents)
        .where(eq(chargeEvents.chargeId, chargeId))
        .orderBy(asc(chargeEvents.at), asc(chargeEvents.id)),
    attempts: (chargeId) =>
      database.writer
        .select()
        .from(chargeAttempts)
        .where(eq(chargeAttempts.chargeId, chargeId))
        .orderBy(asc(chargeAttempts.number)),
    control: controlOf(sandbox.url),
    keepHistory: (workflowId, name) => keepHistory(temporal, workflowId, name),
    close: async () => {
      worker.shutdown()
      await worker.stopped
      await Promise.all([database.close(), temporal.connection.close(), sandbox.close()])
      await Promise.all([db.drop(), namespace.drop()])
    },
  }
}
