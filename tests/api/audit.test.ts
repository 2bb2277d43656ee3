/** Whatever a user or a key changes, the audit log says who did it, to what, when and from where. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cards,
  disputeEvidence,
  disputes,
  receivers,
  reconciliationItems,
  webhookEndpoints,
  webhookEvents,
} from '../../db/schema/index.ts'
import type { AuditAction } from '../../domain/audit.ts'
import { freePort } from '../../scripts/support/ports.ts'
import { addDelivery } from '../support/deliveries.ts'
import { RECEIVER, RECEIVER_ROW } from '../support/receivers.ts'
import { BRIEF_WAIT_MS, untilTaken } from './charging.ts'
import { peopleDeeds } from './people-deeds.ts'
import { type AuditedRoute, nameOf, ROUTES, type Route } from './routes.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

interface Done {
  statusCode: number
  body: string
}
/** Does what the route is for, once, with everything that it needs. */
type Deed = () => Promise<Done>

let api: TestApi
/** Ids of what the deeds are done to. */
let accountId: string
let directory: string
beforeAll(async () => {
  // No worker takes what is asked for: that it was asked for is enough.
  directory = mkdtempSync(join(tmpdir(), 'trilho-audit-'))
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  api = await startTestApi({
    settings: { publicUrl, storage: { type: 'local', directory }, sandboxUrl: 'http://127.0.0.1:9' },
    creationWaitMs: BRIEF_WAIT_MS,
  })
  await api.app.listen({ port, host: '127.0.0.1' })
  accountId = (await api.addAccount(api.home, 'BRAVIVE', { secrets: { secretKey: 'secret' } })).id
})
afterAll(async () => {
  await api?.close()
  rmSync(directory, { recursive: true, force: true })
})

const admin = (method: string, url: string, payload?: object) => api.call(api.home.keys.admin, method, url, { payload })
const one = async <Row>(rows: Promise<Row[]>): Promise<Row> => {
  const [row] = await rows
  if (!row) throw new Error('Not inserted')
  return row
}
const person = async () => {
  const email = `${uuidv7()}@home.example`
  const { id } = (await admin('POST', '/v1/users', { name: 'Ana', email, password: PASSWORD, role: 'seller' })).json()
  return { id, email }
}
const endpoint = async () =>
  one(
    api.database.writer
      .insert(webhookEndpoints)
      .values({ platformId: api.home.platformId, url: 'http://127.0.0.1:1/hook', events: ['*'], sealedSecret: 'x' })
      .returning(),
  )
const receiver = (values: Partial<typeof receivers.$inferInsert> = {}) =>
  one(
    api.database.writer
      .insert(receivers)
      .values({
        ...RECEIVER_ROW,
        platformId: api.home.platformId,
        providerAccountId: accountId,
        provider: 'BRAVIVE',
        ...values,
      })
      .returning(),
  )
const OPENED = { status: 'ACTIVE', creation: 'answered', receiverId: 're_1' } as const
const RULE = { name: 'Pix', position: 1, enabled: false, when: {}, strategy: 'priority' }
const rule = async () => {
  const accounts = [{ providerAccountId: accountId }]
  return (await admin('POST', '/v1/routing-rules', { ...RULE, accounts })).json<{ id: string }>()
}
const apiKey = async () =>
  (await admin('POST', '/v1/api-keys', { name: 'shop', role: 'seller' })).json<{ id: string }>()
const idOf = (done: Done): string => JSON.parse(done.body).id
const product = () => admin('POST', '/v1/products', { name: 'Caneca' })
const offer = async () =>
  admin('POST', '/v1/offers', { productId: idOf(await product()), name: 'x', price: 100, paymentMethods: ['PIX'] })
const paymentLink = () => admin('POST', '/v1/payment-links', { amount: 100 })
const ENDPOINT = { url: 'https://example.com/hook', events: ['*'] }
const lost = () => api.addCharge(api.home, { attentionReasons: ['workflowLost'] })
const decide = (action: string, id: string, payload?: object) =>
  admin('POST', `/v1/operations/charge%2F${id}/${action}`, payload)

const dispute = async () => {
  const { id: chargeId } = await api.addCharge(api.home)
  const values = { platformId: api.home.platformId, chargeId, kind: 'MED', amount: 5000, currency: 'BRL' } as const
  return one(api.database.writer.insert(disputes).values(values).returning())
}

