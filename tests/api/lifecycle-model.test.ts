/** The product held against a model of a charge's life: whatever happens in whatever order, both stand alike. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChargingApi, NEW_CHARGE } from './charging.ts'
import {
  askAgain,
  chargeBack,
  expire,
  hearAgain,
  newModel,
  pay,
  type Real,
  refund,
  refundElsewhere,
  refundNothing,
  refuse,
} from './lifecycle-model.ts'
import { play, startHeardApi } from './playing.ts'
import { dueOf, expectTold } from './told-numbers.ts'

const AMOUNT = 5_000
const RUNS = 16

let api: ChargingApi
let endpointId: string
beforeAll(async () => {
  ;({ api, endpointId } = await startHeardApi())
  await api.connect('PAGUESAFE')
})
afterAll(() => api?.close())

async function newCharge(): Promise<Real> {
  const { seller } = api.home.keys
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const ask = async () => (await api.call(seller, 'POST', '/v1/charges', { payload: NEW_CHARGE, headers })).json()
  const { id, transactionId } = await ask()
  const at = `PAGUESAFE/${transactionId}`
  return {
    charge: async () => (await api.call(seller, 'GET', `/v1/charges/${id}`)).json(),
    act: (action) => api.control('POST', `/transactions/${at}/${action}`),
    resend: () => api.control('POST', `/webhooks/${at}/resend`),
    refund: async (amount) => {
      const payload = amount === undefined ? {} : { amount }
      return (await api.call(seller, 'POST', `/v1/charges/${id}/refunds`, { payload })).statusCode
    },
    askAgain: async () => (await ask()).id,
  }
}

const happenings = fc.commands(
  [
    ...[pay, pay, refuse, expire, refundElsewhere, chargeBack, refundNothing, hearAgain, askAgain].map(fc.constant),
    fc.integer({ min: 10, max: 100 }).map(refund),
    fc.integer({ min: 10, max: 60 }).map(refund),
  ],
  { maxCommands: 10 },
)

const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()

it('a charge stands where the model says, and has been told so step by step', async () => {
  await play(RUNS, happenings, async () => {
    const model = newModel(AMOUNT)
    const real = await newCharge()
    const end = async () => {
      const { id } = await real.charge()
      const { data } = await get(`/v1/charges/${id}/events`)
      const moves = data.filter(({ type }: { type: string }) => type === 'statusChanged')
      expect(['PENDING', ...moves.map(({ to }: { to: string }) => to)]).toEqual(model.moves)
      await expectTold(api, endpointId, id, ['charge.created', ...(await dueOf(api, id))])
      for (const { id: refundId, kind } of (await get(`/v1/charges/${id}/refunds`)).data) {
        const due = kind === 'external' ? ['refund.approved'] : ['refund.pending', 'refund.approved']
        await expectTold(api, endpointId, refundId, due)
      }
    }
    return { model, real, end }
  })
}, 300_000)
