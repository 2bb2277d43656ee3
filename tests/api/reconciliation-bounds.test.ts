/** What one statement may ask of the API, and what it may say of an account, over HTTP. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  chargeAttempts,
  charges,
  payments,
  reconciliationItems,
  statementColumns,
  statementLines,
  statements,
} from '../../db/schema/index.ts'
import { untilAwaited } from '../support/locks.ts'
import { holdBody } from './held-bodies.ts'
import { bring as bringTo } from './statements.ts'
import { insertMany, startTestApi, type TestApi } from './support.ts'

const COLUMNS = { transactionId: 'ID', amount: 'Valor', date: 'Data' }

let api: TestApi
let accountId: string
beforeAll(async () => {
  // One test asks as fast as it can for as long as a file is read.
  api = await startTestApi({ limits: { anonymousPerMinute: 1_000_000 } })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api?.close())
beforeEach(async () => {
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
})

const port = () => (api.app.server.address() as AddressInfo).port
const bring = (lines: readonly string[], account = accountId) =>
  bringTo(api, { accountId: account, columns: COLUMNS, lines })

async function refused(lines: readonly string[]) {
  const answer = await bring(lines)
  expect(answer.statusCode, answer.body).toBe(422)
  const { writer } = api.database
  for (const table of [statements, statementLines, reconciliationItems]) {
    expect(await writer.$count(table, eq(table.providerAccountId, accountId))).toBe(0)
  }
  return answer.json().errors
}

const nonsense = (count: number) => Array.from({ length: count }, (_, i) => `x${i};1,00;02/01/2026`)

async function knownCharge(transactionId: string) {
  const made = { provider: 'ASAAS', providerAccountId: accountId, transactionId, status: 'APPROVED' } as const
  const { id } = await api.addCharge(api.home, { ...made, paidAt: '2026-01-02T15:00:00Z' })
  await api.database.writer.insert(chargeAttempts).values({
    chargeId: id,
    number: 1,
    providerAccountId: accountId,
    provider: 'ASAAS',
    state: 'answered',
    outcome: 'created',
    transactionId,
  })
  return id
}

it('more than 100,000 lines are refused, empty ones too', async () => {
  const tooMany = [{ path: '/file', rule: 'tooManyLines', message: 'It has more than 100,000 lines' }]
  expect(await refused(nonsense(100_001))).toEqual(tooMany)
  expect(await refused([...Array.from({ length: 100_000 }, () => ''), 'a;1,00;02/01/2026'])).toEqual(tooMany)
})

describe('what a statement calls missing', () => {
  it('is of 100 days at most', async () => {
    const lines = (last: string) => ['a;1,00;', 'b;1,00;02/01/2026 12:00', `c;1,00;${last}`]
    expect(await refused(lines('12/04/2026 12:01'))).toMatchObject([{ path: '/file', rule: 'span' }])
    expect(await refused(['a;1,00;01/01/2000', 'b;1,00;31/12/2099'])).toMatchObject([{ path: '/file', rule: 'span' }])
    expect((await bring(lines('12/04/2026 12:00'))).statusCode).toBe(201)
  })

  it('is 5,000 charges at most; with more it is no whole statement', async () => {
    const { writer } = api.database
    const known = await knownCharge('pay_known')
    await insertMany(
      api,
      sql`
      INSERT INTO ${charges} (id, platform_id, provider, provider_account_id, transaction_id, payment_method, amount, customer, items, checkout_token, status, paid_at)
      SELECT gen_random_uuid(), platform_id, provider, provider_account_id, 'lost_' || n, payment_method, amount, customer, items, 'lost_' || n, status, paid_at
      FROM ${charges}, generate_series(1, 5001) n WHERE ${charges.id} = ${known}`,
    )
    await insertMany(
      api,
      sql`
      INSERT INTO ${payments} (id, charge_id, provider_account_id, provider, transaction_id, state, amount, paid_at)
      SELECT gen_random_uuid(), id, provider_account_id, provider, transaction_id, status, amount, paid_at
      FROM ${charges} WHERE transaction_id LIKE 'lost\\_%'`,
    )
    const lines = ['pay_known;50,00;02/01/2026', 'x;1,00;03/01/2026']
    expect(await refused(lines)).toMatchObject([{ path: '/file', rule: 'whole' }])
    await writer.update(payments).set({ paidAt: '2026-01-05T15:00:00Z' }).where(eq(payments.transactionId, 'lost_1'))
    expect((await bring(lines)).json()).toMatchObject({ rows: 2, matched: 1, items: 5001 })
    const [row] = await writer
      .select({ count: sql<number>`count(DISTINCT transaction_id)::int` })
      .from(reconciliationItems)
      .where(sql`provider_account_id = ${accountId} AND kind = 'missingThere'`)
    expect(row).toEqual({ count: 5000 })
  })
})

describe('a statement that the account knows', () => {
  const KNOWN = 2_500
  it('is taken, however many of its payments are known', async () => {
    const known = await knownCharge('pay_0')
    await insertMany(
      api,
      sql`
      INSERT INTO ${charges} (id, platform_id, provider, provider_account_id, transaction_id, payment_method, amount, customer, items, checkout_token, status, paid_at)
      SELECT gen_random_uuid(), platform_id, provider, provider_account_id, 'pay_' || n, payment_method, amount, customer, items, 'known_' || n, status, paid_at
      FROM ${charges}, generate_series(1, ${KNOWN - 1}::int) n WHERE ${charges.id} = ${known}`,
    )
    await insertMany(
      api,
      sql`
      INSERT INTO ${chargeAttempts} (id, charge_id, number, provider_account_id, provider, state, outcome, transaction_id)
      SELECT gen_random_uuid(), id, 1, provider_account_id, provider, 'answered', 'created', transaction_id
      FROM ${charges} WHERE provider_account_id = ${accountId} AND id <> ${known}`,
    )
    await insertMany(
      api,
      sql`
      INSERT INTO ${payments} (id, charge_id, provider_account_id, provider, transaction_id, state, amount, paid_at)
      SELECT gen_random_uuid(), id, provider_account_id, provider, transaction_id, status, amount, paid_at
      FROM ${charges} WHERE provider_account_id = ${accountId} AND id <> ${known}`,
    )
    const lines = Array.from({ length: KNOWN }, (_, i) => `pay_${i};50,00;02/01/2026`)
    const answer = await bring([...lines, 'x;1,00;03/01/2026'])
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toMatchObject({ matched: KNOWN, items: 1 })
  })

  it('or that could name 70,000 attempts of ours, and names none', async () => {
    const named = (i: number) => i.toString(16).padStart(32, '0')
    const answer = await bring(Array.from({ length: 70_000 }, (_, i) => `${named(i)};1,00;02/01/2026`))
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toMatchObject({ matched: 0, items: 70_000 })
  }, 120_000)
})

it.each(['boundary=b', 'xboundary=zzzz; boundary=b', 'boundary="b"', 'x="boundary=zzzz"; boundary=b'])(
  'a form of many parts is not read, by whatever its heading calls them: %s',
  async (parameters) => {
    const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
    const form = {
      payload: `${part.repeat(12)}--b--\r\n`,
      headers: { 'content-type': `multipart/form-data; ${parameters}` },
    }
    const answer = await api.call(api.home.keys.operator, 'POST', '/v1/reconciliation/statements', form)
    expect(answer.json()).toMatchObject({ status: 400, detail: 'The form has more than 10 parts' })
  },
)

it('another platform’s statement is imported while one is under way, and the same platform’s next is told when to come again', async () => {
  const theirs = (await api.addAccount(api.other, 'ASAAS')).id
  expect((await bring(nonsense(1))).statusCode).toBe(201)
  const first = await api.database.writer.transaction(async (tx) => {
    // What an import of this account has to write waits for this.
    const { providerAccountId } = statementColumns
    await tx.select().from(statementColumns).where(eq(providerAccountId, accountId)).for('update')
    const held = Promise.resolve(bring(nonsense(1)))
    await untilAwaited(tx, api.database)
    const other = await bringTo(api, { accountId: theirs, columns: COLUMNS, lines: nonsense(1) }, api.other)
    expect(other.statusCode, other.body).toBe(201)
    const next = await bring(nonsense(1))
    expect(next.json()).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(next.headers['retry-after'])).toBeGreaterThan(0)
    return { held }
  })
  expect((await first.held).statusCode).toBe(201)
  expect((await bring(['a;x;'])).statusCode).toBe(422)
  expect((await bring(nonsense(1))).statusCode).toBe(201)
})

it('a statement has its place before its body is read, and its platform has no second', async () => {
  const url = `http://127.0.0.1:${port()}/v1/reconciliation/statements`
  const headers = {
    authorization: `Bearer ${api.home.keys.operator}`,
    'content-type': 'multipart/form-data; boundary=x',
  }
  const held = [holdBody(url, 'POST', headers), holdBody(url, 'POST', headers)]
  const answers = held.map(({ status }) => status)
  expect(await Promise.race(answers)).toBe(429)
  for (const { end } of held) end('no form')
  expect(
    (await Promise.allSettled(answers)).filter((answer) => answer.status === 'fulfilled' && answer.value === 400),
  ).toHaveLength(1)
  await expect.poll(async () => (await bring(['a;x;'])).statusCode).toBe(422)
})

it('who goes away before it is known who they are takes no place', async () => {
  const arrived = new Promise<ServerResponse>((resolve) => api.app.server.once('request', (_, reply) => resolve(reply)))
  await api.database.writer.transaction(async (tx) => {
    // Whose key it is waits for this.
    await tx.execute(sql`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`)
    const socket = connect(port(), '127.0.0.1')
    socket.write(
      [
        'POST /v1/reconciliation/statements HTTP/1.1',
        'host: x',
        `authorization: Bearer ${api.home.keys.operator}`,
        'content-type: multipart/form-data; boundary=x',
        'content-length: 100',
        '',
        'the beginning',
      ].join('\r\n'),
    )
    const reply = await arrived
    await untilAwaited(tx, api.database)
    const gone = once(reply, 'close')
    socket.destroy()
    await gone
  })
  // It has got as far as this one, which began to wait after it.
  expect((await api.call(api.home.keys.operator, 'GET', '/v1/me')).statusCode).toBe(200)
  expect((await bring(['a;x;'])).statusCode).toBe(422)
})

it('others are answered while a large statement is read', async () => {
  let alive = 0
  const { decode } = TextDecoder.prototype
  const spy = vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(function (
    this: InstanceType<typeof TextDecoder>,
    input,
    options,
  ) {
    // Only answers after the file's text is there count.
    if (input && input.byteLength > 1_000_000) alive = 0
    return decode.call(this, input, options)
  })
  try {
    let isRead = false
    const reading = bring([...nonsense(99_999), 'a;1,00;yesterday']).finally(() => {
      isRead = true
    })
    while (!isRead) {
      if ((await api.call(null, 'GET', '/health/live')).statusCode === 200) alive += 1
      await setImmediate()
    }
    expect((await reading).json().errors).toMatchObject([{ path: '/file/100001/date' }])
    expect(alive).toBeGreaterThan(20)
  } finally {
    spy.mockRestore()
  }
})