const DEEDS = {
  'POST /v1/provider-accounts': () => admin('POST', '/v1/provider-accounts', { provider: 'ASAAS', secretKey: 'x' }),
  'PATCH /v1/provider-accounts/{id}': () => admin('PATCH', `/v1/provider-accounts/${accountId}`, { name: 'x' }),
  'DELETE /v1/provider-accounts/{id}': async () => {
    const { id } = await api.addAccount(api.home, 'ASAAS')
    return admin('DELETE', `/v1/provider-accounts/${id}`)
  },
  'POST /v1/provider-accounts/{id}/test': async () => {
    const { id } = await api.addAccount(api.home, 'ASAAS', { baseUrl: 'http://127.0.0.1:1' })
    return admin('POST', `/v1/provider-accounts/${id}/test`)
  },
  'POST /v1/provider-accounts/{id}/rotate-webhook-url': async () => {
    const { id } = await api.addAccount(api.home, 'ASAAS')
    return admin('POST', `/v1/provider-accounts/${id}/rotate-webhook-url`)
  },
  'POST /v1/charges/{id}/refunds': async () => {
    const { id: providerAccountId } = await api.addAccount(api.home, 'ASAAS')
    const at = { provider: 'ASAAS', providerAccountId, transactionId: uuidv7() }
    const { id } = await api.addCharge(api.home, { status: 'APPROVED', ...at })
    return admin('POST', `/v1/charges/${id}/refunds`, { amount: 100 })
  },
  'POST /v1/withdrawals': () =>
    admin('POST', '/v1/withdrawals', {
      amount: 700,
      paymentMethod: 'PIX',
      providerAccountId: accountId,
      pixKey: '52998224725',
      pixType: 'CPF',
      name: 'Ana Souza',
      document: '52998224725',
    }),
  'POST /v1/operations/{workflowId}/retry': async () => {
    const { id } = await receiver({ attentionReasons: ['workflowLost'] })
    return admin('POST', `/v1/operations/receiver%2F${id}/retry`)
  },
  'POST /v1/operations/{workflowId}/cancel': async () => decide('cancel', (await lost()).id),
  'POST /v1/operations/{workflowId}/resolve': async () => {
    const { id } = await api.addCharge(api.home, { status: 'APPROVED', attentionReasons: ['latePayment'] })
    return decide('resolve', id, { outcome: 'created' })
  },
  'POST /v1/webhook-events/{id}/replay': async () => {
    const { platformId } = api.home
    const common = { platformId, providerAccountId: accountId, provider: 'BRAVIVE', verified: 'token' } as const
    const values = { ...common, bodyHash: uuidv7(), headers: {}, query: {}, body: '{}' }
    const { id } = await one(api.database.writer.insert(webhookEvents).values(values).returning())
    return admin('POST', `/v1/webhook-events/${id}/replay`)
  },
  'POST /v1/webhook-deliveries/{id}/resend': async () => {
    const { id } = await addDelivery(api.database.writer, await api.addCharge(api.home), { state: 'failed' })
    return admin('POST', `/v1/webhook-deliveries/${id}/resend`)
  },
  'POST /v1/webhook-endpoints': () => admin('POST', '/v1/webhook-endpoints', ENDPOINT),
  'PATCH /v1/webhook-endpoints/{id}': async () =>
    admin('PATCH', `/v1/webhook-endpoints/${(await endpoint()).id}`, { enabled: false }),
  'DELETE /v1/webhook-endpoints/{id}': async () => admin('DELETE', `/v1/webhook-endpoints/${(await endpoint()).id}`),
  'POST /v1/webhook-endpoints/{id}/rotate-secret': async () =>
    admin('POST', `/v1/webhook-endpoints/${(await endpoint()).id}/rotate-secret`),
  'POST /v1/webhook-endpoints/{id}/test': async () => {
    const { id } = (await admin('POST', '/v1/webhook-endpoints', ENDPOINT)).json()
    return admin('POST', `/v1/webhook-endpoints/${id}/test`)
  },
  'POST /v1/api-keys': () => admin('POST', '/v1/api-keys', { name: 'shop', role: 'seller' }),
  'PATCH /v1/api-keys/{id}': async () => admin('PATCH', `/v1/api-keys/${(await apiKey()).id}`, { name: 'x' }),
  'DELETE /v1/api-keys/{id}': async () => admin('DELETE', `/v1/api-keys/${(await apiKey()).id}`),
  'POST /v1/platforms': () =>
    admin('POST', '/v1/platforms', {
      name: 'Loja',
      admin: { name: 'Rui', email: `${uuidv7()}@loja.example`, password: PASSWORD },
    }),
  'PATCH /v1/platforms/{id}': () => admin('PATCH', `/v1/platforms/${api.home.platformId}`, { name: 'x' }),
  'POST /v1/platforms/{id}/rotate-webhook-secret': () =>
    admin('POST', `/v1/platforms/${api.home.platformId}/rotate-webhook-secret`),
  'POST /v1/users': () =>
    admin('POST', '/v1/users', { name: 'Ana', email: 'new@home.example', password: PASSWORD, role: 'seller' }),
  'PATCH /v1/users/{id}': async () => admin('PATCH', `/v1/users/${(await person()).id}`, { name: 'x' }),
  ...peopleDeeds(() => api),
  'DELETE /v1/cards/{id}': async () => {
    const id = uuidv7()
    const common = { id, platformId: api.home.platformId, providerAccountId: accountId, provider: 'BRAVIVE' }
    const card = { sealedToken: 'x', brand: 'VISA', lastDigits: '1111', expiresAt: '2040-01-01T03:00:00.000Z' } as const
    await api.database.writer.insert(cards).values({ ...common, ...card })
    return admin('DELETE', `/v1/cards/${id}`)
  },
  'POST /v1/routing-rules': async () =>
    admin('POST', '/v1/routing-rules', { ...RULE, accounts: [{ providerAccountId: accountId }] }),
  'PATCH /v1/routing-rules/{id}': async () => admin('PATCH', `/v1/routing-rules/${(await rule()).id}`, { name: 'x' }),
  'DELETE /v1/routing-rules/{id}': async () => admin('DELETE', `/v1/routing-rules/${(await rule()).id}`),
  'DELETE /v1/customers/{id}': async () => {
    const customer = { name: 'Zoe', email: 'zoe@example.com', document: '15350946056' }
    const { customerId } = await api.addCharge(api.home, { customer, status: 'APPROVED' })
    return admin('DELETE', `/v1/customers/${customerId}`)
  },
  'POST /v1/exports': () => admin('POST', '/v1/exports', { resource: 'charges' }),
  'POST /v1/disputes/{id}/resolve': async () =>
    admin('POST', `/v1/disputes/${(await dispute()).id}/resolve`, { state: 'LOST', note: 'x' }),
  'POST /v1/disputes/{id}/evidence': async () => {
    const file = { fileName: 'x.pdf', contentType: 'application/pdf', purpose: 'disputeEvidence' }
    const { method, uploadUrl, headers, publicUrl: url } = (await admin('POST', '/v1/uploads', file)).json()
    await fetch(uploadUrl, { method, headers, body: '%PDF-1.7' })
    return admin('POST', `/v1/disputes/${(await dispute()).id}/evidence`, { url, name: 'x.pdf' })
  },
  'DELETE /v1/disputes/{id}/evidence/{evidenceId}': async () => {
    const { id: disputeId } = await dispute()
    const key = `papers/${api.home.platformId}/disputeevidence/${'0'.repeat(40)}/x.pdf`
    const values = { disputeId, key, name: 'x.pdf', addedBy: 'x' }
    const { id } = await one(api.database.writer.insert(disputeEvidence).values(values).returning())
    return admin('DELETE', `/v1/disputes/${disputeId}/evidence/${id}`)
  },
  'POST /v1/products': () => product(),
  'PATCH /v1/products/{id}': async () => admin('PATCH', `/v1/products/${idOf(await product())}`, { name: 'x' }),
  'POST /v1/offers': () => offer(),
  'PATCH /v1/offers/{id}': async () => admin('PATCH', `/v1/offers/${idOf(await offer())}`, { enabled: false }),
  'POST /v1/payment-links': () => paymentLink(),
  'PATCH /v1/payment-links/{id}': async () =>
    admin('PATCH', `/v1/payment-links/${idOf(await paymentLink())}`, { enabled: false }),
  'POST /v1/reconciliation/items/{id}/resolve': async () => {
    const values = { platformId: api.home.platformId, providerAccountId: accountId, provider: 'BRAVIVE' }
    const item = { ...values, kind: 'missingHere', transactionId: uuidv7() } as const
    const { id } = await one(api.database.writer.insert(reconciliationItems).values(item).returning())
    return admin('POST', `/v1/reconciliation/items/${id}/resolve`, { note: 'x' })
  },
  'POST /v1/reconciliation/run': () => admin('POST', '/v1/reconciliation/run', {}),
  'POST /v1/reconciliation/statements': async () => {
    const form = new FormData()
    form.append('file', new Blob(['id,valor\nx,"1,00"']), 'x.csv')
    form.append('providerAccountId', accountId)
    form.append('columns', JSON.stringify({ transactionId: 'id', amount: 'valor' }))
    const request = new Request('http://x/', { method: 'POST', body: form })
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    const payload = Buffer.from(await request.arrayBuffer())
    return api.call(api.home.keys.admin, 'POST', '/v1/reconciliation/statements', { payload, headers })
  },
  'POST /v1/receivers': async () => {
    const { id: providerAccountId } = await api.addAccount(api.home, 'VILLET')
    return admin('POST', '/v1/receivers', { ...RECEIVER, providerAccountId })
  },
  'DELETE /v1/receivers/{id}/documents/{name}': async () => {
    const { id } = await receiver({
      ...OPENED,
      documents: { photoDocument: `papers/${api.home.platformId}/photodocument/${'0'.repeat(40)}/foto.jpg` },
    })
    return admin('DELETE', `/v1/receivers/${id}/documents/photoDocument`)
  },
} satisfies Record<AuditedRoute, Deed>

