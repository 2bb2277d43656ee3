/** What a charge does when an answer is lost, refused, late or nonsense: never a second transaction, never a guess. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { flagAttention } from '../../db/queries/charge/transitions.ts'
import { cancelSignal, chargeWorkflowId, decideUpdate, resolveSignal, retrySignal } from '../../workflows/messages.ts'
import { type ChargeStack, IMPATIENCE, startChargeStack, TOO_LATE_MS } from '../support/charge-stack.ts'
import { STALE_SECONDS } from '../support/searches.ts'
import { notify } from '../support/webhooks.ts'

vi.mock('../../providers/index.ts', async (original) => {
  const { promptSearches } = await import('../support/searches.ts')
  return promptSearches(await original<typeof import('../../providers/index.ts')>(), 'ASAAS', 'TREEAL')
})

let stack: ChargeStack
const accounts: Record<string, string> = {}

beforeAll(async () => {
  stack = await startChargeStack({}, IMPATIENCE)
  for (const provider of ['ASAAS', 'MERCADOPAGO', 'PAGUESAFE', 'TREEAL', 'ZENDRY'])
    accounts[provider] = await stack.addAccount(provider)
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const timing = { unknownMs: 1_500, triesBeforeAsking: 3 }
const keep = (chargeId: string, name: string) => stack.keepHistory(chargeWorkflowId(chargeId), name)
const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const fail = (provider: string, fault: string, times = 1) =>
  stack.control('PUT', `/faults/${provider}/createTransaction`, {
    fault,
    times,
    retryAfterSeconds: 1,
    delayMs: TOO_LATE_MS,
  })

/** What the provider holds of this charge, by the references of its attempts. */
async function atProvider(provider: string, chargeId: string) {
  const references = (await stack.attempts(chargeId)).map((attempt) => attempt.id.replaceAll('-', ''))
  const { data: transactions } = await stack.control<{ data: { id: string; reference: string }[] }>(
    'GET',
    `/transactions?provider=${provider}`,
  )
  const { data: requests } = await stack.control<{ data: { reference: string; count: number }[] }>(
    'GET',
    `/requests?provider=${provider}`,
  )
  return {
    transactions: transactions.filter(({ reference }) => references.includes(reference)).map(({ id }) => id),
    requests: requests.filter(({ reference }) => references.includes(reference)).map(({ count }) => count),
  }
}

const attentionOf = (chargeId: string) =>
  vi.waitFor(async () => {
    const { attention } = await stack.charge(chargeId)
    expect(attention).not.toBeNull()
    return attention
  }, 60_000)

/** requests: how often each attempt was sent. */
describe.each([
  { provider: 'ASAAS', fault: 'commitThenDrop', requests: [1] },
  { provider: 'ASAAS', fault: 'dropBeforeCommit', requests: [1, 1] },
  { provider: 'ASAAS', fault: 'serverError', requests: [1, 1] },
  { provider: 'ASAAS', fault: 'serverErrorAfterCommit', requests: [1] },
  { provider: 'ASAAS', fault: 'rateLimited', requests: [2] },
  { provider: 'ASAAS', fault: 'slow', requests: [1] },
  { provider: 'MERCADOPAGO', fault: 'commitThenDrop', requests: [2] },
  { provider: 'MERCADOPAGO', fault: 'dropBeforeCommit', requests: [2] },
  { provider: 'MERCADOPAGO', fault: 'serverErrorAfterCommit', requests: [2] },
  { provider: 'MERCADOPAGO', fault: 'malformedBody', requests: [2] },
  { provider: 'ASAAS', fault: 'htmlBody', requests: [1] },
  { provider: 'ASAAS', fault: 'malformedBody', requests: [1] },
  { provider: 'TREEAL', fault: 'commitThenDrop', requests: [1] },
  { provider: 'TREEAL', fault: 'dropBeforeCommit', requests: [1, 1] },
])('$provider, $fault', ({ provider, fault, requests }) => {
  test('ends with the one transaction that the provider has', async () => {
    await fail(provider, fault)
    const { chargeId, creation } = await stack.start([accounts[provider] ?? ''], { timing: { unknownMs: 30_000 } })
    expect(await creation).toEqual({ outcome: 'created' })
    const { transactionId, attention, pixCode } = await stack.charge(chargeId)
    const found = await atProvider(provider, chargeId)
    expect({ ...found, requests: found.requests.sort() }).toEqual({ transactions: [transactionId], requests })
    expect({ attention, pixCode: pixCode?.slice(0, 6) }).toEqual({ attention: null, pixCode: '000201' })
    await keep(chargeId, `creating-${provider.toLowerCase()}-${fault}`)
  })
})

