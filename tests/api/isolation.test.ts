import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessLinks,
  apiKeys,
  auditLog,
  cards,
  disbursements,
  disputeEvidence,
  disputes,
  exams,
  listExports,
  offers,
  paymentLinks,
  products,
  receivers,
  reconciliationItems,
  routingRules,
  users,
  webhookEndpoints,
  webhookEvents,
} from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import { addDelivery } from '../support/deliveries.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { NEW_CHARGE } from './charging.ts'
import { type Kind, nameOf, ROUTES, type Route } from './routes.ts'
import { startTestApi, type Tenant, type TestApi } from './support.ts'

/** Who did what was in the audit log before. */
const NOTED = 'x'
/** Of our dispute, and of theirs. */
const EVIDENCE = [uuidv7(), uuidv7()] as const

let api: TestApi
let theirs: Record<Exclude<Kind, 'checkout'>, string>
beforeAll(async () => {
  api = await startTestApi()
  theirs = await belongings(api.other)
  await belongings(api.home)
})
afterAll(() => api?.close())

async function belongings(tenant: Tenant): Promise<typeof theirs> {
  const { writer } = api.database
  const { platformId } = tenant
  const account = await api.addAccount(tenant, 'ASAAS', { secrets: { secretKey: 'secret', webhookSecret: 'hook' } })
  const charge = await api.addCharge(tenant, { orderId: 'shared-order', attentionReasons: ['unknownOutcome'] })
  const [event] = await writer
    .insert(webhookEvents)
    .values({
      platformId,
      providerAccountId: account.id,
      provider: 'ASAAS',
      bodyHash: 'x',
      headers: {},
      query: {},
      body: '{}',
      verified: 'token',
    })
    .returning()
  const delivery = await addDelivery(writer, charge)
  const common = { platformId, amount: 500, attentionReasons: ['unknownOutcome' as const], provider: 'ASAAS' }
  const [refund, withdrawal] = await writer
    .insert(disbursements)
    .values([
      { ...common, kind: 'refund', chargeId: charge.id },
      { ...common, kind: 'withdrawal', method: 'PIX', reference: 'shared-reference' },
    ])
    .returning()
  const receiver = uuidv7()
  await writer.insert(receivers).values({
    id: receiver,
    platformId,
    providerAccountId: account.id,
    provider: 'ASAAS',
    ...RECEIVER_ROW,
  })
  const card = uuidv7()
  await writer.insert(cards).values({
    id: card,
    platformId,
    providerAccountId: account.id,
    provider: 'ASAAS',
    sealedToken: 'sealed',
    brand: 'VISA',
    lastDigits: '1111',
    expiresAt: '2040-01-01T03:00:00.000Z',
  })
  const [endpoint] = await writer
    .insert(webhookEndpoints)
    .values({ platformId, url: 'https://shop.example/hook', events: ['*'], sealedSecret: 'sealed' })
    .returning()
  const [exam] = await writer
    .insert(exams)
    .values({ platformId, endpointId: endpoint?.id ?? '', url: 'https://shop.example/hook', createdBy: 'x' })
    .returning()
  const [rule] = await writer
    .insert(routingRules)
    .values({ platformId, name: 'x', position: 1, when: {}, strategy: 'priority', accounts: [], enabled: false })
    .returning()
  const [dispute] = await writer
    .insert(disputes)
    .values({ platformId, chargeId: charge.id, kind: 'MED', amount: 500, currency: 'BRL' })
    .returning()
  await writer.insert(disputeEvidence).values({
    id: EVIDENCE[tenant === api.home ? 0 : 1],
    disputeId: dispute?.id ?? '',
    key: 'x',
    name: 'x',
    addedBy: 'x',
  })
  const sold = { platformId, name: 'x', createdByUser: 'x' }
  const product = uuidv7()
  const offer = uuidv7()
  const link = uuidv7()
  await writer.insert(products).values({ id: product, ...sold })
  await writer
    .insert(offers)
    .values({ id: offer, productId: product, price: 100, paymentMethods: ['PIX'], slug: offer, ...sold })
  await writer.insert(paymentLinks).values({ id: link, platformId, amount: 100, slug: link, createdByUser: 'x' })
  const [difference] = await writer
    .insert(reconciliationItems)
    .values({ platformId, providerAccountId: account.id, provider: 'ASAAS', kind: 'missingHere', transactionId: 'x' })
    .returning()
  const entry = uuidv7()
  const noted = { platformId, actor: NOTED, action: 'sign-in' as const, target: 'user/x', at: new Date().toISOString() }
  await writer.insert(auditLog).values({ id: entry, ...noted })
  const invitation = uuidv7()
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const invited = { platformId, email: 'x@x.example', role: 'seller' as const, tokenHash: invitation, expiresAt: until }
  await writer.insert(accessLinks).values({ id: invitation, kind: 'invitation', ...invited })
  const exported = uuidv7()
  const file = { resource: 'charges', filters: {}, language: 'en', folder: exported, createdBy: 'x' } as const
  const kept = { state: 'READY' as const, startAt: until, expiresAt: until }
  await writer.insert(listExports).values({ id: exported, platformId, ...file, ...kept })
  const keys = await writer.select().from(apiKeys)
  const people = await writer.select().from(users)
  return {
    charge: charge.id,
    customer: charge.customerId ?? '',
    account: account.id,
    event: event?.id ?? '',
    delivery: delivery.id,
    refund: refund?.id ?? '',
    withdrawal: withdrawal?.id ?? '',
    apiKey: keys.find((key) => key.platformId === platformId)?.id ?? '',
    user: people.find((person) => person.platformId === platformId)?.id ?? '',
    platform: platformId,
    receiver,
    card,
    endpoint: endpoint?.id ?? '',
    rule: rule?.id ?? '',
    dispute: dispute?.id ?? '',
    product,
    offer,
    link,
    difference: difference?.id ?? '',
    entry,
    invitation,
    export: exported,
    exam: exam?.id ?? '',
  }
}