/** Noted before it is tried: no worker runs the workflow that would take it. */
const NOTED_FIRST: ReadonlySet<AuditedRoute> = new Set(['POST /v1/operations/{workflowId}/retry'] as const)

const audited = ROUTES.filter(
  (route): route is Route & { audited: AuditAction } => 'audited' in route && !!route.audited,
)

describe('the audit log has', () => {
  it.each(audited.map((route) => [nameOf(route) as AuditedRoute, route.audited] as const))(
    '%s',
    async (name, action) => {
      const { sql } = api.database
      const [before] = await sql<{ id: string }[]>`SELECT id FROM audit_log ORDER BY id DESC LIMIT 1`
      const done = NOTED_FIRST.has(name) ? await DEEDS[name]() : await untilTaken(DEEDS[name])
      expect(done.statusCode, done.body).toSatisfy((status) => status < 300 || NOTED_FIRST.has(name))
      const entries = await sql<{ action: string; actor: string; target: string; ip: string | null }[]>`
      SELECT action, actor, target, ip FROM audit_log
      WHERE platform_id = ${api.home.platformId} AND id > ${before?.id ?? '00000000-0000-0000-0000-000000000000'}`
      const entry = entries.find((row) => row.action === action)
      expect(entry, JSON.stringify(entries)).toBeDefined()
      expect(entry?.actor).toMatch(/^(API key admin|[0-9a-f-]+@home\.example)$/)
      expect(entry?.target).toMatch(/^[a-z-]+\/[0-9a-f-]{36}$/)
      expect(entry?.ip).toBe('127.0.0.1')
    },
  )

  it('what it says stands for ever', async () => {
    await expect(api.database.sql`UPDATE audit_log SET actor = 'forged'`).rejects.toThrow('append-only')
    await expect(api.database.sql`DELETE FROM audit_log`).rejects.toThrow('append-only')
  })
})

it('only administrators read it, and only of their own platform', async () => {
  const read = async (key: string, query = '') => api.call(key, 'GET', `/v1/audit-log?limit=100${query}`)
  for (const role of ['seller', 'operator'] as const) expect((await read(api.home.keys[role])).statusCode).toBe(403)
  const theirs = (await read(api.other.keys.admin)).json()
  expect(theirs.data).toEqual([])
  await api.call(api.other.keys.admin, 'PATCH', `/v1/platforms/${api.other.platformId}`, { payload: { name: 'x' } })
  expect((await read(api.other.keys.admin)).json().data).toMatchObject([{ action: 'platform.change' }])
  expect((await read(api.home.keys.admin, `&target=platform/${api.other.platformId}`)).json().data).toEqual([])
})