test.each(['dropBeforeCommit', 'serverError'])(
  'a search that may lag for who knows how long (%s) is never reason enough to send again',
  async (fault) => {
    await fail('ZENDRY', fault)
    const { chargeId, creation } = await stack.start([accounts.ZENDRY ?? '', accounts.PAGUESAFE ?? ''], {
      timing: { unknownMs: 4_000 },
    })
    expect(await creation).toEqual({ outcome: 'needsAttention' })
    expect(await attentionOf(chargeId)).toBe('unknownOutcome')
    expect(await atProvider('ZENDRY', chargeId)).toEqual({ transactions: [], requests: [1] })
    expect(await stack.attempts(chargeId)).toMatchObject([{ number: 1, state: 'sending' }])
    await handleOf(chargeId).signal(cancelSignal, { by: 'ana' })
    expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
  },
)

describe('a provider that cannot be looked up', () => {
  async function loseAnswer(fault = 'commitThenDrop') {
    await fail('PAGUESAFE', fault)
    const { chargeId, creation } = await stack.start([accounts.PAGUESAFE ?? ''], { timing })
    expect(await creation).toEqual({ outcome: 'needsAttention' })
    expect(await attentionOf(chargeId)).toBe('unknownOutcome')
    const { transactions } = await atProvider('PAGUESAFE', chargeId)
    return { chargeId, transactions }
  }

  test('is not asked again: an operator decides, and names the transaction', async () => {
    const { chargeId, transactions } = await loseAnswer()
    expect(transactions).toHaveLength(1)
    const transactionId = transactions[0] ?? ''
    await handleOf(chargeId).signal(resolveSignal, { outcome: 'created', externalId: transactionId, by: 'ana' })
    await vi.waitFor(
      async () => expect(await stack.charge(chargeId)).toMatchObject({ transactionId, attention: null }),
      60_000,
    )
    expect((await stack.charge(chargeId)).pixCode).toMatch(/^000201/)
    expect((await atProvider('PAGUESAFE', chargeId)).requests).toEqual([1])
    await keep(chargeId, 'resolved-by-operator')
  })

  test('is not asked again by a retry either, which only looks: there is nothing to look by', async () => {
    const { chargeId, transactions } = await loseAnswer()
    expect(await handleOf(chargeId).executeUpdate(decideUpdate, { args: [{ kind: 'retry', by: 'ana' }] })).toEqual({
      became: 'void',
      why: 'cannotLook',
    })
    expect(await atProvider('PAGUESAFE', chargeId)).toEqual({ transactions, requests: [1] })
    const events = await stack.events(chargeId)
    expect(events.at(-1)).toMatchObject({
      type: 'decisionVoid',
      detail: { by: 'ana', decision: 'retry', why: 'cannotLook' },
    })
    expect((await stack.charge(chargeId)).attention).toBe('unknownOutcome')
  })

  test('takes no id that its provider does not know, and says so', async () => {
    const { chargeId, transactions } = await loseAnswer()
    const decide = (externalId: string) =>
      handleOf(chargeId).executeUpdate(decideUpdate, {
        args: [{ kind: 'resolve', outcome: 'created', externalId, about: 'unknownOutcome', attempt: 1 }],
      })
    expect(await decide('999999')).toEqual({ became: 'void', why: 'unknownId' })
    expect(await decide(transactions[0] ?? '')).toEqual({ became: 'carriedOut' })
    expect(await decide(transactions[0] ?? '')).toEqual({ became: 'void', why: 'answered' })
    expect((await stack.events(chargeId)).map(({ type }) => type).slice(-4)).toEqual([
      ...['decisionVoid', 'lookedUp', 'operatorResolved', 'decisionVoid'],
    ])
    await keep(chargeId, 'resolved-with-a-wrong-id')
  })

  test('ends when an operator cancels', async () => {
    const { chargeId } = await loseAnswer('dropBeforeCommit')
    await handleOf(chargeId).signal(cancelSignal, { by: 'ana' })
    expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
    await keep(chargeId, 'canceled-by-operator-unknown')
    const types = (await stack.events(chargeId)).map((event) => event.type)
    expect(types).toEqual(['sent', 'unknownOutcome', 'needsAttention', 'operatorCanceled', 'statusChanged'])
  })

  test('does not believe an unsigned webhook that names a transaction of another charge', async () => {
    const other = await stack.start([accounts.PAGUESAFE ?? ''])
    await other.creation
    const { transactionId: foreign } = await stack.charge(other.chargeId)
    await stack.control('POST', `/transactions/PAGUESAFE/${foreign}/pay`)
    const { chargeId } = await loseAnswer()
    await notify(stack, chargeId, {
      accountId: accounts.PAGUESAFE ?? '',
      transactionId: foreign ?? '',
      status: 'paid',
      proof: 'token',
    })
    await handleOf(chargeId).signal(cancelSignal)
    expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
    expect((await stack.charge(chargeId)).transactionId).toBeNull()
  })
})

