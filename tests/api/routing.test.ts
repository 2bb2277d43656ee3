/** Who takes a charge or a withdrawal: rules, shares, the breaker, and the reasons that are kept. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const WITHDRAWAL = {
  amount: 700,
  paymentMethod: 'PIX',
  pixKey: '52998224725',
  pixType: 'CPF',
  name: 'Ana Souza',
  document: '52998224725',
  documentType: 'CPF',
}

interface Candidate {
  providerAccountId: string
  provider: string
  taken: boolean
  reason: string
}

let api: ChargingApi
let asaas: { id: string }
let paguesafe: { id: string }
let noxpay: { id: string }
beforeAll(async () => {
  api = await startChargingApi()
  asaas = await api.connect('ASAAS', { priority: 10 })
  paguesafe = await api.connect('PAGUESAFE', { priority: 20 })
  noxpay = await api.connect('NOXPAY', { priority: 30 })
})
afterAll(() => api?.close())
beforeEach(async () => {
  for (const { id } of (await rules()).data) await admin('DELETE', `/v1/routing-rules/${id}`)
})

const admin = (method: string, url: string, payload?: object) => api.call(api.home.keys.admin, method, url, { payload })
const seller = (method: string, url: string, payload?: object) =>
  api.call(api.home.keys.seller, method, url, { payload })
const rules = async () => (await seller('GET', '/v1/routing-rules')).json()
const to = (...accounts: { id: string }[]) => accounts.map(({ id }) => ({ providerAccountId: id }))
async function make(rule: object) {
  const answer = await admin('POST', '/v1/routing-rules', { name: 'Rule', ...rule })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}
async function simulate(changes: object = {}) {
  const answer = await seller('POST', '/v1/routing-rules/simulate', { ...NEW_CHARGE, ...changes })
  expect(answer.statusCode).toBe(200)
  const decision: { ruleId: string | null; candidates: Candidate[] } = answer.json()
  return { ...decision, taken: decision.candidates.find(({ taken }) => taken)?.provider }
}
const charge = (changes: object = {}) => seller('POST', '/v1/charges', { ...NEW_CHARGE, ...changes })

describe('rules', () => {
  it('without one, the accounts come in their order', async () => {
    const decision = await simulate()
    expect(decision.ruleId).toBeNull()
    expect(decision.candidates.map(({ provider, taken, reason }) => [provider, taken, reason])).toEqual([
      ['ASAAS', true, 'priority'],
      ['PAGUESAFE', false, 'nextInLine'],
      ['NOXPAY', false, 'nextInLine'],
    ])
  })

  it('the first that matches decides, in a charge as in its simulation, and the charge says why', async () => {
    const large = await make({ when: { amountFrom: 10_000 }, accounts: to(noxpay) })
    const pix = await make({ when: { paymentMethods: ['PIX'] }, accounts: to(paguesafe) })
    expect(await simulate()).toMatchObject({ ruleId: pix.id, taken: 'PAGUESAFE' })
    expect(await simulate({ amount: 10_000 })).toMatchObject({ ruleId: large.id, taken: 'NOXPAY' })
    const made = (await charge()).json()
    expect(made.provider).toBe('PAGUESAFE')
    const why = await seller('GET', `/v1/charges/${made.id}/routing`)
    expect(why.json()).toMatchObject({
      ruleId: pix.id,
      candidates: [
        { providerAccountId: paguesafe.id, provider: 'PAGUESAFE', taken: true, reason: 'priority' },
        { provider: 'ASAAS', taken: false, reason: 'notInRule' },
        { provider: 'NOXPAY', taken: false, reason: 'notInRule' },
      ],
    })
    await admin('PATCH', `/v1/routing-rules/${pix.id}`, { enabled: false })
    expect((await charge()).json().provider).toBe('ASAAS')
    await admin('PATCH', `/v1/routing-rules/${pix.id}`, { enabled: true, position: 0 })
    expect(await simulate({ amount: 10_000 })).toMatchObject({ ruleId: pix.id })
  })

  it('an account that the request names is asked, whatever the rules say', async () => {
    await make({ accounts: to(paguesafe) })
    const made = (await charge({ providerAccountId: noxpay.id })).json()
    expect(made.provider).toBe('NOXPAY')
    expect((await seller('GET', `/v1/charges/${made.id}/routing`)).json()).toEqual({
      ruleId: null,
      candidates: [{ providerAccountId: noxpay.id, provider: 'NOXPAY', taken: true, reason: 'asked' }],
    })
  })

  it('no other account is asked when the accounts of the rule cannot', async () => {
    await make({ accounts: to(noxpay) })
    const decision = await simulate({ paymentMethod: 'BILLET' })
    expect(decision.taken).toBeUndefined()
    expect(decision.candidates.find(({ provider }) => provider === 'NOXPAY')?.reason).toBe('methodNotSupported')
    const refused = await charge({ paymentMethod: 'BILLET' })
    expect(refused.statusCode).toBe(422)
    expect((await seller('GET', '/v1/charges?paymentMethod=BILLET')).json().data).toEqual([])
  })

  it('a split is drawn by its weights', async () => {
    await make({
      strategy: 'split',
      accounts: [
        { providerAccountId: asaas.id, weight: 1 },
        { providerAccountId: noxpay.id, weight: 3 },
      ],
    })
    const taken = await Promise.all(Array.from({ length: 200 }, async () => (await simulate()).taken))
    const share = taken.filter((provider) => provider === 'NOXPAY').length / 200
    expect(share).toBeGreaterThan(0.6)
    expect(share).toBeLessThan(0.9)
    expect(new Set(taken)).toEqual(new Set(['ASAAS', 'NOXPAY']))
  })

  it('a saved card goes where it is known; a new one to whom the rule of its brand names', async () => {
    await make({ when: { cardBrands: ['visa'] }, accounts: to(paguesafe) })
    const listed = (await rules()).data[0]
    expect(listed.when.cardBrands).toEqual(['VISA'])
    expect(await simulate({ paymentMethod: 'CREDIT_CARD', cardBrand: 'Visa' })).toMatchObject({ ruleId: listed.id })
    expect(await simulate({ paymentMethod: 'CREDIT_CARD', cardBrand: 'elo' })).toMatchObject({ ruleId: null })
  })
})

describe('withdrawals', () => {
  it('follow their own rules, and say why', async () => {
    await make({ when: { amountTo: 100_000 }, accounts: to(paguesafe) })
    const own = await make({ when: { movements: ['withdrawal'], amountTo: 100_000 }, accounts: to(noxpay, asaas) })
    const made = (await seller('POST', '/v1/withdrawals', WITHDRAWAL)).json()
    const why = (await seller('GET', `/v1/withdrawals/${made.id}/routing`)).json()
    expect(why.ruleId).toBe(own.id)
    expect(why.candidates.find(({ taken }: { taken: boolean }) => taken).provider).toBe(made.provider)
    expect(['NOXPAY', 'ASAAS']).toContain(made.provider)
  })

  it('are simulated as they are decided', async () => {
    const own = await make({ when: { movements: ['withdrawal'], amountFrom: 500 }, accounts: to(noxpay) })
    const simulated = async (payload: object) => (await seller('POST', '/v1/routing-rules/simulate', payload)).json()
    const withdrawal = { movement: 'withdrawal', paymentMethod: 'PIX', amount: 700 }
    expect(await simulated(withdrawal)).toMatchObject({ ruleId: own.id })
    expect(await simulated({ ...withdrawal, amount: 499 })).toMatchObject({ ruleId: null })
    expect(await simulated({ ...withdrawal, movement: 'charge' })).toMatchObject({ ruleId: null })
    for (const [movement, paymentMethod] of [
      ['withdrawal', 'BILLET'],
      ['charge', 'BANK_ACCOUNT'],
    ]) {
      expect(await simulated({ movement, paymentMethod, amount: 700 })).toMatchObject({
        status: 422,
        errors: [{ path: '/paymentMethod', rule: 'method' }],
      })
    }
  })

  it('go to who pays them out best, whatever charges say', async () => {
    const poor = await api.connect('ASAAS', { priority: 1, secretKey: 'not the key' })
    const strategy = { strategy: 'successRate', accounts: to(poor, noxpay) }
    const first = async () => {
      const payload = { movement: 'withdrawal', paymentMethod: 'PIX', amount: 700 }
      const { candidates } = (await seller('POST', '/v1/routing-rules/simulate', payload)).json()
      return candidates.find(({ reason }: Candidate) => reason === 'successRate')?.providerAccountId
    }
    await make({ when: { movements: ['withdrawal'] }, ...strategy })
    await seller('POST', '/v1/withdrawals', { ...WITHDRAWAL, amount: 701, providerAccountId: noxpay.id })
    await expect.poll(first, { timeout: 60_000 }).toBe(noxpay.id)
    await admin('DELETE', `/v1/provider-accounts/${poor.id}`)
  })
})

describe('what a rule may not say', () => {
  it.each<[string, () => object, string]>([
    [
      'an account that does not exist',
      () => ({ accounts: [{ providerAccountId: randomUUID() }] }),
      '/accounts/0/providerAccountId',
    ],
    ['an account twice', () => ({ accounts: to(asaas, asaas) }), '/accounts/1/providerAccountId'],
    [
      'amounts that end before they begin',
      () => ({ accounts: to(asaas), when: { amountFrom: 2, amountTo: 1 } }),
      '/when/amountTo',
    ],
    [
      'installments that end before they begin',
      () => ({ accounts: to(asaas), when: { installmentsFrom: 2, installmentsTo: 1 } }),
      '/when/installmentsTo',
    ],
    [
      'a brand of no card',
      () => ({ accounts: to(asaas), when: { cardBrands: ['visa', 'acme'] } }),
      '/when/cardBrands/1',
    ],
    [
      'methods of a withdrawal',
      () => ({ accounts: to(asaas), when: { movements: ['charge', 'withdrawal'], paymentMethods: ['PIX'] } }),
      '/when/paymentMethods',
    ],
    [
      'installments of a withdrawal',
      () => ({ accounts: to(asaas), when: { movements: ['withdrawal'], installmentsTo: 3 } }),
      '/when/installmentsTo',
    ],
  ])('%s', async (_, rule, path) => {
    const answer = await admin('POST', '/v1/routing-rules', { name: 'Rule', ...rule() })
    expect(answer.json()).toMatchObject({ status: 422, code: 'rule_broken', errors: [{ path }] })
    expect((await rules()).data).toEqual([])
  })

  it("another platform's account", async () => {
    const theirs = await api.addAccount(api.other, 'ASAAS')
    const answer = await admin('POST', '/v1/routing-rules', { name: 'Rule', accounts: to(theirs) })
    expect(answer.statusCode).toBe(422)
  })

  it('no more than a hundred', async () => {
    const answers = await Promise.all(
      Array.from({ length: 101 }, () => admin('POST', '/v1/routing-rules', { name: 'Rule', accounts: to(asaas) })),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(100)
    expect(statuses.filter((status) => status === 409)).toHaveLength(1)
    const positions = (await rules()).data.map(({ position }: { position: number }) => position)
    expect(positions).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  })
})

describe('the breaker', () => {
  it('passes over an account whose calls fail, and the one after it is asked first', async () => {
    const broken = await api.connect('ASAAS', { priority: 1, secretKey: 'not the key' })
    const first = async () => (await simulate()).candidates[0]
    expect(await first()).toMatchObject({ providerAccountId: broken.id, taken: true, reason: 'priority' })
    for (let failures = 0; failures < 5; failures += 1) {
      expect((await charge()).json().providerAccountId).toBe(asaas.id)
    }
    await expect.poll(first, { timeout: 60_000 }).toMatchObject({ providerAccountId: asaas.id, taken: true })
    const { candidates } = await simulate()
    expect(candidates.find(({ reason }) => reason === 'breakerOpen')).toMatchObject({
      providerAccountId: broken.id,
      taken: false,
    })
    const asked = await charge({ providerAccountId: broken.id })
    expect(asked.statusCode).toBe(502)

    // Half a minute later one probe is let through; while it waits for its answer, in whatever process, no other request is.
    const db = api.database.writer
    const theirs = sql`provider_account_id = ${broken.id}`
    const age = sql`interval '40 seconds'`
    await db.execute(
      sql`UPDATE charge_attempts SET created_at = created_at - ${age}, answered_at = answered_at - ${age} WHERE ${theirs}`,
    )
    await expect.poll(first, { timeout: 60_000 }).toMatchObject({ providerAccountId: broken.id, taken: true })
    await db.execute(sql`
      UPDATE charge_attempts SET created_at = now(), answered_at = NULL, outcome = NULL, error_kind = NULL
       WHERE id = (SELECT id FROM charge_attempts WHERE ${theirs} ORDER BY created_at DESC LIMIT 1)`)
    await expect.poll(first, { timeout: 60_000 }).toMatchObject({ providerAccountId: asaas.id, taken: true })
  })
})
