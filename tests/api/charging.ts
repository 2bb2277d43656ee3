/** The API with fake providers and a worker behind it: all that `POST /v1/charges` needs. */
import { and, eq } from 'drizzle-orm'
import pino from 'pino'
import { expect, vi } from 'vitest'
import { charges } from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import { RHYTHM } from '../../domain/poll-rhythm.ts'
import { type Sandbox, startSandbox } from '../../sandbox/server.ts'
import type { RunningWorker } from '../../worker/worker.ts'
import { chargeWorkflowId, statusQuery } from '../../workflows/messages.ts'
import { HASTE } from '../support/charge-stack.ts'
import { readNow } from '../support/readings.ts'
import { type Control, controlOf } from '../support/sandbox-client.ts'
import { pauseSweep } from '../support/sweeps.ts'
import { startTestWorker } from '../support/worker.ts'
import { startTestApi, type TestApi, type TestApiOptions } from './support.ts'

export interface ChargingApi extends TestApi {
  sandbox: Sandbox
  startWorker(): Promise<void>
  /** Connects the first platform to a fake provider. */
  connect(
    provider: string,
    changes?: { priority?: number; secretKey?: string; baseUrl?: string },
  ): Promise<{ id: string; token: string }>
  /** The fake providers' control API. */
  control: Control
  /** A buyer pays, and no notice says so: the reader's next look finds it, not the one that its rhythm has seconds later. */
  payUntold(provider: string, transactionId: string): Promise<void>
}

export interface ChargingApiOptions extends TestApiOptions {
  startWorker?: boolean
  /** If not, what is due waits for the test. */
  sweeps?: boolean
  /** How long a search of a provider may lag. */
  settleMs?: number
  /** How long a provider may take to answer. */
  providersTimeoutMs?: number
}

export async function startChargingApi({
  startWorker = true,
  sweeps = true,
  settleMs = HASTE.settleMs,
  providersTimeoutMs,
  ...options
}: ChargingApiOptions = {}): Promise<ChargingApi> {
  const sandbox = await startSandbox({ port: 0, tlsPort: 0, dataDir: ':memory:' })
  const api = await startTestApi({
    creationWaitMs: PATIENT_WAIT_MS,
    ...(startWorker && !options.links ? { decisionWaits: PATIENT_DECISIONS } : {}),
    ...options,
    settings: { sandboxUrl: sandbox.url, testProvidersUrl: sandbox.url, ...options.settings },
  })
  const logger = pino({ level: process.env.TEST_LOG ?? 'silent' })
  let worker: RunningWorker | undefined
  const start = async () => {
    const rhythm = { ...RHYTHM, lookEveryMs: 500 }
    const httpTimeoutMs = providersTimeoutMs ?? HASTE.httpTimeoutMs
    const moneyTimeoutMs = providersTimeoutMs ?? HASTE.moneyTimeoutMs
    worker = await startTestWorker(api.directSettings, logger, { httpTimeoutMs, moneyTimeoutMs, settleMs, rhythm })
  }
  if (!sweeps) await pauseSweep(api.temporal)
  if (startWorker) await start()
  const control = controlOf(sandbox.url)

  return {
    ...api,
    sandbox,
    startWorker: start,
    connect: (provider, { priority = 100, ...changes } = {}) => {
      const account = sandbox.accounts.find((candidate) => candidate.provider === provider)
      if (!account) throw new Error(`No fake ${provider}`)
      const { publicKey, secretKey, webhookSecret, baseUrl } = { ...account, ...changes }
      const secrets = defined({
        publicKey: publicKey || undefined,
        secretKey: secretKey || undefined,
        webhookSecret: webhookSecret || undefined,
      })
      return api.addAccount(api.home, provider, { secrets, baseUrl, priority })
    },
    control,
    payUntold: async (provider, transactionId) => {
      await control('POST', `/transactions/${provider}/${transactionId}/pay`)
      const isPaid = and(eq(charges.provider, provider), eq(charges.transactionId, transactionId))
      const paid = await api.database.writer.select({ id: charges.id }).from(charges).where(isPaid)
      for (const { id } of paid) await readNow(api, id)
    },
    close: async () => {
      worker?.shutdown()
      await worker?.stopped
      await Promise.all([api.close(), sandbox.close()])
    },
  }
}

