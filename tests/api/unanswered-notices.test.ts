/** Notices that name none of our references, of transactions whose answer was lost: whose they are is read at the provider. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { fillWithUnknown } from '../support/unknown-notices.ts'
import { askingAs, PATIENCE } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'
import { formOf } from './form.ts'

let api: ChargingApi
const accounts = { ABMEX: { id: '', token: '' }, PRONTTUS: { id: '', token: '' } }
type Provider = keyof typeof accounts
beforeAll(async () => {
  api = await startChargingApi()
  for (const provider of ['ABMEX', 'PRONTTUS'] as const) accounts[provider] = await api.connect(provider)
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const { get, untilCharge } = askingAs('operator', () => api)
const chargeOf = (id: string) => get(`/v1/charges/${id}`)
const operate = (id: string, action: string, payload?: object) =>
  api.call(api.home.keys.operator, 'POST', `/v1/operations/charge%2F${id}/${action}`, { payload })

/** A charge at a provider that cannot be searched, whose transaction was made and whose answer was lost. */
async function withLostAnswer(provider: Provider): Promise<{ id: string; made: string }> {
  await api.control('PUT', `/faults/${provider}/createTransaction`, { fault: 'commitThenDrop', times: 1 })
  const payload = { ...NEW_CHARGE, providerAccountId: accounts[provider].id }
  const { id } = (await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload })).json()
  await untilCharge(id, { attention: 'unknownOutcome' })
  const { data } = await api.control<{ data: { id: string }[] }>('GET', `/transactions?provider=${provider}&limit=1`)
  return { id, made: data[0]?.id ?? '' }
}

