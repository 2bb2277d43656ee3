/** What every list has in common, whatever it is of. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CASES } from '../../bench/lists/cases.ts'
import type { DatabasePool } from '../../db/client.ts'
import {
  auditLog,
  chargeEvents,
  disbursements,
  disputes,
  listExports,
  receivers,
  reconciliationItems,
  webhookEvents,
} from '../../db/schema/index.ts'
import { addDelivery } from '../support/deliveries.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { startTestApi, type TestApi } from './support.ts'

const LISTS = [
  '/v1/providers',
  '/v1/provider-accounts',
  '/v1/balances',
  '/v1/charges',
  '/v1/charges/:charge/events',
  '/v1/charges/:charge/attempts',
  '/v1/charges/:charge/payments',
  '/v1/charges/:charge/refunds',
  '/v1/attention',
  '/v1/refunds',
  '/v1/refunds/:refund/events',
  '/v1/refunds/:refund/attempts',
  '/v1/withdrawals',
  '/v1/withdrawals/:withdrawal/events',
  '/v1/withdrawals/:withdrawal/attempts',
  '/v1/receivers',
  '/v1/receivers/:receiver/events',
  '/v1/receivers/:receiver/attempts',
  '/v1/cards',
  '/v1/customers',
  '/v1/disputes',
  '/v1/products',
  '/v1/offers',
  '/v1/payment-links',
  '/v1/webhook-events',
  '/v1/webhook-deliveries',
  '/v1/webhook-deliveries/:delivery/attempts',
  '/v1/webhook-endpoints',
  '/v1/routing-rules',
  '/v1/reconciliation/items',
  '/v1/reconciliation/statements',
  '/v1/reconciliation/summaries',
  '/v1/reconciliation/runs',
  '/v1/exports',
  '/v1/exams',
  '/v1/platforms',
  '/v1/users',
  '/v1/members',
  '/v1/invitations',
  '/v1/api-keys',
  '/v1/audit-log',
]
/** A person's own: no key has one. */
const OWN_LISTS = ['/v1/me/sessions', '/v1/me/platforms', '/v1/me/saved-filters']

interface Owned {
  writer: DatabasePool['writer']
  account: { platformId: string; providerAccountId: string; provider: string }
}

let api: TestApi
let cookie: string
const ids: Record<string, string> = {}
beforeAll(async () => {
  api = await startTestApi()
  cookie = await api.signIn(api.home.emails.admin)
  const { writer } = api.database
  const { platformId } = api.home
  const charge = await api.addMadeCharge(api.home)
  const providerAccountId = charge.providerAccountId ?? ''
  const made = { platformId, provider: 'ASAAS', amount: 1 }
  const rows = {
    charge: [charge],
    delivery: [await addDelivery(writer, charge)],
    refund: await writer
      .insert(disbursements)
      .values({ ...made, kind: 'refund', chargeId: charge.id })
      .returning(),
    withdrawal: await writer
      .insert(disbursements)
      .values({ ...made, kind: 'withdrawal', method: 'PIX' })
      .returning(),
    receiver: await writer
      .insert(receivers)
      .values({ ...RECEIVER_ROW, platformId, providerAccountId, provider: 'ASAAS' })
      .returning(),
  }
  for (const [kind, [row]] of Object.entries(rows)) ids[kind] = row?.id ?? ''
})
afterAll(() => api?.close())

const read = (url: string, query = '') =>
  api.call(null, 'GET', `${url.replace(/:(\w+)/, (_, kind) => ids[kind] ?? '')}${query}`, { headers: { cookie } })

/** Everything that a list has, page by page. */
async function walk<Item>(url: string, limit: number): Promise<Item[]> {
  const items: Item[] = []
  let next: string | null = ''
  while (next !== null) {
    const answer = await read(url, `?limit=${limit}${next && `&cursor=${next}`}`)
    const page: { data: Item[]; nextCursor: string | null } = answer.json()
    expect(page.data.length).toBeLessThanOrEqual(limit)
    items.push(...page.data)
    next = page.nextCursor
  }
  return items
}

describe.each([...LISTS, ...OWN_LISTS])('%s', (url) => {
  it('answers with data and nextCursor', async () => {
    const answer = await read(url)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ data: expect.any(Array), nextCursor: null })
  })

  it.each(['?limit=0', '?limit=101', '?limit=x', '?limit=', '?cursor=', '?cursor=rubbish'])(
    '%s: 400',
    async (query) => {
      const answer = await read(url, query)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_request'])
    },
  )
})

