/** Charges by the day on which they were paid, whenever they were made: every edge of a day, every page, order, search and total. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customers } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from './support.ts'

const OCTOBER = { paidFrom: '2026-10-01', paidTo: '2026-10-31' }
/** By what they cost: when each was made, and paid, in São Paulo, three hours behind. */
const CHARGES: Record<
  number,
  { made: string; paid: string | null; name?: string; method?: 'BILLET'; provider?: string }
> = {
  1: { made: '2026-09-30T23:00:00-03:00', paid: '2026-09-30T23:59:59.999-03:00' },
  2: { made: '2026-09-30T10:00:00-03:00', paid: '2026-10-01T00:00:00-03:00' },
  3: { made: '2026-09-30T09:00:00-03:00', paid: '2026-10-02T08:00:00-03:00', name: 'Rosa Prado', method: 'BILLET' },
  4: { made: '2026-10-02T12:00:00-03:00', paid: null, name: 'Rosa Prado' },
  5: { made: '2026-10-05T12:00:00-03:00', paid: '2026-10-05T12:00:05-03:00', provider: 'IUGU' },
  6: { made: '2026-10-04T12:00:00-03:00', paid: '2026-10-31T23:59:59-03:00', name: 'Rosa Prado', method: 'BILLET' },
  7: { made: '2026-10-30T12:00:00-03:00', paid: '2026-11-01T00:00:00-03:00', name: 'Rosa Prado', method: 'BILLET' },
}

let api: TestApi
const rosa = { id: '' }
beforeAll(async () => {
  api = await startTestApi()
  for (const tenant of [api.home, api.other]) {
    for (const [amount, { made, paid, name = 'João Lima', method, provider }] of Object.entries(CHARGES)) {
      const { customerId } = await api.addCharge(tenant, {
        amount: Number(amount) + (tenant === api.other ? 100 : 0),
        createdAt: made,
        paidAt: paid,
        status: paid ? 'APPROVED' : 'PENDING',
        provider: provider ?? 'ASAAS',
        paymentMethod: method ?? 'PIX',
        orderId: `pedido-${amount}`,
        customer: {
          name,
          email: `${name.slice(0, 4)}@example.com`,
          document: name === 'João Lima' ? '11144477735' : '52998224725',
        },
      })
      if (tenant === api.home && name !== 'João Lima' && customerId) rosa.id = customerId
    }
  }
  expect(await api.database.writer.select().from(customers)).toHaveLength(4)
})
afterAll(() => api?.close())

type Query = Record<string, string>

const ask = (query: Query, path = 'charges', key = api.home.keys.seller) =>
  api.call(key, 'GET', `/v1/${path}?${new URLSearchParams(query)}`)

async function amounts(query: Query, limit = '100'): Promise<number[]> {
  const answer = await ask({ ...query, limit })
  expect(answer.statusCode, answer.body).toBe(200)
  const { data, nextCursor } = answer.json()
  const page = data.map(({ amount }: { amount: number }) => amount)
  return nextCursor ? [...page, ...(await amounts({ ...query, cursor: nextCursor }, limit))] : page
}

it.each([
  ['a month', OCTOBER, [6, 5, 3, 2]],
  ['a day', { paidFrom: '2026-10-01', paidTo: '2026-10-01' }, [2]],
  ['the last day of a month', { paidFrom: '2026-10-31', paidTo: '2026-10-31' }, [6]],
  ['from a day on', { paidFrom: '2026-10-31' }, [7, 6]],
  ['up to a day', { paidTo: '2026-09-30' }, [1]],
  [
    'moments, of which the end is left out',
    { paidFrom: '2026-10-01T03:00:00Z', paidTo: '2026-11-01T02:59:59Z' },
    [5, 3, 2],
  ],
  ['a moment of a second', { paidFrom: '2026-11-01T02:59:59Z', paidTo: '2026-11-01T03:00:00Z' }, [6]],
  ['an empty range', { paidFrom: '2026-10-31', paidTo: '2026-10-01' }, []],
  ['days on which none was paid', { paidFrom: '2026-10-10', paidTo: '2026-10-12' }, []],
] as const)('%s: those that were paid then, the last paid first', async (_name, query, expected) => {
  expect(await amounts(query)).toEqual(expected)
  expect(await amounts(query, '1')).toEqual(expected)
  expect((await ask(query, 'charges/totals')).json().total.count).toBe(expected.length)
})

