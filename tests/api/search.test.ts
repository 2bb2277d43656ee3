/** A user who knows a word of it finds it, however it is spelled, and finds nothing of another platform. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { charges, disbursements, receivers } from '../../db/schema/index.ts'
import { deleteMany, insertMany, startTestApi, type Tenant, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const ask = (list: string, query: Record<string, string>, tenant = api.home) =>
  api.call(tenant.keys.seller, 'GET', `/v1/${list}?${new URLSearchParams(query)}`)

async function idsOf(list: string, query: Record<string, string>, tenant = api.home): Promise<string[]> {
  const answer = await ask(list, query, tenant)
  expect(answer.statusCode, answer.body).toBe(200)
  return (answer.json().data as { id: string; refundId?: string }[]).map(({ id }) => id)
}

const customer = {
  name: 'Íris Gonçalves d’Ávila-Souza',
  email: 'iris.souza@loja-feliz.com.br',
  document: '11144477735',
  phone: '+55 (11) 98765-4321',
}

describe('a charge', () => {
  const wanted = { orderId: 'Pedido-2026/77', transactionId: 'tx_99-Abc', customer }
  let id: string
  beforeAll(async () => {
    await api.database.writer.delete(charges)
    id = (await api.addCharge(api.home, wanted)).id
    await api.addCharge(api.home)
    await api.addCharge(api.other, wanted)
  })

  it.each([
    'iris',
    'ÍRIS',
    'goncalves',
    'Gonçalves Íris',
    'avila',
    'dávila',
    '111.444.777-35',
    '11144477735',
    '111444',
    '111.444',
    'iris.souza@loja-feliz.com.br',
    'loja-feliz.com',
    '(11) 98765-4321',
    '11 98765 4321',
    '98765-4321',
    '+55 11 98765-4321',
    'pedido-2026/77',
    'PEDIDO 77',
    'tx_99-abc',
    'tx99',
    '  iris   souza ',
  ])('is found by "%s"', async (q) => {
    expect(await idsOf('charges', { q })).toEqual([id])
  })

  it.each(['irisx', 'ris', '111.444.777-36', '77735', 'pedido-2027', 'iris maria', 'x y z', "iris' | 'maria"])(
    'is not found by "%s"',
    async (q) => {
      expect(await idsOf('charges', { q })).toEqual([])
    },
  )

  it('is found by its id, whole and by its beginning', async () => {
    for (const q of [id, id.slice(0, 18), id.replaceAll('-', '')]) expect(await idsOf('charges', { q })).toContain(id)
    expect(await idsOf('charges', { q: id })).toEqual([id])
  })

  it('is found by what it is told later, and no longer by what it was', async () => {
    await api.database.writer.update(charges).set({ transactionId: 'late-1' }).where(sql`id = ${id}`)
    expect(await idsOf('charges', { q: 'late-1' })).toEqual([id])
    expect(await idsOf('charges', { q: 'tx_99-abc' })).toEqual([])
  })

  it('never breaks a request, whatever is typed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), async (q) => {
        const answer = await ask('charges', { q })
        expect([200, 400, 422], `${JSON.stringify(q)}: ${answer.body}`).toContain(answer.statusCode)
      }),
      { numRuns: 200 },
    )
  })

  it('takes any text: a word of its own finds it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 2, maxLength: 90 }), async (text) => {
        const orderId = text.replaceAll('\0', '')
        const word = orderId.split(/\s+/).find((each) => /[a-z0-9]{2}/.test(each))
        const row = await api.addCharge(api.home, { orderId })
        if (word !== undefined) expect(await idsOf('charges', { q: word, limit: '100' })).toContain(row.id)
        await api.database.writer.delete(charges).where(sql`id = ${row.id}`)
      }),
      { numRuns: 100 },
    )
  })
})

describe('refunds, withdrawals and receivers', () => {
  const ids = { refunds: '', withdrawals: '', receivers: '' }
  beforeAll(async () => {
    for (const tenant of [api.other, api.home]) Object.assign(ids, await addAll(tenant))
  })

  async function addAll(tenant: Tenant) {
    const { platformId } = tenant
    const { id: providerAccountId } = await api.addAccount(tenant, 'ASAAS')
    const charge = await api.addCharge(tenant, { customer, status: 'APPROVED', transactionId: 'known' })
    const insert = async (row: typeof disbursements.$inferInsert) =>
      (await api.database.writer.insert(disbursements).values(row).returning({ id: disbursements.id }))[0]?.id ?? ''
    const refund = { platformId, kind: 'refund' as const, amount: 10, provider: 'ASAAS', providerAccountId }
    const withdrawal = { ...refund, kind: 'withdrawal' as const, method: 'PIX' as const }
    const [receiver] = await api.database.writer
      .insert(receivers)
      .values({
        ...{ platformId, providerAccountId, provider: 'ASAAS', receiverId: 'rec-5', documentType: 'CNPJ' as const },
        ...{ name: 'Padaria São João', document: '11222333000181', email: 'pao@sao-joao.com' },
        ...{ address: {} as never, bankAccount: {} as never },
      })
      .returning({ id: receivers.id })
    return {
      refunds: await insert({ ...refund, chargeId: charge.id, externalId: 'ref_1-x' }),
      withdrawals: await insert({
        ...withdrawal,
        reference: 'saque-9',
        destination: { name: 'João Ninguém', pixKey: 'joao@chave.com', pixType: 'EMAIL' } as never,
      }),
      receivers: receiver?.id ?? '',
    }
  }

  it.each([
    ['refunds', 'ref_1-x'],
    ['refunds', 'iris gonçalves'],
    ['refunds', '111.444.777-35'],
    ['withdrawals', 'joao ninguem'],
    ['withdrawals', 'joao@chave.com'],
    ['withdrawals', 'SAQUE-9'],
    ['receivers', 'sao joao'],
    ['receivers', '11.222.333/0001-81'],
    ['receivers', 'rec-5'],
  ] as const)('%s are found by "%s", each platform its own', async (list, q) => {
    const found = (await ask(list, { q })).json().data as Record<string, string>[]
    expect(found.map((row) => row.id ?? row.refundId)).toEqual([ids[list]])
  })

  it.each([
    ['refunds', 'saque-9'],
    ['withdrawals', 'ref_1-x'],
    ['receivers', 'joao ninguem'],
  ] as const)('%s are not found by "%s", which is another list’s', async (list, q) => {
    expect((await ask(list, { q })).json().data).toEqual([])
  })

  it('a receiver is listed by when it was made', async () => {
    expect(await idsOf('receivers', { createdFrom: '2020-01-01T00:00:00Z' })).toEqual([ids.receivers])
    expect(await idsOf('receivers', { createdTo: '2020-01-01T00:00:00Z' })).toEqual([])
  })
})

describe('more rows than are looked at', () => {
  const ROWS = 4100
  beforeAll(async () => {
    await api.database.writer.delete(disbursements)
    await api.database.writer.delete(charges)
    // Oldest first: "antigo" only among the oldest, "comum" in all, "raro" in two.
    await insertMany(
      api,
      sql`
      INSERT INTO charges (id, platform_id, payment_method, amount, order_id, customer, items, checkout_token, created_at)
      SELECT gen_random_uuid(), ${api.home.platformId}::uuid, 'PIX', i, CASE WHEN i = 7 THEN 'pedido-7' WHEN i % 2 = 0 THEN 'pedido' ELSE '7' END, json_build_object('name', 'Comum '
        || CASE WHEN i <= 2050 THEN 'antigo ' ELSE '' END || CASE WHEN i IN (7, 4000) THEN 'raro' ELSE '' END,
        'email', 'a@b.co', 'document', '52998224725'), '[]', gen_random_uuid()::text, '2026-01-01'::timestamptz + i * interval '1 second'
      FROM generate_series(1, ${ROWS}::int) i`,
    )
  })

  const amounts = async (query: Record<string, string>) => {
    const answer = await ask('charges', query)
    expect(answer.statusCode, answer.body).toBe(200)
    return (answer.json().data as { amount: number }[]).map(({ amount }) => amount)
  }

  it('a rare word finds the oldest', async () => expect(await amounts({ q: 'raro' })).toEqual([4000, 7]))
  it('a common word finds the newest', async () =>
    expect(await amounts({ q: 'comum', limit: '3' })).toEqual([4100, 4099, 4098]))
  it('a word that none has finds none', async () => expect(await amounts({ q: 'nenhum' })).toEqual([]))
  it('a piece of common words is found as a whole', async () => expect(await amounts({ q: 'pedido-7' })).toEqual([7]))
  it('a rare word and a filter', async () =>
    expect(await amounts({ q: 'raro', status: 'PENDING', createdTo: '2026-01-01T00:10:00Z' })).toEqual([7]))

  it('what would take too long is refused in words', async () => {
    for (const query of [{ q: 'antigo' }, { q: 'comum', status: 'REJECTED' }]) {
      const answer = await ask('charges', query)
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toMatchObject([{ path: '/q', rule: 'tooMany' }])
    }
  })

  it('and is found when the period is given', async () => {
    expect(await amounts({ q: 'antigo', createdTo: '2026-01-01T00:30:00Z', limit: '2' })).toEqual([1799, 1798])
  })

  it('walking a search meets every row once', async () => {
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, string> = { q: 'comum', limit: '100', ...(cursor === null ? {} : { cursor }) }
      const answer = (await ask('charges', query)).json() as { data: { amount: number }[]; nextCursor: string | null }
      seen.push(...answer.data.map(({ amount }) => amount))
      cursor = answer.nextCursor
    } while (cursor)
    expect(seen).toEqual(Array.from({ length: ROWS }, (_, i) => ROWS - i))
  })
})

describe('filters', () => {
  beforeAll(() => deleteMany(api, sql`DELETE FROM charges`))
  const STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const
  const METHODS = ['PIX', 'BILLET', 'CREDIT_CARD'] as const
  const PROVIDERS = [null, 'ASAAS', 'TREEAL'] as const
  const row = fc.record({
    status: fc.constantFrom(...STATUSES),
    paymentMethod: fc.constantFrom(...METHODS),
    provider: fc.constantFrom(...PROVIDERS),
    attentionReasons: fc.constantFrom<'unknownOutcome'[]>([], ['unknownOutcome']),
    second: fc.integer({ min: 0, max: 5 }),
  })
  const filter = fc.record(
    {
      status: fc.constantFrom(...STATUSES, 'CHARGEBACK'),
      paymentMethod: fc.constantFrom(...METHODS),
      provider: fc.constantFrom('ASAAS', 'TREEAL', 'UNKNOWN'),
      needsAttention: fc.boolean(),
      q: fc.constantFrom('maria', 'silva', 'absent'),
      from: fc.integer({ min: 0, max: 5 }),
    },
    { requiredKeys: [] },
  )
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

  it('every combination of them gives what fits, page by page, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 20 }),
        filter,
        fc.integer({ min: 1, max: 4 }),
        async (rows, asked, limit) => {
          await api.database.writer.delete(charges)
          const made = []
          for (const { second, ...changes } of rows)
            made.push({
              ...changes,
              second,
              id: (await api.addCharge(api.home, { ...changes, createdAt: at(second) })).id,
            })
          const fits = made.filter(
            (each) =>
              (asked.status === undefined || each.status === asked.status) &&
              (asked.paymentMethod === undefined || each.paymentMethod === asked.paymentMethod) &&
              (asked.provider === undefined || each.provider === asked.provider) &&
              (asked.needsAttention === undefined || each.attentionReasons.length > 0 === asked.needsAttention) &&
              (asked.from === undefined || each.second >= asked.from) &&
              asked.q !== 'absent',
          )
          const expected = fits.toSorted((a, b) => b.second - a.second || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
          const { from, ...same } = asked
          const query = { ...same, limit, ...(from === undefined ? {} : { createdFrom: at(from) }) }
          const seen: string[] = []
          let cursor: string | null = null
          do {
            const texts = Object.entries({ ...query, ...(cursor === null ? {} : { cursor }) }).map(([k, v]) => [
              k,
              String(v),
            ])
            const answer = (await ask('charges', Object.fromEntries(texts))).json() as {
              data: { id: string }[]
              nextCursor: string | null
            }
            seen.push(...answer.data.map(({ id }) => id))
            cursor = answer.nextCursor
          } while (cursor)
          expect(seen).toEqual(expected)
        },
      ),
      { numRuns: 60, endOnFailure: true },
    )
  })
})
