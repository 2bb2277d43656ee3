/** The product held against a model of a dispute's life: whatever happens in whatever order, both stand alike. */
import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { disputes, readings, webhookEvents } from '../../db/schema/index.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { readAgain, readNow, setReading } from '../support/readings.ts'
import { type ChargingApi, NEW_CHARGE } from './charging.ts'
import {
  addEvidence,
  callLost,
  callWon,
  giveBack,
  lookAgain,
  newModel,
  type Real,
  refund,
  takeBack,
} from './dispute-model.ts'
import { play, startHeardApi } from './playing.ts'
import { dueOf, expectTold } from './told-numbers.ts'

const LIVES = 8
/** Says until when it takes evidence. */
const PROVIDER = 'MERCADOPAGO'
const { amount: AMOUNT } = NEW_CHARGE

let api: ChargingApi
let endpointId: string
beforeAll(async () => {
  ;({ api, endpointId } = await startHeardApi())
  await api.connect(PROVIDER)
})
afterAll(() => api?.close())

const call = (method: string, path: string, payload?: object, role: 'seller' | 'operator' = 'seller') =>
  api.call(api.home.keys[role], method, `/v1${path}`, { payload })
const get = async (path: string) => (await call('GET', path)).json()

async function paidCharge(): Promise<{ id: string; transactionId: string }> {
  const { id, transactionId } = (await call('POST', '/charges', NEW_CHARGE)).json()
  await api.control('POST', `/transactions/${PROVIDER}/${transactionId}/pay`)
  await expect.poll(async () => (await get(`/charges/${id}`)).status, { timeout: 60_000 }).toBe('APPROVED')
  return { id, transactionId }
}

/** Of the charge, the oldest first. */
async function disputesOf(
  chargeId: string,
): Promise<{ id: string; state: string; amount: number; dueAt: string | null }[]> {
  return (await get(`/disputes?chargeId=${chargeId}`)).data.toReversed()
}

/** A reading soon after a dispute was opened or closed may be older than that, and proves nothing. */
async function letTimePass(chargeId: string): Promise<void> {
  const before = {
    openedAt: sql`${disputes.openedAt} - interval '1 hour'`,
    closedAt: sql`${disputes.closedAt} - interval '1 hour'`,
  }
  await api.database.writer.update(disputes).set(before).where(eq(disputes.chargeId, chargeId))
}

async function uploaded(): Promise<string> {
  const payload = { fileName: 'nota.pdf', contentType: 'application/pdf', purpose: 'disputeEvidence' }
  const { uploadUrl, headers, publicUrl } = (await call('POST', '/uploads', payload)).json()
  const { status } = await fetch(uploadUrl, { method: 'PUT', headers, body: '%PDF-1.4' })
  expect(status).toBe(200)
  return publicUrl
}

const lastRead = async (chargeId: string) => {
  const [reading] = await api.database.writer.select().from(readings).where(eq(readings.id, chargeId))
  return reading?.readAt
}

/** How many the charge's workflow was told of. */
const noticesOf = (chargeId: string) =>
  api.database.writer.$count(
    webhookEvents,
    and(eq(webhookEvents.chargeId, chargeId), eq(webhookEvents.state, 'delivered')),
  )

/** The charge's workflow has taken all that it was told of: what the bank does next comes after it. */
async function untilAtRest(chargeId: string): Promise<void> {
  const handle = api.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
  const underWay = async () => {
    const { pendingWorkflowTask, pendingActivities } = (await handle.describe()).raw
    return [pendingWorkflowTask ?? [], pendingActivities ?? []].flat()
  }
  await expect.poll(underWay, { timeout: 60_000 }).toEqual([])
}

function realOf({ id, transactionId }: { id: string; transactionId: string }): Real {
  const newest = async () => (await disputesOf(id)).at(-1)?.id
  return {
    standing: async () => {
      const { status, refundedAmount, needsAttention: isAsked } = await get(`/charges/${id}`)
      const waiting: { id: string }[] = (await get('/attention?limit=100')).data
      const all = await disputesOf(id)
      // Until when evidence is taken is read after the dispute was heard of, in production ten minutes later.
      if (all.some(({ state, dueAt }) => state === 'OPEN' && dueAt === null)) await readNow(api, id)
      const described = all.map(async ({ id: disputeId, state, amount, dueAt }) => {
        const { evidence } = await get(`/disputes/${disputeId}`)
        const waits = waiting.some((one) => one.id === disputeId)
        return { state, amount, evidence: evidence.length, isDue: dueAt !== null, waits }
      })
      return { status, refundedAmount, isAsked, disputes: await Promise.all(described) }
    },
    bank: async (action, isTold) => {
      await letTimePass(id)
      await setReading(api, id, { nextReadAt: sql`now() + interval '1 hour'` })
      const before = { notices: await noticesOf(id), read: await lastRead(id) }
      if (!isTold) await api.control('PUT', `/faults/${PROVIDER}/webhook`, { fault: 'noWebhook', times: 1 })
      await api.control('POST', `/transactions/${PROVIDER}/${transactionId}/${action}`)
      if (isTold) await expect.poll(() => noticesOf(id), { timeout: 60_000 }).toBeGreaterThan(before.notices)
      await untilAtRest(id)
      // A notice that is taken meanwhile puts the reading off.
      const read = async () => {
        await readNow(api, id)
        return lastRead(id)
      }
      await expect.poll(read, { timeout: 60_000, interval: 500 }).not.toBe(before.read)
    },
    read: async () => {
      await letTimePass(id)
      await readAgain(api, id)
    },
    refund: async (amount) => (await call('POST', `/charges/${id}/refunds`, { amount })).statusCode,
    judge: async (state) => {
      const path = `/disputes/${await newest()}/resolve`
      return (await call('POST', path, { state, note: 'The bank wrote' }, 'operator')).statusCode
    },
    addEvidence: async () => {
      const url = await uploaded()
      return (await call('POST', `/disputes/${await newest()}/evidence`, { url, name: 'nota.pdf' })).statusCode
    },
  }
}

const happenings = fc.commands(
  [
    ...[takeBack, giveBack].flatMap((of) => [of(true), of(false)]).map(fc.constant),
    ...[lookAgain, callWon, callLost, addEvidence].map(fc.constant),
    fc.integer({ min: 10, max: 30 }).map(refund),
  ],
  { maxCommands: 14, size: 'max' },
)

it('a dispute stands where the model says, its charge with it, and its seller has been told so', async () => {
  await play(LIVES, happenings, async () => {
    const model = newModel(AMOUNT)
    const charge = await paidCharge()
    const end = async () => {
      await expectTold(api, endpointId, charge.id, ['charge.created', ...(await dueOf(api, charge.id))])
      for (const [index, { id }] of (await disputesOf(charge.id)).entries()) {
        const told = model.disputes[index]?.told.map((word) => `dispute.${word}`) ?? []
        await expectTold(api, endpointId, id, told)
      }
    }
    return { model, real: realOf(charge), end }
  })
}, 300_000)
