/** A charge that was not paid says what ended it: to sellers in the API, to its buyer on the page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed } from './charging.ts'

const PATIENCE = { timeout: 60_000 }

let api: ChargingApi
let account = { id: '', token: '' }
beforeAll(async () => {
  api = await startChargingApi()
  account = await api.connect('PAGUESAFE')
})
afterAll(() => api?.close())

interface Made {
  id: string
  transactionId: string
  checkoutToken: string
}

const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()

async function charge(): Promise<Made> {
  const payload = { ...NEW_CHARGE, providerAccountId: account.id }
  return (await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload })).json()
}

async function tell({ transactionId }: Made, status: string): Promise<void> {
  const data = { id: Number(transactionId), status }
  const payload = { id: crypto.randomUUID(), type: 'transaction', objectId: transactionId, data }
  await api.app.inject({ method: 'POST', url: `/webhooks/paguesafe/${account.token}`, payload })
}

async function act(made: Made, action: string): Promise<void> {
  await api.control('POST', `/transactions/PAGUESAFE/${made.transactionId}/${action}`)
}

async function cancel({ id }: Made): Promise<void> {
  await untilFollowed(api, id)
  await api.call(api.home.keys.operator, 'POST', `/v1/operations/charge%2F${id}/cancel`)
}

const WAYS: [ending: string, end: (made: Made) => Promise<unknown>][] = [
  ['canceled', cancel],
  [
    'refused',
    async (made) => {
      await act(made, 'refuse')
      await tell(made, 'refused')
    },
  ],
  // Whichever source says it first.
  [
    'expired',
    async (made) => {
      await act(made, 'expire')
      await tell(made, 'expired')
    },
  ],
  [
    'expired',
    ({ id: chargeId }) =>
      applyTransition(api.database.writer, {
        chargeId,
        to: 'REJECTED',
        cause: 'timer',
        key: 'timer/expired',
        givesUp: true,
      }),
  ],
]

describe('what ended a charge', () => {
  it.each(WAYS)('%s', async (ending, end) => {
    const made = await charge()
    expect(await get(`/v1/charges/${made.id}`)).toMatchObject({ status: 'PENDING', ending: null })
    await end(made)
    const said = { status: 'REJECTED', ending }
    await expect.poll(() => get(`/v1/charges/${made.id}`), PATIENCE).toMatchObject(said)
    const list = await get('/v1/charges?status=REJECTED&limit=100')
    expect(list.data.find(({ id }: { id: string }) => id === made.id)).toMatchObject(said)
    expect((await api.app.inject({ url: `/v1/checkout/${made.checkoutToken}` })).json()).toMatchObject(said)
  })

  it('is nothing once the money has come all the same', async () => {
    const made = await charge()
    await cancel(made)
    await expect.poll(() => get(`/v1/charges/${made.id}`), PATIENCE).toMatchObject({ ending: 'canceled' })
    await act(made, 'pay')
    await tell(made, 'paid')
    const paid = { status: 'APPROVED', ending: null }
    await expect.poll(() => get(`/v1/charges/${made.id}`), PATIENCE).toMatchObject(paid)
  })
})