/** The buyer pays, and the provider says so: it names its own transaction, and nothing of ours. */
async function pay(provider: Provider, made: string, payload: object): Promise<void> {
  await api.control('POST', `/transactions/${provider}/${made}/pay`)
  const url = `/webhooks/${provider.toLowerCase()}/${accounts[provider].token}`
  expect((await api.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
}

it.each([
  ['is said not to be there', 'resolve', { outcome: 'notCreated' }],
  ['is cancelled', 'cancel', undefined],
] as const)(
  'what is paid after it %s is shown to an operator, and can be given back',
  async (_, action, payload) => {
    const { id, made } = await withLostAnswer('ABMEX')
    expect((await operate(id, action, payload)).statusCode).toBe(202)
    await untilCharge(id, { status: 'REJECTED' })
    await pay('ABMEX', made, { sell_id: made, status: 'paid' })
    await untilCharge(id, { status: 'APPROVED', attention: 'orphanPayment' })
    const { data } = await get(`/v1/charges/${id}/payments`)
    expect(data).toMatchObject([{ transactionId: made, state: 'APPROVED', amount: 5_000, shown: false }])
    const url = `/v1/charges/${id}/refunds`
    const refund = await api.call(api.home.keys.seller, 'POST', url, { payload: { paymentId: data[0].id } })
    expect(refund.statusCode).toBe(201)
    await untilCharge(id, { status: 'REFUNDED', refundedAmount: 5_000 })
  },
  120_000,
)

it('what is paid while it is not known whether it was made ends the doubt', async () => {
  const { id, made } = await withLostAnswer('ABMEX')
  await pay('ABMEX', made, { sell_id: made, status: 'paid' })
  await untilCharge(id, { status: 'APPROVED', transactionId: made, attention: null })
}, 120_000)

it('what no reference tells is asked at once, and becomes the payment of whose an operator says it is', async () => {
  const { id, made } = await withLostAnswer('PRONTTUS')
  expect((await operate(id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
  await untilCharge(id, { status: 'REJECTED' })
  const said = { outcome: 'created', transactionId: made }
  expect((await operate(id, 'resolve', said)).statusCode).toBe(409)
  await pay('PRONTTUS', made, { transactionId: made, status: 'PAID' })
  const open = async () => (await get('/v1/reconciliation/items?state=open')).data
  await expect
    .poll(open, PATIENCE)
    .toMatchObject([
      { kind: 'missingHere', transactionId: made, ours: null, theirs: { status: 'APPROVED', amount: 5_000 } },
    ])
  expect(await chargeOf(id)).toMatchObject({ status: 'REJECTED', attention: null })
  // Who says whose it is chooses among what was sent there and has no answer.
  const [item] = await open()
  expect((await get(`/v1/reconciliation/items/${item.id}/candidates`)).data).toMatchObject([
    { kind: 'charge', id, workflowId: `charge/${id}`, amount: 5_000, name: NEW_CHARGE.customer.name },
  ])
  expect((await operate(id, 'resolve', { ...said, transactionId: 'unheard-of' })).statusCode).toBe(409)
  expect((await operate(id, 'resolve', said)).json()).toMatchObject({ became: 'carriedOut' })
  await untilCharge(id, { status: 'APPROVED', attention: 'orphanPayment' })
  expect(await open()).toEqual([])
  const { data } = await get(`/v1/charges/${id}/payments`)
  expect(data).toMatchObject([{ transactionId: made, state: 'APPROVED', amount: 5_000, shown: false }])
}, 120_000)

it('what only a statement tells of becomes the payment of whose an operator says it is', async () => {
  const { id, made } = await withLostAnswer('PRONTTUS')
  expect((await operate(id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
  await untilCharge(id, { status: 'REJECTED' })
  await api.control('PUT', '/faults/PRONTTUS/webhook', { fault: 'noWebhook', times: 0 })
  await api.control('POST', `/transactions/PRONTTUS/${made}/pay`)
  const said = { outcome: 'created', transactionId: made }
  expect((await operate(id, 'resolve', said)).statusCode).toBe(409)
  const form = await formOf({
    file: new Blob([`Id;Valor\n${made};50,00\nleft-${made};-50,00`]),
    providerAccountId: accounts.PRONTTUS.id,
    columns: JSON.stringify({ transactionId: 'Id', amount: 'Valor' }),
  })
  expect((await api.call(api.home.keys.operator, 'POST', '/v1/reconciliation/statements', form)).statusCode).toBe(201)
  const items: { id: string; transactionId: string }[] = (await get('/v1/reconciliation/items?state=open')).data
  const itemOf = (transactionId: string) => items.find((item) => item.transactionId === transactionId)?.id
  // What left can be no charge's.
  const left = `left-${made}`
  expect((await get(`/v1/reconciliation/items/${itemOf(left)}/candidates`)).data).toEqual([])
  expect((await operate(id, 'resolve', { ...said, transactionId: left })).statusCode).toBe(409)
  const { data } = await get(`/v1/reconciliation/items/${itemOf(made)}/candidates`)
  expect(data.map((candidate: { id: string }) => candidate.id)).toEqual([id])
  expect((await operate(id, 'resolve', said)).json()).toMatchObject({ became: 'carriedOut' })
  await untilCharge(id, { status: 'APPROVED', attention: 'orphanPayment' })
  expect((await get(`/v1/reconciliation/items/${itemOf(made)}`)).state).toBe('resolvedAutomatically')
  expect((await get(`/v1/reconciliation/items/${itemOf(made)}/candidates`)).data).toEqual([])
}, 120_000)

it('a withdrawal whose answer was lost is among whose a transaction may be', async () => {
  const { id: providerAccountId } = await api.connect('CASHTIME')
  await api.control('PUT', '/faults/CASHTIME/withdraw', { fault: 'commitThenDrop', times: 1 })
  const destination = { paymentMethod: 'PIX', pixKey: '52998224725', pixType: 'CPF', name: 'Ana', amount: 2_500 }
  const payload = { ...destination, providerAccountId }
  const { id } = (await api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload })).json()
  await expect.poll(async () => (await get(`/v1/withdrawals/${id}`)).attention, PATIENCE).toBe('unknownOutcome')
  const form = await formOf({
    file: new Blob(['Id;Valor\nunheard-of;-25,00']),
    providerAccountId,
    columns: JSON.stringify({ transactionId: 'Id', amount: 'Valor' }),
  })
  expect((await api.call(api.home.keys.operator, 'POST', '/v1/reconciliation/statements', form)).statusCode).toBe(201)
  const query = `state=open&providerAccountId=${providerAccountId}`
  const [item] = (await get(`/v1/reconciliation/items?${query}`)).data
  expect((await get(`/v1/reconciliation/items/${item.id}/candidates`)).data).toMatchObject([
    { kind: 'withdrawal', id, workflowId: `withdrawal/${id}`, amount: 2_500, name: 'Ana' },
  ])
}, 120_000)

it('what has the amount of a charge without an answer is asked about however much else is unknown at its account', async () => {
  const { id, made } = await withLostAnswer('PRONTTUS')
  expect((await operate(id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
  await untilCharge(id, { status: 'REJECTED' })
  await fillWithUnknown(api, { provider: 'PRONTTUS', accountId: accounts.PRONTTUS.id, count: 1_000 })
  await pay('PRONTTUS', made, { transactionId: made, status: 'PAID' })
  const newest = async () => (await get('/v1/reconciliation/items?state=open')).data[0].transactionId
  await expect.poll(newest, PATIENCE).toBe(made)
}, 120_000)
