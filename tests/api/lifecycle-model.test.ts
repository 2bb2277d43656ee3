/** The product held against a model of a charge's life: whatever happens in whatever order, both stand alike. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../scripts/support/ports.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'
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
import { dueOf, expectTold, keepEvents } from './told-numbers.ts'

const AMOUNT = 5_000
const RUNS = 16

let api: ChargingApi
let endpointId: string
beforeAll(async () => {
  const port = await freePort()
  api = await startChargingApi({ settings: { publicUrl: `http://127.0.0.1:${port}` } })
  await api.app.listen({ port, host: '127.0.0.1' })
  await api.connect('PAGUESAFE')
  endpointId = await keepEvents(api)
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

it('a charge stands where the model says, and has been told so step by step', async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (commands) => {
      const model = newModel(AMOUNT)
      const real = await newCharge()
      await fc.asyncModelRun(() => ({ model, real }), commands)
      const { id } = await real.charge()
      const { data } = (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}/events`)).json()
      const moves = data.filter(({ type }: { type: string }) => type === 'statusChanged')
      expect(['PENDING', ...moves.map(({ to }: { to: string }) => to)]).toEqual(model.moves)
      await expectTold(api, endpointId, id, ['charge.created', ...(await dueOf(api, id))])
      const refunds = (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}/refunds`)).json().data
      for (const { id: refundId, kind } of refunds) {
        const due = kind === 'external' ? ['refund.approved'] : ['refund.pending', 'refund.approved']
        await expectTold(api, endpointId, refundId, due)
      }
    }),
    { numRuns: RUNS },
  )
}, 300_000)
