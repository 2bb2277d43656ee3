/** A charge is split at one provider account, whatever routing would say: the same receiver's id names another receiver at another one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivers } from '../../db/schema/index.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

let api: ChargingApi
let preferred: string
let opener: string
let refusing: string
const ids = { opened: '', unopened: '' }
beforeAll(async () => {
  // The one that is not opened would be removed after two minutes.
  api = await startChargingApi({ sweeps: false })
  preferred = (await api.connect('PAGUESAFE', { priority: 1 })).id
  opener = (await api.connect('HORIZONBANK', { priority: 2 })).id
  refusing = (await api.connect('PAGUESAFE', { priority: 3, secretKey: 'nobodys' })).id
  const { platformId } = api.home
  const of = (providerAccountId: string, provider: string, receiverId?: string) => ({
    ...RECEIVER_ROW,
    platformId,
    providerAccountId,
    provider,
    ...(receiverId === undefined ? {} : { receiverId, status: 'ACTIVE' as const }),
  })
  const rows = await api.database.writer
    .insert(receivers)
    .values([
      of(opener, 'HORIZONBANK', '77'),
      of(opener, 'HORIZONBANK'),
      of(refusing, 'PAGUESAFE', '78'),
      of(opener, 'HORIZONBANK', '79'),
      of(preferred, 'PAGUESAFE', '79'),
    ])
    .returning()
  ids.opened = rows[0]?.id ?? ''
  ids.unopened = rows[1]?.id ?? ''
})
afterAll(() => api?.close())

const splitWith = (...recipientIds: string[]) =>
  recipientIds.map((recipientId) => ({ recipientId, amount: 1000, type: 'FIXED' }))
const post = async (path: string, payload: object) =>
  (await api.call(api.home.keys.seller, 'POST', path, { payload })).json()
const charge = (splits: object[], changes: object = {}) => post('/v1/charges', { ...NEW_CHARGE, splits, ...changes })
const madeAt = async (provider: string, amount: number) => {
  const path = `/transactions?provider=${provider}`
  const { data } = await api.control<{ data: { amount: number }[] }>('GET', path)
  return data.filter((one) => one.amount === amount).length
}

it.each([
  ['the provider’s id', () => '77'],
  ['our id', () => ids.opened],
])('goes where its receiver is, by %s', async (_, idOf) => {
  expect(await charge(splitWith(idOf()))).toMatchObject({
    providerAccountId: opener,
    splits: [{ recipientId: '77', amount: 1000 }],
  })
  const wish = { ...NEW_CHARGE, splits: splitWith(idOf()) }
  const { candidates } = await post('/v1/routing-rules/simulate', wish)
  expect(candidates).toEqual([{ providerAccountId: opener, provider: 'HORIZONBANK', taken: true, reason: 'asked' }])
})

it('names its account where an id is of no receiver here', async () => {
  for (const splits of [splitWith('1'), splitWith('77', '1')]) {
    const errors = [{ path: '/providerAccountId', message: expect.stringContaining('is needed') }]
    expect(await charge(splits)).toMatchObject({ status: 422, errors })
  }
  const named = await charge(splitWith('77', '1'), { providerAccountId: opener })
  expect(named).toMatchObject({ providerAccountId: opener, splits: [{ recipientId: '77' }, { recipientId: '1' }] })
})

it('goes to no other account where its own refuses it', async () => {
  const amount = 5_077
  const items = [{ ...NEW_CHARGE.items[0], unitPrice: amount }]
  const refused = await charge(splitWith('78'), { amount, items })
  expect(refused).toMatchObject({ status: 502, code: 'provider_refused' })
  expect([await madeAt('PAGUESAFE', amount), await madeAt('HORIZONBANK', amount)]).toEqual([0, 0])
})

it.each([
  ['receivers of two accounts', () => splitWith('77', '78'), {}, '/splits/1/recipientId', 'one'],
  ['an id at two accounts', () => splitWith('79'), {}, '/providerAccountId', 'more than one account'],
  ['one that its provider has not opened', () => splitWith(ids.unopened), {}, '/splits/0/recipientId', 'Recebedor'],
])('%s: 422', async (_, splits, changes, path, said) => {
  const errors = [{ path, message: expect.stringContaining(said) }]
  expect(await charge(splits(), changes)).toMatchObject({ status: 422, errors })
})

it('is not split at an account of which ours says that the receiver is elsewhere', async () => {
  const answer = await charge(splitWith(ids.opened), { providerAccountId: preferred })
  expect(answer).toMatchObject({ status: 422, errors: [{ path: '/splits/0/recipientId' }] })
})

it('and an id at two accounts is that of the account that is named', async () => {
  expect(await charge(splitWith('79'), { providerAccountId: preferred })).toMatchObject({
    providerAccountId: preferred,
  })
})

it.each([
  ['an id of no receiver here', '1'],
  ['an id at two accounts', '79'],
])('with a saved card, %s is that of the card’s account', async (_, recipientId) => {
  const { cardId } = await post('/v1/cards', { ...NEW_CARD, providerAccountId: preferred })
  const wish = { paymentMethod: 'CREDIT_CARD', cardId }
  const { candidates } = await post('/v1/routing-rules/simulate', {
    ...NEW_CHARGE,
    ...wish,
    splits: splitWith(recipientId),
  })
  expect(candidates).toMatchObject([{ providerAccountId: preferred, taken: true }])
  const charged = { paymentMethod: 'CREDIT_CARD', status: 'APPROVED', providerAccountId: preferred }
  expect(await charge(splitWith(recipientId), wish)).toMatchObject({ ...charged, splits: [{ recipientId }] })
  const elsewhere = await charge(splitWith(ids.opened), wish)
  expect(elsewhere).toMatchObject({ status: 422, errors: [{ path: '/splits/0/recipientId' }] })
})

it('goes to the only account that can split it, and is refused where none can', async () => {
  const { keys } = api.other
  const ask = (payload: object) =>
    api.call(keys.seller, 'POST', '/v1/charges', { payload: { ...NEW_CHARGE, ...payload } })
  const splits = splitWith('1')
  expect((await ask({ splits })).json()).toMatchObject({ status: 422 })
  const { id } = await api.addAccount(api.other, 'HORIZONBANK', { baseUrl: 'http://127.0.0.1:9' })
  await api.addAccount(api.other, 'FLOW2PAY', { baseUrl: 'http://127.0.0.1:9' })
  const payload = { ...NEW_CHARGE, splits }
  const simulated = await api.call(keys.seller, 'POST', '/v1/routing-rules/simulate', { payload })
  expect(simulated.json().candidates).toMatchObject([{ providerAccountId: id, taken: true, reason: 'asked' }])
})