it('every list is among these', async () => {
  const { paths } = (await api.call(null, 'GET', '/openapi.json')).json()
  const listing = Object.keys(paths).filter(
    (path) => paths[path].get?.responses['200']?.content?.['application/json']?.schema.properties?.nextCursor,
  )
  const unpaged = [
    '/v1/charges/:id/mails',
    '/v1/receivers/:id/documents',
    '/v1/users/:id/documents',
    '/v1/reconciliation/items/:id/candidates',
  ]
  const known = [...LISTS, ...OWN_LISTS, ...unpaged]
  expect(listing.toSorted()).toEqual(known.map((url) => url.replace(/:\w+/, '{id}')).toSorted())
})

describe('a list that comes whole', () => {
  it('has every provider at once, and page by page when a limit asks for it', async () => {
    const { data } = (await read('/v1/providers')).json()
    expect(data.length).toBeGreaterThan(80)
    expect(await walk('/v1/providers', 7)).toEqual(data)
  })

  it('meets each event of a charge once, in their order, while others are written', async () => {
    const add = (detail: string) =>
      api.database.writer.insert(chargeEvents).values({
        chargeId: ids.charge ?? '',
        type: 'created',
        cause: 'api',
        key: detail,
        detail: { detail },
      })
    for (const detail of ['a', 'b', 'c']) await add(detail)
    const url = '/v1/charges/:charge/events'
    const whole = (await read(url)).json().data
    expect(await walk(url, 1)).toEqual(whole)
    const { data: first, nextCursor } = (await read(url, '?limit=2')).json()
    await add('d')
    const { data: rest } = (await read(url, `?cursor=${nextCursor}`)).json()
    const details = [...first, ...rest].map(({ detail }) => detail?.detail)
    expect(details.filter((detail) => detail !== undefined)).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('a list that comes whole goes on where it stood', () => {
  const url = '/v1/routing-rules'
  const call = (method: 'POST' | 'DELETE', path: string, payload?: object) =>
    api.call(api.home.keys.admin, method, path, payload && { payload })
  it.each([
    ['the last item given', ['b']],
    ['the item that comes next', ['c']],
    ['both', ['b', 'c']],
    ['what was given before', ['a']],
    ['all that was given', ['a', 'b']],
    ['all that was given, and what comes next,', ['a', 'b', 'c']],
    ['everything', ['a', 'b', 'c', 'd', 'e']],
  ])('when %s is deleted meanwhile', async (_, gone) => {
    const account = await api.addAccount(api.home, 'ASAAS')
    const ids: Record<string, string> = {}
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const accounts = [{ providerAccountId: account.id }]
      const answer = await call('POST', url, { name, when: {}, strategy: 'priority', accounts })
      expect(answer.statusCode, answer.body).toBe(201)
      ids[name] = answer.json().id
    }
    const { nextCursor } = (await read(url, '?limit=2')).json()
    for (const name of gone) expect((await call('DELETE', `${url}/${ids[name]}`)).statusCode).toBe(204)
    const rest = (await read(url, `?cursor=${nextCursor}`)).json()
    expect(rest.data.map(({ name }: { name: string }) => name)).toEqual(
      ['c', 'd', 'e'].filter((name) => !gone.includes(name)),
    )
    for (const name of 'abcde') if (!gone.includes(name)) await call('DELETE', `${url}/${ids[name]}`)
  })
})

const CUSTOMER = { name: 'Ana', email: 'ana@example.com' }
/** A row of each list that is narrowed to a period, as of this moment. */
const DATED: Record<string, (at: string, own: Owned) => PromiseLike<unknown>> = {
  '/v1/charges': (createdAt) => api.addCharge(api.home, { createdAt }),
  '/v1/customers': (createdAt) =>
    api.addCharge(api.home, { createdAt, customer: { ...CUSTOMER, document: String(Date.parse(createdAt)) } }),
  '/v1/refunds': (createdAt, { writer, account }) =>
    writer.insert(disbursements).values({ ...account, createdAt, amount: 1, kind: 'refund', chargeId: ids.charge }),
  '/v1/withdrawals': (createdAt, { writer, account }) =>
    writer.insert(disbursements).values({ ...account, createdAt, amount: 1, kind: 'withdrawal', method: 'PIX' }),
  '/v1/receivers': (createdAt, { writer, account }) =>
    writer.insert(receivers).values({ ...RECEIVER_ROW, ...account, createdAt }),
  '/v1/disputes': async (openedAt, { writer, account }) => {
    const dispute = { kind: 'MED', amount: 1, currency: 'BRL', chargeId: (await api.addCharge(api.home)).id } as const
    await writer.insert(disputes).values({ ...account, ...dispute, openedAt })
  },
  '/v1/webhook-events': (receivedAt, { writer, account }) =>
    writer
      .insert(webhookEvents)
      .values({ ...account, headers: {}, query: {}, body: '{}', bodyHash: receivedAt, verified: 'token', receivedAt }),
  '/v1/webhook-deliveries': async (createdAt, { writer }) =>
    addDelivery(writer, await api.addCharge(api.home), { createdAt }),
  '/v1/reconciliation/items': (foundAt, { writer, account }) =>
    writer.insert(reconciliationItems).values({ ...account, kind: 'missingHere', transactionId: foundAt, foundAt }),
  '/v1/audit-log': (at, { writer, account }) =>
    writer.insert(auditLog).values({ ...account, at, actor: 'x', action: 'export.create', target: 'x' }),
}

describe.each(Object.keys(DATED))('%s', (url) => {
  it('is narrowed to a period: by moments, and by whole days of São Paulo', async () => {
    const { writer } = api.database
    const { id: providerAccountId } = await api.addAccount(api.home, 'ASAAS')
    const account = { platformId: api.home.platformId, providerAccountId, provider: 'ASAAS' }
    const [first, last] = ['2025-02-01T03:00:00.000Z', '2025-03-01T02:59:59.999Z']
    for (const at of ['2025-02-01T02:59:59.999Z', first, last, '2025-03-01T03:00:00.000Z']) {
      await DATED[url]?.(at, { writer, account })
    }
    const [from, to] = url === '/v1/audit-log' ? ['from', 'to'] : ['createdFrom', 'createdTo']
    const between = async (beginning: string, end: string) => {
      const answer = await read(url, `?${from}=${beginning}&${to}=${end}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer
        .json()
        .data.map(({ receivedAt, foundAt, openedAt, at, createdAt }: Record<string, string>) =>
          [receivedAt, foundAt, openedAt, at, createdAt].find((moment) => moment !== undefined),
        )
    }
    expect(await between('2025-02-01T00:00:00-03:00', '2025-03-01T03:00:00Z')).toEqual([last, first])
    expect(await between('2025-02-01', '2025-02-28')).toEqual([last, first])
    expect(await between('2025-02-01', '2025-02-01')).toEqual([first])
    expect(await between('0001-01-01', '9999-12-31')).not.toEqual([])
    expect((await read(url, `?${from}=yesterday`)).statusCode).toBe(400)
    expect((await read(url, `?${to}=2025-02-30`)).statusCode).toBe(400)
  })
})

it('every list with a period is among these', async () => {
  const { paths } = (await api.call(null, 'GET', '/openapi.json')).json()
  const narrowed = Object.keys(paths).filter((path) => {
    const names = (paths[path].get?.parameters ?? []).map(({ name }: { name: string }) => name)
    return !path.endsWith('/totals') && path !== '/v1/analytics' && /createdTo|to\b/.test(names.join(' '))
  })
  expect(narrowed.toSorted()).toEqual(Object.keys(DATED).toSorted())
})

it('bench:lists measures every filter and order of every list, and none that is gone', async () => {
  const { paths } = (await api.call(null, 'GET', '/openapi.json')).json()
  // Each order is a walk of its own.
  const narrowing = (url: string, name: string, value: string) => `${url} ${name}${name === 'sort' ? `=${value}` : ''}`
  const measured = CASES.flatMap(({ paths }) => paths).flatMap((path) => {
    const [list, query] = path.split('?')
    return [...new URLSearchParams(query)].map(([name, value]) => narrowing(`/v1/${list}`, name, value))
  })
  const taken = (url: string): string[] =>
    (paths[url]?.get?.parameters ?? []).flatMap(({ name, schema }: { name: string; schema: { enum?: string[] } }) =>
      (name === 'sort' ? (schema.enum ?? []) : ['']).map((value) => narrowing(url, name, value)),
    )
  const asked = LISTS.flatMap(taken).filter((one) => !/ (?:limit|cursor|sort=-createdAt)$/.test(one))
  expect(asked.filter((one) => !measured.includes(one))).toEqual([])
  expect(Object.keys(paths).flatMap(taken)).toEqual(expect.arrayContaining(measured))
})

it('all exports that are kept can be reached', async () => {
  const { platformId } = api.home
  const times = { startAt: '2026-01-01T00:00:00Z', expiresAt: '2999-01-01T00:00:00Z' }
  const file = { platformId, resource: 'charges', filters: {}, language: 'en', createdBy: 'unknown-user' } as const
  const ready = { ...file, ...times, state: 'READY' } as const
  const kept = Array.from({ length: 55 }, (_, number) => ({ ...ready, folder: String(number) }))
  const rows = await api.database.writer.insert(listExports).values(kept).returning()
  const reached = await walk<{ id: string }>('/v1/exports', 20)
  expect(reached.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
})
