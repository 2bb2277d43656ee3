/** What waits for an operator: one list of everything, what has waited longest first, and how many there are. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { charges, disbursements, receivers, reconciliationItems, webhookEndpoints } from '../../db/schema/index.ts'
import type { AttentionReason } from '../../domain/charge.ts'
import { WAITING_KINDS } from '../../domain/waiting.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { startTestApi, type TestApi } from './support.ts'

const day = (number: number) => `2026-01-0${number}T12:00:00.000Z`
/** Since when a thing waits. All are older than that, and the last to wait is the oldest. */
const waits = (number: number) => ({ attentionSince: day(number), createdAt: `2025-12-${20 - number}T12:00:00.000Z` })

let api: TestApi
let ids: Record<'charge' | 'refund' | 'withdrawal' | 'receiver' | 'late', string>
beforeAll(async () => {
  api = await startTestApi()
  const { platformId } = api.home
  const account = await api.addAccount(api.home, 'PAGUESAFE')
  const charge = await api.addCharge(api.home, {
    attentionReasons: ['unmappedStatus', 'unknownOutcome'],
    ...waits(4),
  })
  const late = await api.addCharge(api.home, {
    status: 'APPROVED',
    attentionReasons: ['latePayment'],
    ...waits(1),
  })
  await api.addCharge(api.home, {})
  await api.addCharge(api.other, { attentionReasons: ['unknownOutcome'], ...waits(1) })
  const [refund] = await api.database.writer
    .insert(disbursements)
    .values({
      platformId,
      kind: 'refund',
      chargeId: late.id,
      amount: 1200,
      attentionReasons: ['unknownOutcome'],
      ...waits(3),
    })
    .returning()
  const [withdrawal] = await api.database.writer
    .insert(disbursements)
    .values({
      platformId,
      kind: 'withdrawal',
      method: 'PIX',
      amount: 700,
      destination: { name: 'Ana', pixKey: '52998224725', pixType: 'CPF' },
      externalId: 'po-1',
      attentionReasons: ['noConfirmation'],
      ...waits(2),
    })
    .returning()
  const [receiver] = await api.database.writer
    .insert(receivers)
    .values({
      platformId,
      providerAccountId: account.id,
      provider: 'PAGUESAFE',
      ...RECEIVER_ROW,
      name: 'Loja da Ana',
      attentionReasons: ['providerUnreachable'],
      ...waits(5),
    })
    .returning()
  if (!refund || !withdrawal || !receiver) throw new Error('Not inserted')
  ids = { charge: charge.id, late: late.id, refund: refund.id, withdrawal: withdrawal.id, receiver: receiver.id }
})
afterAll(() => api?.close())

const get = async (path: string, key = api.home.keys.seller) => (await api.call(key, 'GET', path)).json()

const MOVEMENTS = { late: 'charge', charge: 'charge', refund: 'refund', withdrawal: 'withdrawal', receiver: 'receiver' }

