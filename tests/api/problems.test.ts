import { sql } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROBLEM_CODES, Problem } from '../../api/schemas/problem.ts'
import { RECEIVER } from '../support/receivers.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

const CUSTOMER = { name: 'Maria', email: 'maria@example.com', document: '52998224725' }
const CHARGE = { amount: 5000, paymentMethod: 'PIX', customer: CUSTOMER }
const TOKEN = 'x'.repeat(43)

let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi({
    limits: { signInsPerMinute: 2, wrongPasswordsPerHour: 6, checkoutPerMinute: 3, failuresPerMinute: 40 },
  })
  await api.addAccount(api.home, 'ASAAS')
  accountId = (await api.addAccount(api.home, 'ZENDRY')).id
})
afterAll(() => api?.close())

const seller = () => api.home.keys.seller
const post = (payload: unknown, headers = {}) =>
  api.call(seller(), 'POST', '/v1/charges', { payload: payload as object, headers })

function expectProblem(answer: Awaited<ReturnType<typeof post>>, status: number, code: string) {
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const problem = answer.json()
  expect(Value.Errors(Problem, problem)).toEqual([])
  expect(problem).toMatchObject({ status, code, type: `urn:trilho:problem:${code}` })
  expect(answer.statusCode).toBe(status)
  expect(problem.requestId).toBe(answer.headers['x-request-id'])
  expect(answer.body).not.toMatch(/\bat .*\.ts:|node_modules|select |insert /i)
  expect(PROBLEM_CODES).toContain(code)
  return problem
}

it.each([
  ['no key', () => api.call(null, 'GET', '/v1/charges'), 'Sign-in or API key needed'],
  ['nothing there', () => api.call(seller(), 'GET', '/v1/nothing'), 'Not found'],
  ['a field missing', () => post({ ...CHARGE, amount: undefined }), /^\/amount /],
])('is said in a sentence also where it has no words of its own: %s', async (_, ask, detail) => {
  const said = (await ask()).json().detail
  if (typeof detail === 'string') expect(said).toBe(detail)
  else expect(said).toMatch(detail)
})

it('a request that names JSON and sends none is one without a body', async () => {
  const headers = { 'content-type': 'application/json' }
  const key = api.home.keys.admin
  const made = await api.call(key, 'POST', '/v1/webhook-endpoints', {
    payload: { url: 'https://loja.example/hooks', events: ['*'] },
  })
  const path = `/v1/webhook-endpoints/${made.json().id}`
  expect((await api.call(key, 'POST', `${path}/rotate-secret`, { headers })).statusCode).toBe(200)
  expect((await api.call(key, 'DELETE', path, { headers })).statusCode).toBe(204)
})

it('a statement that takes too long says of a reading when to ask again, and of a change that it may stand', async () => {
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = api.database.writer.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE products IN ACCESS EXCLUSIVE MODE`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const product = { name: 'Curso' }
  const [read, changed] = await Promise.all([
    api.call(seller(), 'GET', '/v1/products'),
    api.call(api.home.keys.admin, 'POST', '/v1/products', { payload: product }),
  ])
  release.resolve()
  await holding
  expectProblem(read, 503, 'unavailable')
  expect(read.headers['retry-after']).toBe('30')
  expectProblem(changed, 503, 'outcome_unknown')
})

describe('a malformed request', () => {
  it.each([
    ['no body', undefined],
    ['a list', []],
    ['a text', '"text"'],
    ['half a document', '{"amount": 5'],
    ['nothing', ''],
    ['a field missing', { ...CHARGE, amount: undefined }],
    ['a text for an amount', { ...CHARGE, amount: '5000' }],
    ['a fraction of a cent', { ...CHARGE, amount: 50.5 }],
    ['null for an amount', { ...CHARGE, amount: null }],
    ['an unknown method', { ...CHARGE, paymentMethod: 'CASH' }],
    ['an unknown field', { ...CHARGE, instalments: 2 }],
    ['an unknown field within', { ...CHARGE, customer: { ...CUSTOMER, age: 5 } }],
    ['a NUL in a text', { ...CHARGE, customer: { ...CUSTOMER, name: 'a\u0000b' } }],
    ['half a surrogate pair', { ...CHARGE, customer: { ...CUSTOMER, name: 'a\ud800b' } }],
    ['depth without end', `{"providerData":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
    ['depth without end in a list', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ])('%s: 400', async (_, payload) => {
    expectProblem(await post(payload, { 'content-type': 'application/json' }), 400, 'malformed_request')
  })

  it('says where and what', async () => {
    const answer = await post({ ...CHARGE, amount: 'x', customer: { ...CUSTOMER, email: undefined }, extra: 1 })
    const { errors } = expectProblem(answer, 400, 'malformed_request')
    expect(errors.map(({ path, rule }: Record<string, string>) => [path, rule]).sort()).toEqual([
      ['/amount', 'type'],
      ['/customer/email', 'required'],
      ['/extra', 'additionalProperties'],
    ])
  })

  it.each([
    '/v1/charges?limit=0',
    '/v1/charges?limit=101',
    '/v1/charges?limit=ten',
    '/v1/charges?status=PAID',
    '/v1/charges?cursor=rubbish',
    `/v1/charges?cursor=${Buffer.from('["2026-01-01","x"]').toString('base64url')}`,
    `/v1/charges?cursor=${Buffer.from('["x\'; --","00000000-0000-7000-8000-000000000000"]').toString('base64url')}`,
    '/v1/charges?createdFrom=yesterday',
  ])('%s: 400', async (url) => {
    expectProblem(await api.call(seller(), 'GET', url), 400, 'malformed_request')
  })
})

