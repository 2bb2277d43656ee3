/** Nothing of one mode is ever seen, charged or paid out in the other. */
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cards, receivers } from '../../db/schema/index.ts'
import { testTwinOf } from '../../domain/mode.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { type SandboxTransaction, sandboxClient } from '../support/sandbox-client.ts'
import { type SellerSystem, startSellerSystem } from '../support/seller-system.ts'
import { NEW_CARD, NEW_CHARGE } from './charging.ts'
import { startTestMode, type TestMode } from './testing.ts'

let mode: TestMode
let seller: SellerSystem
beforeAll(async () => {
  mode = await startTestMode()
  seller = await startSellerSystem()
})
afterAll(async () => {
  await mode?.api.close()
  await seller?.close()
})

describe('what is made with test keys', () => {
  it('is charged, paid, told and given back at the fake providers, and says so', async () => {
    const endpoint = { url: seller.url, events: ['*'] }
    await mode.post(mode.keys.admin, '/v1/webhook-endpoints', endpoint)
    const liveEndpoint = await startSellerSystem()
    await mode.post(mode.api.home.keys.admin, '/v1/webhook-endpoints', { ...endpoint, url: liveEndpoint.url })
    const id = await mode.paid(mode.keys.seller)
    expect(await mode.get(mode.keys.seller, `/v1/charges/${id}`)).toMatchObject({ livemode: false, provider: 'ASAAS' })
    const refund = await mode.post(mode.keys.seller, `/v1/charges/${id}/refunds`, {})
    expect(refund.json()).toMatchObject({ livemode: false, chargeId: id })
    await expect
      .poll(() => seller.arrived.map(({ body }) => body.type), { timeout: 60_000 })
      .toContain('charge.approved')
    for (const { body } of seller.arrived) expect(body).toMatchObject({ livemode: false, data: { livemode: false } })
    const live = await mode.charged(mode.api.home.keys.seller, { webhookUrl: liveEndpoint.url })
    expect(live.livemode).toBe(true)
    await expect.poll(() => liveEndpoint.arrived.length, { timeout: 60_000 }).toBeGreaterThan(0)
    for (const { body } of liveEndpoint.arrived) expect(body).toMatchObject({ livemode: true, data: { id: live.id } })
    await liveEndpoint.close()
  })

  it('has each of its movements told to its own account, where a provider is told of its address only once, too', async () => {
    await mode.api.control('PUT', '/webhook-addresses/ASAAS', {
      url: 'http://127.0.0.1:9/webhooks/asaas/of-another-movement',
    })
    const { providerAccountId, transactionId } = await mode.charged(mode.keys.seller)
    const { webhookUrl } = await mode.get(mode.keys.admin, `/v1/provider-accounts/${providerAccountId}`)
    await sandboxClient(mode.api.sandbox.url).act({ provider: 'ASAAS', id: transactionId } as SandboxTransaction, 'pay')
    const { data } = await mode.api.control<{ data: { url: string; transactionId: string }[] }>('GET', '/webhooks')
    const told = data.filter((notice) => notice.transactionId === transactionId).map(({ url }) => url)
    expect(told.length).toBeGreaterThan(0)
    expect(new Set(told)).toEqual(new Set([webhookUrl]))
  })

  it('is not among what is live, nor the other way round', async () => {
    const modes = [
      {
        own: mode.keys,
        others: mode.api.home.keys,
        id: await mode.paid(mode.keys.seller, { orderId: 'order', amount: 1234 }),
      },
      {
        own: mode.api.home.keys,
        others: mode.keys,
        id: await mode.paid(mode.api.home.keys.seller, { orderId: 'order', amount: 4321 }),
      },
    ]
    for (const { own, others, id } of modes) {
      expect(await mode.idsAt(own.admin, '/v1/charges?orderId=order')).toContain(id)
      expect(await mode.idsAt(others.admin, '/v1/charges?limit=100')).not.toContain(id)
      for (const path of ['', '/events', '/payments', '/refunds', '/routing', '/attempts']) {
        expect((await mode.api.call(others.operator, 'GET', `/v1/charges/${id}${path}`)).statusCode, path).toBe(404)
      }
      expect((await mode.post(others.seller, `/v1/charges/${id}/refunds`, {})).statusCode).toBe(404)
      const decision = await mode.post(
        others.operator,
        `/v1/operations/${encodeURIComponent(`charge/${id}`)}/cancel`,
        {},
      )
      expect(decision.statusCode).toBe(404)
    }
    for (const path of [
      '/v1/customers',
      '/v1/provider-accounts',
      '/v1/webhook-endpoints',
      '/v1/webhook-events',
      '/v1/audit-log',
    ]) {
      const [test, live] = [
        await mode.idsAt(mode.keys.admin, `${path}?limit=100`),
        await mode.idsAt(mode.api.home.keys.admin, `${path}?limit=100`),
      ]
      expect(
        test.filter((id) => live.includes(id)),
        path,
      ).toEqual([])
    }
    const figuresOf = async (key: string) => JSON.stringify(await mode.get(key, '/v1/analytics?by=provider'))
    const before = await figuresOf(mode.api.home.keys.seller)
    await mode.paid(mode.keys.seller)
    expect(await figuresOf(mode.api.home.keys.seller)).toBe(before)
  })

  it('is kept from live accounts, and live money from test ones', async () => {
    const testAccount = (await mode.idsAt(mode.keys.seller, '/v1/provider-accounts'))[0] ?? ''
    for (const [key, providerAccountId] of [
      [mode.keys.seller, mode.liveAccount],
      [mode.api.home.keys.seller, testAccount],
    ] as const) {
      const withdrawal = {
        paymentMethod: 'PIX',
        pixKey: 'a@example.com',
        pixType: 'EMAIL',
        amount: 100,
        providerAccountId,
      }
      for (const [url, payload] of [
        ['/v1/charges', { ...NEW_CHARGE, providerAccountId }],
        ['/v1/withdrawals', withdrawal],
        ['/v1/cards', { ...NEW_CARD, providerAccountId }],
      ] as const) {
        const answer = await mode.post(key, url, payload)
        expect(answer.statusCode, `${url} ${answer.body}`).toBe(422)
        expect(answer.json().code).toBe('no_provider_account')
      }
    }
  })
})

