/** A word that no table knew is put into its table: what was said with it is applied, as if it had been understood when it came. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { attemptId, attemptReference } from '../../db/attempt-ids.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { applyDisbursementTransition } from '../../db/queries/disbursement/transitions.ts'
import { charges, platforms, webhookEvents } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { type Retranslation, retranslate } from '../../inbox/retranslate.ts'
import type * as Statuses from '../../providers/kit/statuses.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed } from '../api/charging.ts'
import { setReading } from '../support/readings.ts'

/** Words that are out of every table. */
const hidden = vi.hoisted(() => new Set<string>())
/** FIREBANK's table has no word for a paid charge: it learns this one. */
const LEARNT = 'CONFIRMED_AT_LAST'
vi.mock('../../providers/kit/statuses.ts', async (original) => {
  const real = await original<typeof Statuses>()
  const readStatus: typeof real.readStatus = (table, word) => {
    if (hidden.has(word)) return real.readStatus({ ...table, known: {} }, word)
    return word === LEARNT ? { ...real.readStatus(table, 'paid'), rawStatus: word } : real.readStatus(table, word)
  }
  return { ...real, readStatus }
})

let api: ChargingApi
let paguesafe: { id: string }
let asaas: { id: string }
let firebank: { id: string }
beforeAll(async () => {
  api = await startChargingApi()
  paguesafe = await api.connect('PAGUESAFE')
  asaas = await api.connect('ASAAS')
  firebank = await api.connect('FIREBANK')
})
afterAll(() => api?.close())

const get = async (path: string, key = api.home.keys.seller) => (await api.call(key, 'GET', path)).json()
const chargeIs = (id: string, wanted: object) =>
  expect.poll(() => get(`/v1/charges/${id}`), { timeout: 60_000 }).toMatchObject(wanted)