const url = ({ path, kind }: Route) => {
  const id = kind && kind !== 'checkout' ? theirs[kind] : ''
  return path
    .replace('{workflowId}', `charge%2F${id}`)
    .replace('{id}', id)
    .replace('{name}', 'photoDocument')
    .replace('{evidenceId}', EVIDENCE[1])
}

const byId = ROUTES.filter(({ kind }) => kind && kind !== 'checkout')

describe("another platform's things", () => {
  it.each(byId.map((route) => [nameOf(route), route] as const))('%s: not found', async (_, route) => {
    const { method, payload } = route
    const answer = await api.call(api.home.keys.admin, method, url(route), defined({ payload }))
    expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' })
  })

  it.each(['refund', 'withdrawal'] as const)('%s: no operator decides about it', async (kind) => {
    const path = `/v1/operations/${kind}%2F${theirs[kind]}/resolve`
    const answer = await api.call(api.home.keys.operator, 'POST', path, { payload: { outcome: 'notCreated' } })
    expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('stay as they were, without a trace in the audit log', async () => {
    const reads = byId.filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream'))
    const log = await api.database.writer.select().from(auditLog)
    expect(log.filter(({ actor }) => actor !== NOTED)).toEqual([])
    const answers = await Promise.all(reads.map((route) => api.call(api.other.keys.admin, 'GET', url(route))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  })

  it.each([
    '/v1/charges',
    '/v1/charges?orderId=shared-order',
    '/v1/charges?q=Maria',
    '/v1/charges?needsAttention=true',
    '/v1/attention',
    '/v1/provider-accounts',
    '/v1/refunds',
    '/v1/refunds?needsAttention=true',
    '/v1/withdrawals',
    '/v1/withdrawals?withdrawReference=shared-reference',
    '/v1/receivers',
    '/v1/webhook-events',
    '/v1/webhook-deliveries',
    '/v1/webhook-endpoints',
    '/v1/api-keys',
    '/v1/routing-rules',
    '/v1/disputes',
    '/v1/customers',
    '/v1/exports',
    '/v1/exams',
    '/v1/customers?q=Maria',
    '/v1/products',
    '/v1/offers',
    '/v1/payment-links',
    '/v1/reconciliation/items',
    '/v1/users',
    '/v1/invitations',
    '/v1/platforms',
  ])('%s: not in the list', async (path) => {
    const answer = await api.call(api.home.keys.admin, 'GET', `${path}${path.includes('?') ? '&' : '?'}limit=100`)
    const listed = answer.json().data.map(({ id }: { id: string }) => id)
    expect(listed.length).toBeGreaterThan(0)
    expect(listed.filter((id: string) => Object.values(theirs).includes(id))).toEqual([])
  })

  it('do not become ours by a filter', async () => {
    for (const path of ['/v1/webhook-events', '/v1/webhook-deliveries']) {
      const answer = await api.call(api.home.keys.admin, 'GET', `${path}?chargeId=${theirs.charge}`)
      expect(answer.json().data).toEqual([])
    }
  })

  it('sell nothing of ours, and are not sold by us', async () => {
    const asked = [
      ['/v1/offers', { productId: theirs.product, name: 'x', price: 100, paymentMethods: ['PIX'] }, '/productId'],
      ['/v1/payment-links', { offerId: theirs.offer }, '/offerId'],
      ['/v1/charges', { ...NEW_CHARGE, amount: 100, items: undefined, offerId: theirs.offer }, '/offerId'],
    ] as const
    for (const [path, payload, field] of asked) {
      const answer = await api.call(api.home.keys.admin, 'POST', path, { payload })
      expect(answer.json(), path).toMatchObject({ status: 422, errors: [{ path: field }] })
    }
  })

  it('take no charge of ours', async () => {
    const payload = {
      amount: 100,
      paymentMethod: 'PIX',
      customer: { name: 'A', email: 'a@b.co', document: '52998224725' },
      providerAccountId: theirs.account,
    }
    const answer = await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload })
    expect(answer.json()).toMatchObject({ status: 422, code: 'no_provider_account' })
  })
})
