import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { charges } from '../../db/schema/index.ts'
import { startTestApi, type Tenant, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const page = async (query: string) => {
  const answer = await api.call(api.home.keys.seller, 'GET', `/v1/charges?${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json() as { data: { id: string; createdAt: string }[]; nextCursor: string | null }
}

/** Rows may share a moment: then their ids decide. */
const insert = (tenant: Tenant, moments: readonly number[]) =>
  moments.length === 0
    ? []
    : api.database.writer
        .insert(charges)
        .values(
          moments.map((moment) => ({
            platformId: tenant.platformId,
            paymentMethod: 'PIX' as const,
            amount: 1,
            customer: { name: 'A', email: 'a@b.co', document: '52998224725' },
            items: [],
            checkoutToken: crypto.randomUUID(),
            createdAt: new Date(Date.UTC(2026, 0, 1) + moment).toISOString(),
          })),
        )
        .returning({ id: charges.id })

describe('walking a list', () => {
  it.each(['-createdAt', 'createdAt'])('meets every row once, by %s, while others are inserted', async (sort) => {
    const moments = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(
        moments,
        fc.integer({ min: 1, max: 7 }),
        fc.array(moments, { maxLength: 3 }),
        async (old, limit, meanwhile) => {
          await api.database.writer.delete(charges)
          const before = (await insert(api.home, old)).map(({ id }) => id)
          await insert(api.other, old)
          const seen: { id: string; createdAt: string }[] = []
          let cursor: string | null = null
          do {
            const { data, nextCursor } = await page(`sort=${sort}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
            expect(data.length).toBeLessThanOrEqual(limit)
            seen.push(...data)
            cursor = nextCursor
            await insert(api.home, meanwhile.shift() ?? [])
          } while (cursor)
          const ids = seen.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          expect(before.filter((id) => !ids.includes(id))).toEqual([])
          const rising = seen.toSorted((a, b) => (`${a.createdAt}${a.id}` < `${b.createdAt}${b.id}` ? -1 : 1))
          expect(seen).toEqual(sort === 'createdAt' ? rising : rising.toReversed())
        },
      ),
      { numRuns: 25 },
    )
  })

  it('has no next page after the last full one', async () => {
    await api.database.writer.delete(charges)
    await insert(api.home, [1, 2, 3])
    expect((await page('limit=3')).nextCursor).toBeNull()
    expect((await page('limit=2')).nextCursor).not.toBeNull()
  })
})

describe('filters', () => {
  it.each([
    ['status=APPROVED', ['approved']],
    ['needsAttention=true', ['attention']],
    ['needsAttention=false', ['approved', 'plain']],
    ['provider=ASAAS', ['approved']],
    ['orderId=order-7', ['plain']],
    ['paymentMethod=CREDIT_CARD', []],
    ['createdFrom=2026-01-02T00:00:00Z', ['approved', 'attention']],
    ['createdTo=2026-01-02T00:00:00Z', ['plain']],
    ['createdFrom=2026-01-02T00:00:00Z&createdTo=2026-01-03T00:00:00-03:00', ['approved', 'attention']],
    ['q=jo', ['attention']],
    ['q=silva maria', ['plain']],
    ['q=MARIA', ['approved', 'plain']],
    ['q=souza@loja', ['approved']],
    ['q=loja.com', ['approved']],
    ['q=529982', ['approved', 'attention', 'plain']],
    ['q=order-7', ['plain']],
    ['q=tx_99', ['approved']],
    ['q=silva souza', []],
    ["q=it's%20:*%20%26 | !x", []],
    ['q=%25', []],
    ['q=---', []],
    ['q=---&status=APPROVED', []],
    ['q=---&sort=-amount', []],
    ['q=', ['approved', 'attention', 'plain']],
    ['q=%20%20', ['approved', 'attention', 'plain']],
    ['q=jo&needsAttention=true', ['attention']],
  ])('%s', async (query, expected) => {
    await api.database.writer.delete(charges)
    const customer = (name: string, email: string) => ({ name, email, document: '52998224725' })
    const rows = [
      {
        name: 'plain',
        customer: customer('Maria Silva', 'm@x.co'),
        orderId: 'order-7',
        createdAt: '2026-01-01T12:00:00Z',
      },
      {
        name: 'approved',
        customer: customer('Maria Souza', 'souza@loja.com.br'),
        status: 'APPROVED' as const,
        provider: 'ASAAS',
        transactionId: 'tx_99-A',
        createdAt: '2026-01-02T12:00:00Z',
      },
      {
        name: 'attention',
        customer: customer('João Lima', 'jl@x.co'),
        attentionReasons: ['unknownOutcome' as const],
        createdAt: '2026-01-02T12:00:00Z',
      },
    ]
    const ids = new Map<string, string>()
    for (const { name, ...row } of rows) {
      ids.set((await api.addCharge(api.home, row)).id, name)
      await api.addCharge(api.other, row)
    }
    const { data } = await page(query)
    expect(data.map(({ id }) => ids.get(id)).sort()).toEqual(expected)
  })

  it('finds a charge by its id', async () => {
    const { id } = await api.addCharge(api.home)
    expect((await page(`q=${id}`)).data.map((charge) => charge.id)).toEqual([id])
  })
})