async function charge(providerAccountId: string): Promise<{ id: string; transactionId: string }> {
  const payload = { ...NEW_CHARGE, providerAccountId }
  const answer = await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

const logger = { warn: () => {} }

const say = (transactionId: string, status: string): Promise<void> =>
  tell('PAGUESAFE', paguesafe, {
    id: crypto.randomUUID(),
    type: 'transaction',
    objectId: transactionId,
    data: { id: Number(transactionId), status },
  })

/** The provider's own notice, stored as the API stores it. The API's own routes know every word: they are loaded by themselves. */
async function tell(provider: string, { id: providerAccountId }: { id: string }, body: object): Promise<void> {
  const [stored] = await api.database.writer
    .insert(webhookEvents)
    .values({
      platformId: api.home.platformId,
      providerAccountId,
      provider,
      bodyHash: crypto.randomUUID(),
      headers: {},
      query: {},
      body: JSON.stringify(body),
      verified: 'token',
    })
    .returning()
  const { database, temporal } = api
  expect(await deliverWebhookEvent({ database, temporal, logger }, stored?.id ?? '')).toBe('delivered')
}

async function run(apply: boolean, after?: string): Promise<{ found: Retranslation[]; seen: string[] }> {
  const found: Retranslation[] = []
  const seen: string[] = []
  await retranslate(
    { database: api.database, temporal: api.temporal, logger },
    { apply, ...(after ? { after } : {}), onFound: (what) => found.push(what), onProgress: (id) => seen.push(id) },
  )
  return { found, seen }
}

const pay = (provider: string, transactionId: string) =>
  api.control('POST', `/transactions/${provider}/${transactionId}/pay`)

it('a webhook is listed first, applied when told to, noted in the audit log, and done once', async () => {
  hidden.add('paid')
  const [{ id, transactionId }, other] = [await charge(paguesafe.id), await charge(paguesafe.id)]
  await pay('PAGUESAFE', transactionId)
  await say(transactionId, 'paid')
  await chargeIs(id, { status: 'REJECTED', statusUnmapped: true, attentionReasons: ['unmappedStatus'] })
  expect((await run(false)).found).toEqual([])

  hidden.clear()
  const { found, seen } = await run(false)
  expect(found).toEqual([
    {
      movement: `charge/${id}`,
      from: 'REJECTED',
      to: 'APPROVED',
      provider: 'PAGUESAFE',
      rawStatus: 'paid',
      because: expect.stringMatching(/^webhook\/[0-9a-f-]{36}$/),
    },
  ])
  expect(await get(`/v1/charges/${id}`)).toMatchObject({ status: 'REJECTED' })
  // Webhooks that were looked at before are not looked at again: what is left is the charge's own history.
  expect((await run(false, seen.at(-1))).found).toMatchObject([{ because: expect.stringMatching(/^event\//) }])

  expect((await run(true)).found).toHaveLength(1)
  await chargeIs(id, { status: 'APPROVED', needsAttention: false, statusUnmapped: false })
  expect(await get(`/v1/charges/${other.id}`)).toMatchObject({ status: 'PENDING' })
  expect((await run(true)).found).toEqual([])
  const log = await get(`/v1/audit-log?action=retranslate&target=charge/${id}`, api.home.keys.admin)
  expect(log.data).toMatchObject([{ actor: 'npm run retranslate', detail: { from: 'REJECTED', to: 'APPROVED' } }])
})

it('so is an answer to a reading that ended the charge', async () => {
  hidden.add('RECEIVED')
  const { id, transactionId } = await charge(asaas.id)
  await pay('ASAAS', transactionId)
  await chargeIs(id, { status: 'REJECTED', statusUnmapped: true })
  expect((await run(true)).found).toEqual([])
  hidden.clear()
  const what = { movement: `charge/${id}`, from: 'REJECTED', to: 'APPROVED', rawStatus: 'RECEIVED' }
  const because = expect.stringMatching(/^event\/[0-9a-f-]{36}$/)
  expect((await run(false)).found).toMatchObject([{ ...what, because }])
  expect(await get(`/v1/charges/${id}`)).toMatchObject({ status: 'REJECTED' })
  expect((await run(true)).found).toHaveLength(1)
  await chargeIs(id, { status: 'APPROVED', needsAttention: false, statusUnmapped: false })
  expect((await run(true)).found).toEqual([])
})

it("another payment's word is not taken for that of the charge's own", async () => {
  hidden.add('RECEIVED')
  const { id, transactionId } = await charge(asaas.id)
  await pay('ASAAS', transactionId)
  await chargeIs(id, { status: 'REJECTED', statusUnmapped: true })
  const of = { accountId: asaas.id, transactionId: crypto.randomUUID(), provider: 'ASAAS' }
  const said = {
    to: 'REJECTED',
    cause: 'poll',
    key: 'poll/another',
    rawStatus: 'REFUNDED',
    unmapped: true,
    of,
  } as const
  expect(await applyTransition(api.database.writer, { chargeId: id, ...said })).toMatchObject({ status: 'REJECTED' })
  hidden.clear()
  const what = { movement: `charge/${id}`, to: 'APPROVED', rawStatus: 'RECEIVED' }
  expect((await run(true)).found).toMatchObject([what])
  await chargeIs(id, { status: 'APPROVED', statusUnmapped: false })
})

it('an answer that is now called paid is read again, and another amount than was charged is asked about', async () => {
  hidden.add('RECEIVED')
  const { id, transactionId } = await charge(asaas.id)
  await pay('ASAAS', transactionId)
  await chargeIs(id, { status: 'REJECTED', statusUnmapped: true })
  await api.database.writer.update(charges).set({ amount: 4_900 }).where(eq(charges.id, id))
  hidden.clear()
  expect((await run(true)).found).toMatchObject([{ movement: `charge/${id}`, to: 'APPROVED' }])
  await chargeIs(id, { status: 'REJECTED', attentionReasons: expect.arrayContaining(['amountMismatch']) })
})

it('so is a word that says the same as the default, of a charge that was seen meanwhile', async () => {
  const { id } = await charge(firebank.id)
  await untilFollowed(api, id)
  const said = { to: 'REJECTED', cause: 'poll', key: 'poll/ERROR', rawStatus: 'ERROR', unmapped: true } as const
  await applyTransition(api.database.writer, { chargeId: id, ...said })
  const seen = await api.call(api.home.keys.operator, 'POST', `/v1/operations/charge%2F${id}/resolve`, {
    payload: { outcome: 'notCreated' },
  })
  expect(seen.statusCode).toBe(202)
  const movement = `charge/${id}`
  const own = async () => (await run(true)).found.filter((found) => found.movement === movement)
  expect(await own()).toMatchObject([{ from: 'REJECTED', to: 'REJECTED', rawStatus: 'ERROR' }])
  await chargeIs(id, { status: 'REJECTED', statusUnmapped: false, needsAttention: false })
  expect(await own()).toEqual([])
})

it('a word for a second payment is compared with what that payment was, not with the charge that the first one has paid', async () => {
  const { writer } = api.database
  await writer.update(platforms).set({ maxUnprovedAmount: 50_000 }).where(eq(platforms.id, api.home.platformId))
  const { id, transactionId } = await charge(firebank.id)
  const paid = (ofTransaction: string) =>
    tell('FIREBANK', firebank, {
      transactionId: ofTransaction,
      businessTransactionId: attemptReference(attemptId(id, 1)),
      movementType: 'CREDIT',
      status: LEARNT,
      value: 5_000,
    })
  await paid(transactionId)
  await chargeIs(id, { status: 'APPROVED', needsAttention: false })
  hidden.add(LEARNT)
  await paid(`second${id}`)
  await chargeIs(id, { status: 'APPROVED', attentionReasons: ['unmappedStatus'] })
  hidden.clear()
  const own = async () => (await run(true)).found.filter(({ movement }) => movement === `charge/${id}`)
  expect(await own()).toMatchObject([{ from: 'REJECTED', to: 'APPROVED', provider: 'FIREBANK', rawStatus: LEARNT }])
  await chargeIs(id, { status: 'APPROVED', attentionReasons: expect.arrayContaining(['doublePayment']) })
  expect(await own()).toEqual([])
})

describe('an answer about a withdrawal', () => {
  const ANA = { name: 'Ana Souza', document: '529.982.247-25', documentType: 'CPF' }
  const PIX = { paymentMethod: 'PIX', pixKey: ANA.document, pixType: 'CPF', amount: 2_500, ...ANA }
  const withdraw = async (providerAccountId: string) => {
    const payload = { ...PIX, providerAccountId }
    const answer = await api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json() as { id: string; withdrawId: string }
  }
  const withdrawalIs = (id: string, wanted: object) =>
    expect.poll(() => get(`/v1/withdrawals/${id}`), { timeout: 60_000 }).toMatchObject(wanted)
  const own = async (id: string, apply: boolean) =>
    (await run(apply)).found.filter(({ movement }) => movement === `withdrawal/${id}`)
  const because = expect.stringMatching(/^event\//)

  it('is read again where its provider can be asked', async () => {
    hidden.add('DONE')
    const { id, withdrawId } = await withdraw(asaas.id)
    await api.control('POST', `/withdrawals/ASAAS/${withdrawId}/settle`)
    await withdrawalIs(id, { status: 'REJECTED', statusUnmapped: true })
    // The next reading knows the word: that is not until an hour from now.
    await setReading(api, id, { nextReadAt: sql`now() + interval '1 hour'` })
    expect(await own(id, true)).toEqual([])
    hidden.clear()
    const what = { from: 'REJECTED', to: 'APPROVED', provider: 'ASAAS', rawStatus: 'DONE', because }
    expect(await own(id, false)).toMatchObject([what])
    expect(await own(id, true)).toMatchObject([what])
    await withdrawalIs(id, { status: 'APPROVED', statusUnmapped: false, needsAttention: false })
    expect(await own(id, true)).toEqual([])
  })

  it.each([
    ['REFUND_IN', true],
    ['WITHDRAW_PAID', false],
  ])('elsewhere %s ends it: %s, because the amount beside it was not compared', async (rawStatus, isTaken) => {
    const { id } = await withdraw(firebank.id)
    const said = { to: 'REJECTED', cause: 'poll', key: `poll/${rawStatus}`, rawStatus, unmapped: true } as const
    await applyDisbursementTransition(api.database.writer, { disbursementId: id, ...said })
    await withdrawalIs(id, { status: 'REJECTED', statusUnmapped: true, attention: 'unmappedStatus' })
    const found = isTaken ? [{ from: 'REJECTED', to: 'REJECTED', provider: 'FIREBANK', rawStatus, because }] : []
    expect(await own(id, true)).toMatchObject(found)
    await withdrawalIs(id, { status: 'REJECTED', statusUnmapped: !isTaken, needsAttention: !isTaken })
    if (isTaken)
      expect(await api.temporal.workflow.getHandle(`withdrawal/${id}`).result()).toEqual({ status: 'REJECTED' })
    expect(await own(id, true)).toEqual([])
  })
})