it.each([
  [{ createdFrom: '2026-09-30', createdTo: '2026-09-30' }, [3, 2]],
  [{ createdFrom: '2026-10-01' }, [6, 5]],
  [{ createdFrom: '2026-10-06' }, []],
  [{ paymentMethod: 'BILLET' }, [6, 3]],
  [{ paymentMethod: 'BILLET', createdTo: '2026-09-30' }, [3]],
  [{ provider: 'IUGU' }, [5]],
  [{ provider: 'UNKNOWN' }, []],
  [{ status: 'APPROVED', needsAttention: 'false' }, [6, 5, 3, 2]],
  [{ status: 'PENDING' }, []],
  [{ orderId: 'pedido-3' }, [3]],
  [{ orderId: 'pedido-4' }, []],
  [{ orderId: 'pedido-3', createdFrom: '2026-10-01' }, []],
  [{ figure: 'approved' }, [6, 5, 3, 2]],
  [{ figure: 'pending' }, []],
  [{ reason: 'expired' }, []],
  [{ currency: 'USD' }, []],
  [{ q: 'rosa' }, [6, 3]],
  [{ q: 'pedido-3' }, [3]],
  [{ q: 'rosa', createdTo: '2026-09-30' }, [3]],
  [{ q: 'rosa', provider: 'IUGU' }, []],
] as const satisfies readonly (readonly [Query, readonly number[]])[])(
  'of a month, with %o',
  async (filter, expected) => {
    const query = { ...OCTOBER, ...filter }
    expect(await amounts(query)).toEqual(expected)
    expect(await amounts(query, '1')).toEqual(expected)
    expect(await amounts({ ...query, sort: 'paidAt' }, '1')).toEqual(expected.toReversed())
    const { total, data } = (await ask(query, 'charges/totals')).json()
    expect(total.count).toBe('status' in filter && filter.status === 'PENDING' ? 4 : expected.length)
    const sum = data.reduce((all: number, { amount }: { amount: number }) => all + amount, 0)
    expect(sum).toBe(expected.reduce<number>((all, amount) => all + amount, 0))
  },
)

it("a customer's, of a month", async () => {
  expect(await amounts({ ...OCTOBER, customerId: rosa.id })).toEqual([6, 3])
})

describe('in another order', () => {
  it.each([
    ['-createdAt', [5, 6, 2, 3]],
    ['createdAt', [3, 2, 6, 5]],
    ['amount', [2, 3, 5, 6]],
    ['-amount', [6, 5, 3, 2]],
    ['paidAt', [2, 3, 5, 6]],
    ['-paidAt', [6, 5, 3, 2]],
  ] as const)('%s', async (sort, expected) => {
    expect(await amounts({ ...OCTOBER, sort })).toEqual(expected)
    expect(await amounts({ ...OCTOBER, sort }, '1')).toEqual(expected)
  })
})

it("another platform's are not among them", async () => {
  const found = (await ask(OCTOBER, 'charges', api.other.keys.seller)).json()
  expect(found.data.map(({ amount }: { amount: number }) => amount)).toEqual([106, 105, 103, 102])
})

it.each(['paidFrom', 'paidTo'])('%s that is no day is refused by name', async (name) => {
  for (const list of ['charges', 'charges/totals']) {
    const answer = await ask({ [name]: 'ontem' }, list)
    expect(answer.json()).toMatchObject({ status: 400 })
    for (const { path } of answer.json().errors) expect(path).toBe(`/${name}`)
  }
})

it.each(['refunds', 'withdrawals', 'disputes'])('%s are not narrowed so', async (list) => {
  expect((await ask(OCTOBER, list)).statusCode).toBe(400)
})
