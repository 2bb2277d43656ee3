/** A receiver's money leaves through the account that opened the receiver, whichever id it is called by. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivers } from '../../db/schema/index.ts'
import { lateStart } from '../support/late-starts.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

let api: ChargingApi
let preferred: string
let opener: string
let another: string
const ids = { opened: '', unopened: '', another: '' }
beforeAll(async () => {
  // The one that is not opened would be removed after two minutes.
  api = await startChargingApi({ sweeps: false })
  preferred = (await api.connect('VILLET', { priority: 1 })).id
  opener = (await api.connect('VILLET', { priority: 2 })).id
  another = (await api.connect('VILLET', { priority: 3 })).id
  const common = {
    platformId: api.home.platformId,
    providerAccountId: opener,
    provider: 'VILLET',
    ...RECEIVER_ROW,
  }
  const active = { ...common, status: 'ACTIVE' } as const
  const rows = await api.database.writer
    .insert(receivers)
    .values([
      { ...active, receiverId: 'rp_1' },
      common,
      { ...active, receiverId: 'rp_both' },
      { ...active, receiverId: 'rp_both', providerAccountId: another },
    ])
    .returning()
  ids.opened = rows[0]?.id ?? ''
  ids.unopened = rows[1]?.id ?? ''
  ids.another = rows[3]?.id ?? ''
})
afterAll(() => api?.close())

async function withdraw(
  receiverId: string,
  {
    caller = api.home.keys.seller,
    ...asked
  }: { caller?: string; providerAccountId?: string; withdrawReference?: string } = {},
): Promise<Record<string, unknown>> {
  const payload = { paymentMethod: 'RECEIVER', amount: 1000, receiverId, ...asked }
  const answer = (await api.call(caller, 'POST', '/v1/withdrawals', { payload })).json()
  const id: string | undefined = answer.disbursementId ?? answer.id
  return id === undefined ? answer : (await api.call(caller, 'GET', `/v1/withdrawals/${id}`)).json()
}

/** What VILLET was asked to pay, at any account. */
const paidOut = async () => (await api.control<{ data: unknown[] }>('GET', '/withdrawals?provider=VILLET')).data

it.each([
  { called: 'the provider’s id', isOurs: false, receiverId: 'rp_1' },
  { called: 'our id', isOurs: true, receiverId: 'rp_1' },
])('by $called', async ({ isOurs, receiverId }) => {
  expect(await withdraw(isOurs ? ids.opened : receiverId)).toMatchObject({
    paymentMethod: 'RECEIVER',
    providerAccountId: opener,
    destination: { receiverId },
  })
})

it('by an id of no receiver here, only where it says which account', async () => {
  const before = await paidOut()
  const errors = [
    { path: '/providerAccountId', rule: 'receiverUnknown', message: expect.stringContaining('is needed') },
  ]
  expect(await withdraw('rp_2')).toMatchObject({ status: 422, errors })
  expect(await paidOut()).toEqual(before)
  expect(await withdraw('rp_2', { providerAccountId: preferred })).toMatchObject({
    providerAccountId: preferred,
    destination: { receiverId: 'rp_2' },
  })
})

it('not at an account of which our id says that the receiver is elsewhere', async () => {
  const before = await paidOut()
  const message = expect.stringContaining('is of another provider account')
  const errors = [{ path: '/receiverId', rule: 'receiverElsewhere', message }]
  expect(await withdraw(ids.opened, { providerAccountId: another })).toMatchObject({ status: 422, errors })
  expect(await paidOut()).toEqual(before)
})

it('not before its provider has opened it', async () => {
  expect(await withdraw(ids.unopened)).toMatchObject({
    status: 422,
    detail: 'Recebedor não encontrado.',
    errors: [{ path: '/receiverId', message: 'Recebedor não encontrado.' }],
  })
})

it('nor by another platform', async () => {
  expect(await withdraw(ids.opened, { caller: api.other.keys.seller })).toMatchObject({
    status: 422,
    code: 'no_provider_account',
  })
})

it('by an id that two accounts know, only where it says which one', async () => {
  expect(await withdraw('rp_both')).toMatchObject({
    status: 422,
    errors: [
      {
        path: '/providerAccountId',
        rule: 'receiverSeveral',
        message: 'is needed: the receiver is known by this id at more than one account',
      },
    ],
  })
  for (const providerAccountId of [opener, another]) {
    expect(await withdraw('rp_both', { providerAccountId })).toMatchObject({
      providerAccountId,
      destination: { receiverId: 'rp_both' },
    })
  }
})

it('under a reference, by an id that another account has come to know since', async () => {
  const asked = { withdrawReference: 'comissao' }
  const { id } = await withdraw(ids.opened, { ...asked })
  const again = { receiverId: 'rp_1', status: 'ACTIVE', providerAccountId: another } as const
  const common = { platformId: api.home.platformId, provider: 'VILLET', ...RECEIVER_ROW }
  await api.database.writer.insert(receivers).values({ ...common, ...again })
  expect(await withdraw('rp_1', asked)).toMatchObject({ id, providerAccountId: opener })
})

it('under a reference that is another receiver’s: 409, at whatever account that one is', async () => {
  const asked = { withdrawReference: 'bonus' }
  await withdraw(ids.opened, asked)
  expect(await withdraw(ids.another, asked)).toMatchObject({ status: 409, code: 'conflict' })
})

it('under a reference that was freed and corrected, is paid at its own account though the lost start comes first', async () => {
  const start = lateStart(api)
  const asked = { withdrawReference: 'corrigido' }
  start.lose()
  expect(await withdraw('rp_both', { ...asked, providerAccountId: opener })).toMatchObject({ status: 503 })
  start.comeFirst()
  const before = await paidOut()
  const paid = await withdraw('rp_both', { ...asked, providerAccountId: another })
  expect(paid).toMatchObject({ withdrawId: expect.any(String), providerAccountId: another })
  expect(await paidOut()).toHaveLength(before.length + 1)
  expect(await withdraw('rp_both', asked)).toMatchObject({ id: paid.id })
})

it('is for the only account that could pay it, where there is one', async () => {
  const { baseUrl = '', secretKey = '' } = api.sandbox.accounts.find(({ provider }) => provider === 'VILLET') ?? {}
  const { id } = await api.addAccount(api.other, 'VILLET', { baseUrl, secrets: { secretKey } })
  await api.addAccount(api.other, 'FLOW2PAY', { baseUrl })
  const answer = await withdraw('rp_2', { caller: api.other.keys.seller })
  expect(answer).toMatchObject({ providerAccountId: id, destination: { receiverId: 'rp_2' } })
})
