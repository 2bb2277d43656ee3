/** Every provider by its wire format: what a careful client gets, and what a careless one is told. */
import { getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils'
import { describe, expect, it } from 'vitest'
import { AMOUNT, at, call, create, REFERENCE, replaced } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'
import { openReceiver, openSandbox } from './support.ts'

const NOWHERE = 'http://127.0.0.1:9/none'

describe.each(SCENARIOS)('$provider', (scenario) => {
  const { provider, words } = scenario

  it('creates a charge that can be read, found and paid', async () => {
    const api = await openSandbox()
    const { answer, id } = await create(api, scenario)
    expect(answer.status).toBe(scenario.createdStatus)
    if (scenario.status) expect(at(answer.body, scenario.status)).toBe(words.pending)
    if (scenario.amount) expect(at(answer.body, scenario.amount[0])).toBe(scenario.amount[1])

    const headers = await scenario.login(api)
    const pending = await call(api, provider, { path: scenario.readPath(id), headers })
    expect([pending.status, at(pending.body, scenario.read.id), at(pending.body, scenario.read.status)]).toEqual([
      200,
      at(answer.body, scenario.id),
      words.pending,
    ])
    if (scenario.find) {
      const found = await call(api, provider, { path: scenario.find.path(api), headers })
      expect(String(at(found.body, scenario.find.ids))).toBe(id)
    }

    expect((await api.act(provider, id, 'pay')).status).toBe(200)
    const paid = await call(api, provider, { path: scenario.readPath(id), headers })
    expect(at(paid.body, scenario.read.status)).toBe(words.paid)
    expect(await api.transactions(provider)).toMatchObject([
      { provider, id, reference: REFERENCE, amount: AMOUNT, status: words.paid, method: 'PIX', moneyRequests: 1 },
    ])
  })

  it('gives a Pix code that a bank would read', async () => {
    const api = await openSandbox()
    const { answer, id } = await create(api, scenario)
    const headers = await scenario.login(api)
    const source = scenario.code
      ? answer
      : await call(api, provider, { path: `${scenario.readPath(id)}/pixQrCode`, headers })
    const code = String(at(source.body, scenario.code || 'payload'))
    expect(isValidPixPayload(code)).toBe(true)
    expect(getPixPayloadInfo(code)).toMatchObject({ pointOfInitiation: 'dynamic' })
    expect(code).toContain('540512.34')
  })

  it('refuses wrong and missing credentials in its own words, and counts the request as not committed', async () => {
    const api = await openSandbox()
    const { path, headers, body } = await scenario.creation(api, NOWHERE)
    for (const login of scenario.wrongLogins) {
      const answer = await call(api, provider, { method: 'POST', path, headers: { ...headers, ...login }, body })
      expect(answer.status).toBe(401)
      expect(at(answer.body, scenario.error)).toEqual(expect.any(String))
    }
    expect(await api.requests(provider)).toEqual([
      { provider, reference: REFERENCE, count: scenario.wrongLogins.length, committed: 0 },
    ])
  })

  it.each([...scenario.required.map((field) => [field, undefined] as const), ...scenario.wrong])(
    'refuses %s as %j',
    async (field, value) => {
      const api = await openSandbox()
      const { path, headers, body } = await scenario.creation(api, NOWHERE)
      const answer = await call(api, provider, {
        method: 'POST',
        path,
        headers: { ...(await scenario.login(api)), ...headers },
        body: replaced(body, field, value),
      })
      expect(answer.status).toBe(400)
      expect(at(answer.body, scenario.error)).toEqual(expect.any(String))
      expect(await api.transactions(provider)).toEqual([])
    },
  )

  it('does not know what it was not asked to make', async () => {
    const api = await openSandbox()
    const headers = await scenario.login(api)
    const { path, status } = scenario.unknownId
    const unknown = await call(api, provider, { path, headers })
    expect([unknown.status, typeof at(unknown.body, scenario.error)]).toEqual([status, 'string'])
    const nowhere = await call(api, provider, { path: '/no/such/path', headers })
    expect([nowhere.status, typeof at(nowhere.body, scenario.error)]).toEqual([404, 'string'])
  })

  it('refuses a body that is not JSON in its own words', async () => {
    const api = await openSandbox()
    const { path, headers } = await scenario.creation(api, NOWHERE)
    const answer = await call(api, provider, {
      method: 'POST',
      path,
      headers: { ...(await scenario.login(api)), ...headers },
      body: '{"half":',
    })
    expect([answer.status, typeof at(answer.body, scenario.error)]).toEqual([400, 'string'])
  })

  it.each((['refuse', 'expire', 'refund', 'chargeback'] as const).map((action) => [action]))(
    'shows what %s makes of a charge',
    async (action) => {
      const api = await openSandbox()
      const { id } = await create(api, scenario)
      const word = { refuse: 'refused', expire: 'expired', refund: 'refunded', chargeback: 'chargeback' } as const
      if (action === 'refund' || action === 'chargeback') await api.act(provider, id, 'pay')
      const moved = await api.act(provider, id, action)
      const expected = words[word[action]]
      expect([moved.status, moved.body.transaction?.status]).toEqual(expected ? [200, expected] : [409, undefined])
    },
  )

  it('tells of a payment as the real one would, signed, at the address it was given', async () => {
    const api = await openSandbox()
    const { url, received } = await openReceiver()
    const { addressInRequest, ...webhook } = scenario.webhook
    if (!addressInRequest) await api.control('PUT', `/webhook-addresses/${provider}`, { url })
    const { id } = await create(api, scenario, url)
    await api.act(provider, id, 'pay')
    await expect.poll(() => received.length).toBe(1)

    const [notice] = received
    if (!notice) throw new Error('No notice')
    expect([notice.method, notice.path.split('?')[0], notice.headers['content-type']]).toEqual([
      'POST',
      new URL(url).pathname,
      'application/json',
    ])
    expect(webhook.id(notice)).toBe(id)
    expect(webhook.paid(notice)).toEqual(webhook.paidValue)
    const secret = api.accounts.find((account) => account.provider === provider)?.webhookSecret ?? ''
    expect(webhook.isSigned(notice, secret)).toBe(true)
    if (secret && provider !== 'MERCADOPAGO') expect(webhook.isSigned(notice, `${secret}x`)).toBe(false)
  })
})