test('a webhook that carries our reference answers the doubt', async () => {
  await fail('ASAAS', 'commitThenDrop')
  await stack.control('PUT', '/faults/ASAAS/findTransaction', { fault: 'serverError', times: 0 })
  const { chargeId, creation } = await stack.start([accounts.ASAAS ?? ''], { timing })
  expect(await creation).toEqual({ outcome: 'needsAttention' })
  const { transactions } = await atProvider('ASAAS', chargeId)
  const transactionId = transactions[0] ?? ''
  const reference = (await stack.attempts(chargeId))[0]?.id.replaceAll('-', '') ?? ''
  await stack.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
  await notify(stack, chargeId, { accountId: accounts.ASAAS ?? '', transactionId, status: 'RECEIVED', reference })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ transactionId, attention: null, status: 'APPROVED' })
  await keep(chargeId, 'resolved-by-webhook')
})

test('a doubt that is written down after its answer asks no operator', async () => {
  const { chargeId, creation } = await stack.start([accounts.ASAAS ?? ''])
  await creation
  await flagAttention(stack.database.writer, chargeId, 'unknownOutcome')
  expect((await stack.charge(chargeId)).attention).toBeNull()
})

describe('once money may be under way', () => {
  const failOn = (provider: string, operation: string, fault: string, times: number, amount?: number) =>
    stack.control('PUT', `/faults/${provider}/${operation}`, { fault, times, amount, retryAfterSeconds: 1 })
  /** Two rules, one of which names the amount, strike one after the other, in the order in which they were made. */
  const failThen = async (provider: string, first: [fault: string, times: number], then: string) => {
    await failOn(provider, 'createTransaction', ...first)
    await failOn(provider, 'createTransaction', then, 1, 5_000)
  }
  const haveStruck = async () => expect((await stack.control<{ data: [] }>('GET', '/faults')).data).toEqual([])

  test('a later request that is refused for now does not send the charge to the next account', async () => {
    await failOn('ASAAS', 'readPixCode', 'rateLimited', 3)
    const { chargeId, creation } = await stack.start([accounts.ASAAS ?? '', accounts.ZENDRY ?? ''], {
      timing: { unknownMs: 30_000, triesBeforeFailover: 3 },
    })
    expect(await creation).toEqual({ outcome: 'created' })
    const { provider, transactionId } = await stack.charge(chargeId)
    expect(provider).toBe('ASAAS')
    expect(await atProvider('ASAAS', chargeId)).toEqual({ transactions: [transactionId], requests: [1] })
    expect(await stack.attempts(chargeId)).toHaveLength(1)
  })

  test('a repeated request that is refused for now does not prove that the first one did nothing', async () => {
    await failThen('MERCADOPAGO', ['commitThenDrop', 1], 'rateLimited')
    const { chargeId, creation } = await stack.start([accounts.MERCADOPAGO ?? '', accounts.ZENDRY ?? ''], {
      timing: { unknownMs: 30_000, triesBeforeFailover: 2 },
    })
    expect(await creation).toEqual({ outcome: 'created' })
    await haveStruck()
    const { provider, transactionId } = await stack.charge(chargeId)
    expect(provider).toBe('MERCADOPAGO')
    expect((await atProvider('MERCADOPAGO', chargeId)).transactions).toEqual([transactionId])
    expect(await stack.attempts(chargeId)).toHaveLength(1)
  })

  test('absence is believed only some time after the last sending, however old the attempt is', async () => {
    await failThen('ASAAS', ['rateLimited', 2], 'dropBeforeCommit')
    const { chargeId, creation } = await stack.start([accounts.ASAAS ?? ''], { timing: { unknownMs: 30_000 } })
    expect(await creation).toEqual({ outcome: 'created' })
    await haveStruck()
    const events = await stack.events(chargeId)
    const at = (type: string) => Date.parse(events.find((event) => event.type === type)?.at ?? '')
    expect(at('lookedUp') - at('unknownOutcome')).toBeGreaterThanOrEqual(STALE_SECONDS * 1_000)
  })
})