describe('GET /v1/attention', () => {
  it('lists charges, refunds, withdrawals and receivers together, what has waited longest first', async () => {
    const { data, nextCursor, total, atStake } = await get('/v1/attention')
    expect(data).toMatchObject([
      { id: ids.late, kind: 'charge', status: 'APPROVED', attention: 'latePayment', amount: 5000, name: 'Maria Silva' },
      { id: ids.withdrawal, kind: 'withdrawal', externalId: 'po-1', amount: 700, name: 'Ana' },
      { id: ids.refund, kind: 'refund', externalId: null, amount: 1200, name: null, since: day(3) },
      {
        id: ids.charge,
        kind: 'charge',
        attention: 'unknownOutcome',
        attentionReasons: ['unmappedStatus', 'unknownOutcome'],
        workflowId: `charge/${ids.charge}`,
      },
      {
        id: ids.receiver,
        kind: 'receiver',
        attentionReasons: ['providerUnreachable'],
        amount: null,
        name: 'Loja da Ana',
        externalId: null,
      },
    ])
    expect({ nextCursor, total }).toEqual({ nextCursor: null, total: 5 })
    expect(atStake).toEqual([{ currency: 'BRL', amount: 5000 + 700 + 1200 + 5000 }])
  })

  it('comes page by page, and still says how many there are in all', async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await get(`/v1/attention?limit=2${cursor && `&cursor=${cursor}`}`)
      expect(page.total).toBe(5)
      seen.push(...page.data.map(({ id }: { id: string }) => id))
      cursor = page.nextCursor ?? ''
    } while (cursor)
    expect(seen).toEqual([ids.late, ids.withdrawal, ids.refund, ids.charge, ids.receiver])
  })

  it('lists one kind alone, page by page, and counts that one', async () => {
    const seen = new Map<string, string[]>()
    for (const kind of WAITING_KINDS) {
      let cursor = ''
      do {
        const page = await get(`/v1/attention?kind=${kind}&limit=1${cursor && `&cursor=${cursor}`}`)
        expect(page.data.filter((item: { kind: string }) => item.kind !== kind)).toEqual([])
        seen.set(kind, [...(seen.get(kind) ?? []), ...page.data.map(({ id }: { id: string }) => id)])
        cursor = page.nextCursor ?? ''
        const stake = { charge: 10_000, refund: 1200, withdrawal: 700 }[kind as string]
        expect(page).toMatchObject({
          total: { charge: 2, refund: 1, withdrawal: 1, receiver: 1 }[kind as string] ?? 0,
          atStake: stake === undefined ? [] : [{ currency: 'BRL', amount: stake }],
        })
      } while (cursor)
    }
    expect(Object.fromEntries(seen)).toEqual({
      charge: [ids.late, ids.charge],
      refund: [ids.refund],
      withdrawal: [ids.withdrawal],
      receiver: [ids.receiver],
      dispute: [],
      reconciliation: [],
      endpoint: [],
    })
    expect((await api.call(api.home.keys.seller, 'GET', '/v1/attention?kind=card')).statusCode).toBe(400)
  })

  it('shows differences in the books to operators alone, also where they ask for nothing else', async () => {
    const account = await api.addAccount(api.home, 'ASAAS')
    const [item] = await api.database.writer
      .insert(reconciliationItems)
      .values({
        platformId: api.home.platformId,
        providerAccountId: account.id,
        provider: 'ASAAS',
        kind: 'missingHere',
        transactionId: 'unknown-here',
        theirs: { amount: 500 },
      })
      .returning()
    const path = '/v1/attention?kind=reconciliation'
    expect(await get(path)).toEqual({ data: [], nextCursor: null, total: 0, atStake: [] })
    expect(await get(path, api.home.keys.operator)).toMatchObject({
      data: [{ id: item?.id, amount: 500, name: null, externalId: 'unknown-here' }],
      total: 1,
    })
  })

  it('does nothing where something else is asked by now than was shown, or no longer all of it', async () => {
    const decide = (kind: keyof typeof ids, action: string, shown: string, payload = {}) =>
      api.call(
        api.home.keys.operator,
        'POST',
        `/v1/operations/${MOVEMENTS[kind]}%2F${ids[kind]}/${action}?shown=${shown}`,
        {
          payload,
        },
      )
    const conflict = { status: 409, code: 'conflict' }
    const seen = await decide('late', 'resolve', 'doublePayment,contradicted', { outcome: 'created' })
    expect(seen.json()).toMatchObject({ ...conflict, detail: expect.stringContaining('latePayment') })
    for (const [kind, unseen] of [
      ['charge', 'unmappedStatus'],
      ['refund', 'unknownOutcome'],
      ['withdrawal', 'noConfirmation'],
      ['receiver', 'providerUnreachable'],
    ] as const) {
      const answer = await decide(kind, 'retry', kind === 'charge' ? 'unknownOutcome' : 'workflowLost')
      expect(answer.json()).toMatchObject({ ...conflict, detail: expect.stringContaining(unseen) })
    }
    const gone = await decide('late', 'resolve', 'latePayment,doublePayment', { outcome: 'created' })
    expect(gone.json()).toMatchObject({ ...conflict, detail: expect.stringContaining('doublePayment') })
    expect((await decide('late', 'resolve', 'late payment', { outcome: 'created' })).statusCode).toBe(400)
    expect(await get('/v1/attention')).toMatchObject({ total: 5 })
  })

  it('forgets what an operator has marked as seen', async () => {
    const path = `/v1/operations/charge%2F${ids.late}/resolve?shown=latePayment`
    const answer = await api.call(api.home.keys.operator, 'POST', path, { payload: { outcome: 'created' } })
    expect(answer.statusCode).toBe(202)
    expect(await get('/v1/attention')).toMatchObject({ total: 4 })
    expect(await get(`/v1/charges/${ids.late}`)).toMatchObject({ status: 'APPROVED', needsAttention: false })
  })

  it('lists an endpoint that has taken nothing for a day, until it is switched off, moved or takes something', async () => {
    const { writer } = api.database
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const common = { platformId: api.home.platformId, events: ['*' as const], sealedSecret: 'sealed' }
    const url = 'https://shop.example/dead'
    const since = ago(25)
    const [dead] = await writer
      .insert(webhookEndpoints)
      .values([
        { ...common, url, failingSince: since },
        { ...common, url: 'https://shop.example/busy', failingSince: ago(23) },
        { ...common, url: 'https://shop.example/off', failingSince: ago(99), enabled: false },
        { ...common, url: 'https://shop.example/gone', failingSince: ago(99), deletedAt: ago(1) },
        { ...common, url: 'https://shop.example/well' },
      ])
      .returning()
    const id = dead?.id ?? ''
    const { data } = await get('/v1/attention?limit=100')
    const endpoints = data.filter(({ kind }: { kind: string }) => kind === 'endpoint')
    expect(endpoints).toMatchObject([{ id, attention: 'endpointFailing', name: url, amount: null, since }])
    const payload = { url: 'https://shop.example/new' }
    await api.call(api.home.keys.admin, 'PATCH', `/v1/webhook-endpoints/${id}`, { payload })
    expect((await get('/v1/attention?limit=100')).data.filter((item: { id: string }) => item.id === id)).toEqual([])
  })

  it('dates a thing from when it began to wait, as long as it does without a break', async () => {
    const { writer } = api.database
    const old = await api.addCharge(api.home, { createdAt: day(1) })
    const asks = async (...attentionReasons: AttentionReason[]) => {
      await writer.update(charges).set({ attentionReasons }).where(eq(charges.id, old.id))
      const { data } = await get('/v1/attention?limit=100')
      return data.find(({ id }: { id: string }) => id === old.id)?.since
    }
    const began = Date.now()
    const since = await asks('latePayment')
    expect(Date.parse(since)).toBeGreaterThanOrEqual(began - 1)
    expect(await asks('latePayment', 'doublePayment')).toBe(since)
    expect(await asks('doublePayment')).toBe(since)
    expect(await asks()).toBeUndefined()
    expect(Date.parse(await asks('latePayment'))).toBeGreaterThan(Date.parse(since))
  })

  it("shows nothing of another platform's", async () => {
    expect(await get('/v1/attention', api.other.keys.seller)).toMatchObject({ total: 1 })
  })
})
