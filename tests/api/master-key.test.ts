/** Another master key, while movements are under way: what the old one sealed is sealed anew, and everything goes on. */
import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Payload } from '@temporalio/common'
import type { LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../api/app.ts'
import { readSettings } from '../../config/env.ts'
import { deriveKey, type KeyRing } from '../../config/keys.ts'
import { UnreadableSeal } from '../../config/seal.ts'
import { reseal } from '../../gateway/reseal.ts'
import { temporalClient } from '../../temporal/client.ts'
import { dataConverter } from '../../temporal/data-converter.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { HASTE } from '../support/charge-stack.ts'
import { startTestWorker } from '../support/worker.ts'
import {
  ADDRESS,
  BRIEF_WAIT_MS,
  type ChargingApi,
  NEW_CARD,
  NEW_CHARGE,
  startChargingApi,
  untilTaken,
} from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const [OLD, NEW] = [randomBytes(32), randomBytes(32)]
const silent = pino({ level: 'silent' })

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi({ settings: { masterKey: [OLD] }, startWorker: false, creationWaitMs: BRIEF_WAIT_MS })
})
afterAll(() => api?.close())

interface Process {
  post(url: string, payload: object, key?: string): Promise<LightMyRequestResponse>
  end(): Promise<void>
}

/** The API and the worker as they start with these keys. */
async function start(masterKey: KeyRing): Promise<Process> {
  const settings = { ...api.settings, masterKey }
  const worker = await startTestWorker(settings, silent, {
    httpTimeoutMs: HASTE.httpTimeoutMs,
    moneyTimeoutMs: HASTE.moneyTimeoutMs,
    settleMs: HASTE.settleMs,
  })
  const temporal = temporalClient(settings)
  const app = await buildApp({
    logger: silent,
    settings,
    database: api.database,
    temporal,
    creationWaitMs: BRIEF_WAIT_MS,
  })
  return {
    post: (url, payload, key) =>
      untilTaken(() =>
        app.inject({
          method: 'POST',
          url,
          payload,
          headers: { authorization: `Bearer ${api.home.keys.seller}`, ...(key ? { 'idempotency-key': key } : {}) },
        }),
      ),
    end: async () => {
      await app.close()
      worker.shutdown()
      await worker.stopped
      await temporal.connection.close()
    },
  }
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

const derived = (key: Buffer, salt: string, purpose: string) => Buffer.from(hkdfSync('sha256', key, salt, purpose, 32))

/** AES-256-GCM as it is laid out at rest: nonce, tag and text, or, of cards, nonce, text and tag. */
function unseal(value: string, key: Buffer): string[] {
  const bytes = Buffer.from(value.split('.').at(-1) ?? '', 'base64')
  const layouts = [
    { tag: bytes.subarray(12, 28), text: bytes.subarray(28) },
    { tag: bytes.subarray(-16), text: bytes.subarray(12, -16) },
  ]
  return layouts.flatMap(({ tag, text }) => {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      return [Buffer.concat([decipher.setAuthTag(tag).update(text), decipher.final()]).toString()]
    } catch {
      return []
    }
  })
}

/** What this key opens of everything that any table keeps, the cards within included. */
async function openedBy(masterKey: Buffer): Promise<{ outer: string[]; cards: string[] }> {
  const { sql } = api.database
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
  const rows = await Promise.all(tables.map(({ name }) => sql`SELECT to_jsonb(t) AS row FROM ${sql(name)} t`))
  const sealKey = derived(masterKey, 'trilho', 'seal')
  const texts = rows.flat().flatMap(({ row }) => textsIn(row))
  const outer = texts.flatMap((text) => unseal(text, sealKey))
  const cards = await sealedCards()
  return { outer, cards: cards.flatMap((text) => unseal(text, derived(sealKey, '', 'cards/PAGUESAFE'))) }
}

/** Their outer seals taken away with whichever key it was. */
async function sealedCards(): Promise<string[]> {
  const rows = await api.database.sql<{ token: string }[]>`SELECT sealed_token AS token FROM cards`
  return rows.flatMap(({ token }) => [OLD, NEW].flatMap((key) => unseal(token, derived(key, 'trilho', 'seal'))))
}

const resealing = (masterKey: KeyRing) => reseal(api.database.writer, deriveKey(masterKey, 'seal'))
const sum = (counts: Awaited<ReturnType<typeof reseal>>, name: 'resealed' | 'unreadable' | 'changed') =>
  counts.reduce((total, count) => total + count[name], 0)

