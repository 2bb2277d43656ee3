/** Each fault does what its name says, once, to the operation it was set on, and leaves the ledger as it claims. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AMOUNT, call, create, REFERENCE } from './scenario.ts'
import { SCENARIOS, scenarioOf } from './scenarios.ts'
import { type Api, openReceiver, openSandbox } from './support.ts'

const CREATE = 'createTransaction'

describe.each(SCENARIOS)('$provider', (scenario) => {
  const { provider } = scenario

  it.each([
    ['commitThenDrop', 'dropped', 1],
    ['dropBeforeCommit', 'dropped', 0],
    ['serverError', 500, 0],
    ['serverErrorAfterCommit', 500, 1],
    ['rateLimited', 429, 0],
    ['slow', 'created', 1],
    ['htmlBody', 200, 1],
    ['malformedBody', 'created', 1],
  ] as const)('%s on creation: %s, %i committed', async (fault, outcome, committed) => {
    const api = await openSandbox()
    await api.fault(provider, CREATE, fault, { delayMs: 1 })
    const answer = create(api, scenario)
    if (outcome === 'dropped') await expect(answer).rejects.toThrow()
    else expect((await answer).answer.status).toBe(outcome === 'created' ? scenario.createdStatus : outcome)
    expect(await api.requests(provider)).toEqual([{ provider, reference: REFERENCE, count: 1, committed }])
    expect(await api.transactions(provider)).toHaveLength(committed)
    expect((await api.control('GET', '/faults')).body.data).toEqual([])
  })
})

describe('answers', () => {
  const scenario = scenarioOf('ASAAS')

  it('say how long to wait when there were too many requests', async () => {
    const api = await openSandbox()
    await api.fault('ASAAS', CREATE, 'rateLimited', { retryAfterSeconds: 7 })
    expect((await create(api, scenario)).answer.headers['retry-after']).toBe('7')
  })

  it('are a page, or half of one in JSON', async () => {
    const api = await openSandbox()
    await api.fault('ASAAS', CREATE, 'htmlBody')
    const page = (await create(api, scenario)).answer
    expect([page.headers['content-type'], page.text.startsWith('<!doctype html>')]).toEqual([
      'text/html; charset=utf-8',
      true,
    ])
    await api.fault('ASAAS', CREATE, 'malformedBody')
    const half = (await create(api, scenario)).answer
    expect([half.headers['content-type'], half.body, half.text[0]]).toEqual([
      'application/json; charset=utf-8',
      undefined,
      '{',
    ])
  })

  it('come late when slow, with the transaction already made', async () => {
    const api = await openSandbox()
    await api.fault('ASAAS', CREATE, 'slow', { delayMs: 600_000 })
    const creation = create(api, scenario)
    creation.catch(() => undefined)
    await expect.poll(() => api.transactions('ASAAS')).toHaveLength(1)
    await api.close()
    await expect(creation).rejects.toThrow()
  })
})

describe('a fault', () => {
  const scenario = scenarioOf('ASAAS')
  let api: Api
  const statuses = async (count: number) => {
    const seen = []
    for (let turn = 0; turn < count; turn++) seen.push((await create(api, scenario)).answer.status)
    return seen
  }

  it('strikes as often as asked', async () => {
    api = await openSandbox()
    await api.fault('ASAAS', CREATE, 'serverError', { times: 2 })
    expect(await statuses(3)).toEqual([500, 500, 200])
  })

  it('strikes until it is removed when asked for ever', async () => {
    api = await openSandbox()
    await api.fault('ASAAS', CREATE, 'serverError', { times: 0 })
    expect(await statuses(3)).toEqual([500, 500, 500])
    await api.control('DELETE', '/faults')
    expect(await statuses(1)).toEqual([200])
  })

  it('never strikes with probability 0', async () => {
    api = await openSandbox()
    await api.fault('ASAAS', CREATE, 'serverError', { times: 0, probability: 0 })
    expect(await statuses(3)).toEqual([200, 200, 200])
  })

  it('spares other operations and other providers', async () => {
    api = await openSandbox()
    await api.fault('ASAAS', 'readTransaction', 'serverError', { times: 0 })
    await api.fault('PAGUESAFE', '*', 'serverError', { times: 0 })
    const { answer, id } = await create(api, scenario)
    const headers = await scenario.login(api)
    const read = await call(api, 'ASAAS', { path: scenario.readPath(id), headers })
    expect([answer.status, read.status]).toEqual([200, 500])
  })

  it('on * strikes any operation', async () => {
    api = await openSandbox()
    const { id } = await create(api, scenario)
    await api.fault('ASAAS', '*', 'serverError')
    const headers = await scenario.login(api)
    expect((await call(api, 'ASAAS', { path: scenario.readPath(id), headers })).status).toBe(500)
  })

  it.each(SCENARIOS)('for one amount strikes the creation of that amount alone at $provider', async (whom) => {
    api = await openSandbox()
    await api.fault(whom.provider, CREATE, 'serverError', { times: 0, amount: AMOUNT + 1 })
    expect((await create(api, whom)).answer.status).toBe(whom.createdStatus)
    await api.fault(whom.provider, CREATE, 'serverError', { times: 0, amount: AMOUNT })
    expect((await create(api, whom)).answer.status).toBe(500)
  })

  it.each(SCENARIOS)('for one amount strikes the reading of that transaction alone at $provider', async (whom) => {
    api = await openSandbox()
    const { id } = await create(api, whom)
    const read = async () =>
      (await call(api, whom.provider, { path: whom.readPath(id), headers: await whom.login(api) })).status
    await api.fault(whom.provider, 'readTransaction', 'serverError', { times: 0, amount: AMOUNT + 1 })
    expect(await read()).toBe(200)
    await api.fault(whom.provider, 'readTransaction', 'serverError', { amount: AMOUNT })
    expect([await read(), await read()]).toEqual([500, 200])
  })

  it('for one amount still strikes a call that names no transaction', async () => {
    api = await openSandbox()
    await api.fault('ZENDRY', 'token', 'serverError', { amount: AMOUNT })
    expect(await scenarioOf('ZENDRY').login(api)).toEqual({ authorization: 'Bearer undefined' })
  })

  it('on token keeps a client out', async () => {
    api = await openSandbox()
    await api.fault('ZENDRY', 'token', 'serverError')
    expect(await scenarioOf('ZENDRY').login(api)).toEqual({ authorization: 'Bearer undefined' })
  })

  it.each([
    ['/faults/ASAAS/createTransaction', { fault: 'nonsense' }, 400],
    ['/faults/ASAAS/createTransaction', { fault: 'noWebhook' }, 400],
    ['/faults/ASAAS/webhook', { fault: 'serverError' }, 400],
    ['/faults/ASAAS/createTransaction', { fault: 'serverError', times: -1 }, 400],
    ['/faults/ASAAS/createTransaction', { fault: 'serverError', probability: 2 }, 400],
    ['/faults/ASAAS/createTransaction', { fault: 'serverError', amount: 12.5 }, 400],
    ['/faults/ASAAS/token', { fault: 'serverError' }, 404],
    ['/faults/UNKNOWN/createTransaction', { fault: 'serverError' }, 404],
  ])('that cannot be is refused: %s %j', async (path, body, status) => {
    api = await openSandbox()
    expect((await api.control('PUT', path, body)).status).toBe(status)
  })
})

describe.each(SCENARIOS)('webhooks of $provider', (scenario) => {
  const { provider } = scenario
  let api: Api
  let receiver: Awaited<ReturnType<typeof openReceiver>>

  beforeEach(async () => {
    api = await openSandbox()
    receiver = await openReceiver()
    await api.control('PUT', `/webhook-addresses/${provider}`, { url: receiver.url })
  })
  afterEach(() => api.close())

  it('duplicateWebhook: the same notice comes twice', async () => {
    const { id } = await create(api, scenario, receiver.url)
    await api.fault(provider, 'webhook', 'duplicateWebhook')
    await api.act(provider, id, 'pay')
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(receiver.received.map(scenario.webhook.paid)).toEqual([
      scenario.webhook.paidValue,
      scenario.webhook.paidValue,
    ])
  })

  it('outOfOrderWebhooks: news of what was comes only once news of what is was taken', async () => {
    const answers = [503]
    const slow = await openReceiver(() => answers.pop() ?? 200)
    await api.control('PUT', `/webhook-addresses/${provider}`, { url: slow.url })
    const { id } = await create(api, scenario, slow.url)
    await api.fault(provider, 'webhook', 'outOfOrderWebhooks')
    await api.act(provider, id, 'pay')
    await expect.poll(() => slow.received.length).toBe(3)
    const [refused, taken, old] = slow.received
    expect(refused?.text).toBe(taken?.text)
    expect(taken && scenario.webhook.paid(taken)).toEqual(scenario.webhook.paidValue)
    expect(old?.text).toMatch(/PAYMENT_CREATED|payment\.created|waiting_payment|"RECEIVE"|awaiting_payment/)
  })

  it('noWebhook: nothing comes, but it can be sent again', async () => {
    const { id } = await create(api, scenario, receiver.url)
    await api.fault(provider, 'webhook', 'noWebhook')
    await api.act(provider, id, 'pay')
    expect((await api.control('GET', `/webhooks?transaction=${id}`)).body.data).toEqual([])
    await api.control('POST', `/webhooks/${provider}/${id}/resend`)
    await expect.poll(() => receiver.received.length).toBe(1)
  })

  it('webhookBeforeResponse: paid and told before the creation is answered', async () => {
    await api.fault(provider, 'webhook', 'webhookBeforeResponse')
    const { id } = await create(api, scenario, receiver.url)
    expect(receiver.received.map(scenario.webhook.id)).toEqual([id])
    expect((await api.transactions(provider))[0].status).toBe(scenario.words.paid)
  })

  it('a fault for one amount leaves the notices of others alone, and waits', async () => {
    await api.fault(provider, 'webhook', 'webhookBeforeResponse', { amount: AMOUNT + 1 })
    await api.fault(provider, 'webhook', 'noWebhook', { amount: AMOUNT })
    const { id } = await create(api, scenario, receiver.url)
    expect((await api.transactions(provider))[0].status).toBe(scenario.words.pending)
    await api.act(provider, id, 'pay')
    expect((await api.control('GET', `/webhooks?transaction=${id}`)).body.data).toEqual([])
    expect((await api.control('GET', '/faults')).body.data).toMatchObject([
      { fault: 'webhookBeforeResponse', amount: AMOUNT + 1 },
    ])
  })
})