describe('failover', () => {
  test('goes to the next account when the first one surely did nothing', async () => {
    const dead = await stack.addAccount('ASAAS', { baseUrl: 'http://127.0.0.1:1/asaas/v3' })
    const { chargeId, creation } = await stack.start([dead, accounts.ZENDRY ?? ''])
    expect(await creation).toEqual({ outcome: 'created' })
    expect((await stack.charge(chargeId)).provider).toBe('ZENDRY')
    const turnedAway = { key: 'turnedAway/1', provider: 'ASAAS', detail: { message: expect.any(String) } }
    expect((await stack.events(chargeId)).filter(({ type }) => type === 'turnedAway')).toMatchObject([turnedAway])
    await keep(chargeId, 'failed-over')
  })

  test('goes on after a refusal, and ends with the last message when everybody refuses', async () => {
    const wrong = await stack.addAccount('ASAAS', { secretKey: 'not the key of any account' })
    const { chargeId, creation } = await stack.start([wrong, wrong])
    const answer = await creation
    expect(answer.outcome).toBe('refused')
    expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
    await keep(chargeId, 'refused-everywhere')
    expect((await stack.attempts(chargeId)).map((attempt) => attempt.errorKind)).toEqual([
      'Unauthorized',
      'Unauthorized',
    ])
  })

  test('never leaves an account whose outcome is unknown', async () => {
    await fail('PAGUESAFE', 'commitThenDrop')
    const { chargeId, creation } = await stack.start([accounts.PAGUESAFE ?? '', accounts.ASAAS ?? ''], { timing })
    expect(await creation).toEqual({ outcome: 'needsAttention' })
    expect(await stack.attempts(chargeId)).toHaveLength(1)
  })

  test('asks an operator when the only account cannot be reached, and tries again when told', async () => {
    const dead = await stack.addAccount('ASAAS', { baseUrl: 'http://127.0.0.1:1/asaas/v3' })
    const { chargeId, creation } = await stack.start([dead], { timing })
    expect(await creation).toEqual({ outcome: 'needsAttention' })
    expect(await attentionOf(chargeId)).toBe('providerUnreachable')
    await handleOf(chargeId).signal(retrySignal, { by: 'ana' })
    await vi.waitFor(async () => expect(await stack.attempts(chargeId)).toHaveLength(2), 60_000)
    await keep(chargeId, 'unreachable-retried')
  })
})