describe('a broken rule', () => {
  it.each([
    ['nothing to pay', { amount: 0 }, ['/amount']],
    ['a negative amount', { amount: -1 }, ['/amount']],
    ['too much', { amount: 100_000_000_000 }, ['/amount']],
    ['a CPF that does not add up', { customer: { ...CUSTOMER, document: '52998224724' } }, ['/customer/document']],
    ['a phone without area code', { customer: { ...CUSTOMER, phone: '987654321' } }, ['/customer/phone']],
    ['an address that is none', { customer: { ...CUSTOMER, email: 'maria' } }, ['/customer/email']],
    ['Pix in installments', { installments: 2 }, ['/installments']],
    ['Pix in dollars', { currency: 'USD' }, ['/currency']],
    ['a notification address that is no web address', { webhookUrl: 'ftp://shop.example/' }, ['/webhookUrl']],
    ['a page address that is a script', { checkoutUrl: 'javascript:alert(1)' }, ['/checkoutUrl']],
    ['a referrer that is a script', { referrerUrl: 'javascript:alert(1)' }, ['/referrerUrl']],
    ['an offer that does not exist', { offerId: '019b5a2c-3d44-7e5f-8a1b-2c3d4e5f6a7b' }, ['/offerId']],
    ['a page that is none', { referrerUrl: 'data:text/html,hello' }, ['/referrerUrl']],
    ['more shares than there is money', { splits: [{ recipientId: 'r', amount: 5001, type: 'FIXED' }] }, ['/splits']],
  ])('%s: 422', async (_, change, paths) => {
    const { errors } = expectProblem(await post({ ...CHARGE, ...change }), 422, 'rule_broken')
    expect(errors.map(({ path }: { path: string }) => path)).toEqual(paths)
  })

  it.each([
    ['/v1/charges', { ...CHARGE, customer: { ...CUSTOMER, name: '  ' } }, '/customer/name'],
    ['/v1/charges', { ...CHARGE, items: [{ title: '\t', unitPrice: 5000, quantity: 1 }] }, '/items/0/title'],
    ['/v1/receivers', { ...RECEIVER, name: '\n ' }, '/name'],
    ['/v1/products', { name: 'Curso', description: '\u00a0' }, '/description'],
    ['/v1/api-keys', { name: ' ', role: 'seller' }, '/name'],
    ['/v1/users', { name: ' ', email: 'new@example.com', password: PASSWORD, role: 'seller' }, '/name'],
  ])('a text of spaces only, to %s: 422', async (url, payload, path) => {
    const answer = await api.call(api.home.keys.admin, 'POST', url, { payload })
    const { errors } = expectProblem(answer, 422, 'rule_broken')
    expect(errors).toEqual([{ path, rule: 'pattern', message: 'must not be blank' }])
  })

  it.each([
    ['/v1/charges', { ...CHARGE, customer: { ...CUSTOMER, email: 'a@b' } }, '/customer/email'],
    ['/v1/receivers', { ...RECEIVER, email: 'a@b' }, '/email'],
    ['/v1/invitations', { email: 'a@b', role: 'seller' }, '/email'],
    ['/v1/users', { name: 'Ana', email: 'a@b', password: PASSWORD, role: 'seller' }, '/email'],
    [
      '/v1/withdrawals',
      { paymentMethod: 'PIX', amount: 100, pixKey: '52998224725', pixType: 'CPF', email: 'a@b' },
      '/email',
    ],
  ])('an e-mail address without a dot in its domain, to %s: 422', async (url, payload, path) => {
    const answer = await api.call(api.home.keys.admin, 'POST', url, { payload })
    const { errors } = expectProblem(answer, 422, 'rule_broken')
    expect(errors).toEqual([{ path, rule: 'format', message: 'must match format "email"' }])
  })

  it("a method that the provider lacks: 422 in the provider's own words", async () => {
    const answer = await post({ ...CHARGE, paymentMethod: 'BILLET', providerAccountId: accountId })
    expect(expectProblem(answer, 422, 'method_not_supported').detail).toBe('Method not implemented.')
  })

  it('a platform without any account: 422', async () => {
    const answer = await api.call(api.other.keys.seller, 'POST', '/v1/charges', { payload: CHARGE })
    expectProblem(answer, 422, 'no_provider_account')
  })

  it('a disabled account: 422', async () => {
    const { id } = await api.addAccount(api.home, 'ASAAS', { enabled: false })
    expectProblem(await post({ ...CHARGE, providerAccountId: id }), 422, 'no_provider_account')
  })
})