const CARD_ROW = { sealedToken: 'sealed', brand: 'VISA', lastDigits: '1111', expiresAt: '2040-01-01T03:00:00.000Z' }

describe('the database', () => {
  const failing = (statement: ReturnType<typeof sql>) =>
    mode.api.database.writer.execute(statement).then(
      () => 'done',
      (error: { cause?: { constraint_name?: string } }) => error.cause?.constraint_name,
    )

  it('lets no row of one mode name an account of the other', async () => {
    const twin = testTwinOf(mode.api.home.platformId)
    const [testAccount] = await mode.idsAt(mode.keys.seller, '/v1/provider-accounts')
    const testCharge = await mode.charged(mode.keys.seller)
    const liveCharge = await mode.charged(mode.api.home.keys.seller)
    for (const [charge, foreign] of [
      [testCharge.id, mode.liveAccount],
      [liveCharge.id, testAccount],
    ]) {
      const isIt = sql`id = ${charge}`
      const ofIt = sql`charge_id = ${charge}`
      expect(await failing(sql`UPDATE charges SET provider_account_id = ${foreign} WHERE ${isIt}`)).toBe(
        'foreign_account',
      )
      expect(await failing(sql`UPDATE payments SET provider_account_id = ${foreign} WHERE ${ofIt}`)).toBe(
        'foreign_account',
      )
      expect(await failing(sql`UPDATE charge_attempts SET provider_account_id = ${foreign} WHERE ${ofIt}`)).toBe(
        'foreign_account',
      )
      expect(
        await failing(sql`INSERT INTO charge_attempts (id, charge_id, number, provider_account_id, provider, state)
          SELECT gen_random_uuid(), charge_id, 99, ${foreign}, provider, state FROM charge_attempts WHERE ${ofIt}`),
      ).toBe('foreign_account')
    }
    for (const [platform, foreign] of [
      [twin, mode.liveAccount],
      [mode.api.home.platformId, testAccount],
    ]) {
      expect(
        await failing(sql`INSERT INTO disbursements (id, platform_id, kind, amount, provider_account_id, provider, method)
          VALUES (gen_random_uuid(), ${platform}, 'withdrawal', 100, ${foreign}, 'ASAAS', 'PIX')`),
      ).toBe('foreign_account')
      const common = { platformId: platform ?? '', providerAccountId: foreign ?? '', provider: 'ASAAS' }
      const inserting = [
        mode.api.database.writer.insert(receivers).values({ ...common, ...RECEIVER_ROW }),
        mode.api.database.writer.insert(cards).values({ ...common, ...CARD_ROW }),
      ]
      for (const insert of inserting) {
        await expect(insert).rejects.toMatchObject({ cause: { constraint_name: 'foreign_account' } })
      }
    }
  })

  it('lets nothing change its mode, and no account of a twin have the provider’s real address', async () => {
    const twin = testTwinOf(mode.api.home.platformId)
    const moves = ['charges', 'provider_accounts'].map(
      (table) =>
        sql`UPDATE ${sql.identifier(table)} SET platform_id = ${twin} WHERE platform_id = ${mode.api.home.platformId}`,
    )
    for (const move of moves) expect(await failing(move)).toBe('keep_platform')
    expect(await failing(sql`UPDATE provider_accounts SET base_url = NULL WHERE platform_id = ${twin}`)).toBe(
      'provider_accounts_test_address',
    )
    const name = (id: string, liveId: string | null) =>
      sql`INSERT INTO platforms (id, live_id, name, sealed_webhook_secret) VALUES (${id}, ${liveId}, 'x', 'x')`
    const wrong = [
      name(testTwinOf(uuidv7()), null),
      name(uuidv7(), mode.api.home.platformId),
      name(testTwinOf(uuidv7()), mode.api.other.platformId),
      name(twin.replace(/^./, 'f'), twin),
    ]
    for (const statement of wrong) expect(await failing(statement)).toBe('platforms_twin')
  })
})