/** How long a request waits for an answer that is to come, whatever else the machine has to do. */
const PATIENT_WAIT_MS = 60_000
/** So does a decision, where its workflow is there to hear of it. */
export const PATIENT_DECISIONS = {
  silentMs: 20_000,
  acceptMs: PATIENT_WAIT_MS,
  answerMs: PATIENT_WAIT_MS,
  hearMs: PATIENT_WAIT_MS,
}

/**
 * How long a request waits where no worker is to answer it. Its start has to reach Temporal within it: what was not begun by then is
 * taken back, and has to be asked for again.
 */
export const BRIEF_WAIT_MS = 3_000

/** How long one waits that is cut off while it does, and so has to wait for that too. */
export const CUT_WAIT_MS = 15_000

/** Lets requests wait no longer than briefly while this runs. */
export async function waitingBriefly<T>({ app }: TestApi, run: () => Promise<T>, waitMs = BRIEF_WAIT_MS): Promise<T> {
  const before = app.creationWaitMs
  app.creationWaitMs = waitMs
  try {
    return await run()
  } finally {
    app.creationWaitMs = before
  }
}

/** The API goes on believing that Temporal answers while this runs. */
export async function withoutNoticing<T>({ app }: TestApi, run: () => Promise<T>): Promise<T> {
  const probe = vi.spyOn(app.health.temporal, 'isDown').mockReturnValue(false)
  try {
    return await run()
  } finally {
    probe.mockRestore()
  }
}

/** As every client does: what is refused because something is away, and has left nothing, is asked for again. */
export async function untilTaken<T extends { statusCode: number }>(ask: () => Promise<T>): Promise<T> {
  const answer = await ask()
  return answer.statusCode === 503 ? untilTaken(ask) : answer
}

/** What it stands on answers again: `/health/ready` says so as long as it does not know better. */
export async function untilReady({ app }: TestApi): Promise<void> {
  const { database, temporal } = app.health
  for (const probe of [database, temporal]) await expect.poll(probe.refresh, { timeout: 60_000 }).toBe(true)
}

/** The API answers from the row of a Pix, which is written before its workflow has heard of it: until then a decision is void. */
export const untilFollowed = ({ temporal }: Pick<TestApi, 'temporal'>, chargeId: string) =>
  expect
    .poll(() => temporal.workflow.getHandle(chargeWorkflowId(chargeId)).query(statusQuery), { timeout: 60_000 })
    .toMatchObject({ phase: 'following' })

/** The newest one is last. */
export const chargeIds = async ({ database }: Pick<TestApi, 'database'>): Promise<string[]> =>
  (await database.writer.select({ id: charges.id }).from(charges).orderBy(charges.createdAt)).map(({ id }) => id)

/**
 * One charge more than before is with Temporal, so that its request has heard that its row stands: others see the row sooner, and what
 * is cut then may cost the request that answer.
 */
export const untilAnotherBegins = (api: Pick<TestApi, 'database' | 'temporal'>, before: number) =>
  expect
    .poll(
      async () => {
        const ids = await chargeIds(api)
        await api.temporal.workflow.getHandle(chargeWorkflowId(ids.at(-1) ?? '')).describe()
        return ids
      },
      { timeout: 60_000 },
    )
    .toHaveLength(before + 1)

/** For buyers who all come from one address. */
export const NO_LIMITS = {
  checkoutPerMinute: 1e4,
  buyersChargesPerMinute: 1e4,
  refusedCards: { perAddress: 1e4, perPage: 1e4 },
}

export const NEW_CHARGE = {
  amount: 5000,
  paymentMethod: 'PIX',
  customer: { name: 'Maria Silva', email: 'maria@example.com', document: '529.982.247-25', phone: '(11) 98765-4321' },
  items: [{ title: 'Camiseta', unitPrice: 5000, quantity: 1, tangible: true }],
}

export const NEW_CARD = {
  cardNumber: '4539578763621486',
  holderName: 'MARIA SILVA',
  holderDocument: '529.982.247-25',
  expMonth: '7',
  expYear: '39',
  cvv: '739',
}

export const ADDRESS = {
  zipCode: '01310-100',
  address: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}