describe('other problems', () => {
  it('without credentials: 401, with how to do better', async () => {
    const answer = await api.call(null, 'GET', '/v1/me')
    expectProblem(answer, 401, 'unauthenticated')
    expect(answer.headers['www-authenticate']).toContain('Bearer')
  })

  it('not for this role: 403', async () => {
    expectProblem(await api.call(seller(), 'GET', '/v1/api-keys'), 403, 'forbidden')
  })

  it.each([
    '/v1/nothing',
    '/v1/charges/00000000-0000-7000-8000-000000000000',
    '/v1/charges/not-an-id',
    '/v1/charges/not-an-id/events',
    '/v1/charges/not-an-id/attempts',
    '/v1/charges/not-an-id/stream',
    '/v1/charges/%00',
    '/v1/charges/%zz',
    `/v1/charges/${'x'.repeat(600)}`,
    '/v1/provider-accounts/not-an-id',
    '/v1/checkout/short',
    '/webhooks/asaas',
    `/v1/checkout/${TOKEN}`,
  ])('%s: 404', async (url) => {
    const answer = await api.call(seller(), 'GET', url, { headers: { accept: 'text/html' } })
    expectProblem(answer, 404, 'not_found')
  })

  it('too large: 413', async () => {
    expectProblem(await post({ ...CHARGE, description: 'x'.repeat(300_000) }), 413, 'payload_too_large')
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    '%s: 415',
    async (type) => {
      expectProblem(await post(JSON.stringify(CHARGE), { 'content-type': type }), 415, 'unsupported_media_type')
    },
  )

  it.each([
    ['guessing passwords', 'POST', '/v1/auth/sign-in', { email: 'seller@home.example', password: 'wrong' }, 3],
    ['guessing buyer pages', 'GET', `/v1/checkout/${'y'.repeat(43)}`, undefined, 5],
    ['guessing keys', 'GET', '/v1/me', undefined, 42],
    ['guessing webhook addresses', 'POST', `/webhooks/asaas/${TOKEN}`, {}, 42],
  ] as const)('%s: 429 with the time to wait', async (_, method, url, payload, tries) => {
    let answer = await api.call(null, method, url)
    for (let i = 0; i < tries; i++) answer = await api.call('trk_guess', method, url, { payload })
    expectProblem(answer, 429, 'rate_limited')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('wrong passwords from elsewhere keep no user out', async () => {
    const from = (remoteAddress: string, password: string) =>
      api.call(null, 'POST', '/v1/auth/sign-in', {
        payload: { email: api.home.emails.operator, password },
        remoteAddress,
      } as Parameters<typeof api.call>[3])
    for (let tries = 0; tries < 4; tries += 1) await from('198.51.100.7', 'wrong')
    expectProblem(await from('198.51.100.7', 'wrong'), 429, 'rate_limited')
    expectProblem(await from('198.51.100.8', 'wrong'), 401, 'wrong_credentials')
  })

  it('wrong passwords that come at once from everywhere are counted before they are looked at', async () => {
    const answers = await Promise.all(
      Array.from({ length: 18 }, (_, number) =>
        api.call(null, 'POST', '/v1/auth/sign-in', {
          payload: { email: 'stranger@home.example', password: 'wrong' },
          remoteAddress: `203.0.114.${number}`,
        } as Parameters<typeof api.call>[3]),
      ),
    )
    const told = answers.map(({ statusCode }) => statusCode)
    expect(told.filter((status) => status === 401)).toHaveLength(6)
    expect(told.filter((status) => status === 429)).toHaveLength(12)
  })

  it('wrong passwords from everywhere end for one e-mail, but not for a browser of its owner, nor for others', async () => {
    const { seller, admin } = api.other.emails
    let address = 0
    const signIn = (email: string, password: string, cookie?: string) => {
      address += 1
      return api.call(null, 'POST', '/v1/auth/sign-in', {
        payload: { email, password },
        headers: cookie === undefined ? {} : { cookie },
        remoteAddress: `203.0.113.${address}`,
      } as Parameters<typeof api.call>[3])
    }
    const known = (answer: Awaited<ReturnType<typeof signIn>>) =>
      answer.cookies.filter(({ name }) => name === 'trilho.known').map(({ name, value }) => `${name}=${value}`)[0] ?? ''
    const [own, strangers] = [known(await signIn(seller, PASSWORD)), known(await signIn(admin, PASSWORD))]
    for (let tries = 0; tries < 6; tries += 1) expectProblem(await signIn(seller, 'wrong'), 401, 'wrong_credentials')
    const refused = await signIn(seller.toUpperCase(), PASSWORD)
    expectProblem(refused, 429, 'rate_limited')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expectProblem(await signIn(seller, PASSWORD, strangers), 429, 'rate_limited')
    expect((await signIn(seller, PASSWORD, own)).statusCode).toBe(200)
    expect((await signIn(admin, PASSWORD)).statusCode).toBe(200)
    for (let tries = 0; tries < 6; tries += 1) await signIn(seller, 'wrong', own)
    expectProblem(await signIn(seller, PASSWORD, own), 429, 'rate_limited')
  })
})