it('takes the place of the old one, and nothing is made twice or lost', async () => {
  const before = await start([OLD])
  const { id: paguesafe } = await api.connect('PAGUESAFE')
  const { id: asaas } = await api.connect('ASAAS')
  const { id: iugu } = await api.connect('IUGU')
  const { cardId } = (await before.post('/v1/cards', { ...NEW_CARD, providerAccountId: paguesafe })).json()
  const byCard = { ...NEW_CHARGE, paymentMethod: 'CREDIT_CARD', cardId, address: ADDRESS, customerIp: '203.0.113.7' }
  const first = await before.post('/v1/charges', byCard, 'first-by-card')
  await before.post('/v1/charges', { ...NEW_CHARGE, providerAccountId: iugu, receiverToken: 'a-sub-account' })
  const statusOf = async (answer: LightMyRequestResponse) =>
    (await api.database.sql`SELECT status FROM charges WHERE id = ${String(answer.json().id)}`)[0]?.status
  await expect.poll(() => statusOf(first), PATIENCE).toBe('APPROVED')

  // The provider has taken the money's request, and its answer stands in the attempt's journal.
  await api.control('PUT', '/faults/ASAAS/readPixCode', { fault: 'serverError', times: 0 })
  const { id } = (await before.post('/v1/charges', { ...NEW_CHARGE, providerAccountId: asaas })).json()
  const attempts = () =>
    api.database.sql`SELECT id, state, sealed_journal FROM charge_attempts WHERE charge_id = ${String(id)}`
  await expect
    .poll(async () => (await attempts()).map((row) => [row.state, row.sealed_journal !== null]), PATIENCE)
    .toEqual([['sending', true]])
  await before.end()
  expect((await openedBy(OLD)).outer.length).toBeGreaterThanOrEqual(7)
  expect((await openedBy(OLD)).cards).toEqual([expect.stringContaining(NEW_CARD.cardNumber)])

  // As it is rolled out: processes that read both, and seal with the new one, while the rows are sealed anew.
  const after = await start([NEW, OLD])
  expect(sum(await resealing([NEW]), 'unreadable')).toBeGreaterThanOrEqual(7)
  await expect
    .poll(async () => {
      const counts = await resealing([NEW, OLD])
      return [sum(counts, 'resealed'), sum(counts, 'changed'), sum(counts, 'unreadable')]
    }, PATIENCE)
    .toEqual([0, 0, 0])
  expect(await openedBy(OLD)).toEqual({ outer: [], cards: [] })

  // Its workflow's history was sealed with the old key.
  await api.control('DELETE', '/faults')
  const charge = async () =>
    (await api.database.sql`SELECT transaction_id, pix_code FROM charges WHERE id = ${String(id)}`)[0]
  await expect.poll(async () => (await charge())?.pix_code ?? null, PATIENCE).not.toBeNull()
  const references = (await attempts()).map((attempt) => String(attempt.id).replaceAll('-', ''))
  const { data } = await api.control<{ data: { id: string; reference: string }[] }>(
    'GET',
    '/transactions?provider=ASAAS',
  )
  expect(data.filter(({ reference }) => references.includes(reference)).map((made) => made.id)).toEqual([
    (await charge())?.transaction_id,
  ])
  const payloads = await startedWith(String(id))
  await expect(decoded(payloads, [NEW])).rejects.toThrow(UnreadableSeal)
  expect(await decoded(payloads, [NEW, OLD])).toHaveLength(payloads.length)
  await after.end()

  // The old one is gone.
  const last = await start([NEW])
  const later = await last.post('/v1/charges', { ...byCard, cvv: NEW_CARD.cvv })
  await expect.poll(() => statusOf(later), PATIENCE).toBe('APPROVED')
  const again = await last.post('/v1/charges', byCard, 'first-by-card')
  expect([again.headers['idempotency-replayed'], again.json().id]).toEqual(['true', first.json().id])
  const other = await last.post('/v1/charges', { ...byCard, amount: 1 }, 'first-by-card')
  expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  await last.end()
}, 300_000)

/** What its workflow was started with, as Temporal has it. */
async function startedWith(id: string): Promise<Payload[]> {
  const { events } = await api.temporal.workflow.getHandle(chargeWorkflowId(id)).fetchHistory()
  return events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
}

const decoded = async (payloads: Payload[], masterKey: KeyRing) => codecOf(masterKey)?.decode(payloads)

const codecOf = (masterKey: KeyRing) => dataConverter(masterKey, 'refuse').payloadCodecs?.[0]

const base = { DATABASE_URL: 'postgres://unused', TEMPORAL_ADDRESS: 'unused:7233' }
const text = (key: Buffer) => key.toString('base64')

it('is named with those that are still read', () => {
  const env = { ...base, TRILHO_MASTER_KEY: text(NEW), TRILHO_READABLE_MASTER_KEYS: `${text(OLD)},${text(NEW)}` }
  expect(readSettings(env).masterKey).toEqual([NEW, OLD])
  expect(() => readSettings({ ...env, TRILHO_READABLE_MASTER_KEYS: 'short' })).toThrow('TRILHO_READABLE_MASTER_KEYS')
})
