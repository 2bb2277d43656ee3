/** The product held against a model of a charge's life: whatever happens in whatever order, both stand alike. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChargingApi, NEW_CHARGE } from './charging.ts'
import * as decisions from './lifecycle-decisions.ts'
import type { Kind, Payment, Real } from './lifecycle-model.ts'
import * as happens from './lifecycle-model.ts'
import { beginningWith, play, startHeardApi } from './playing.ts'
import { dueOf, expectTold } from './told-numbers.ts'

const AMOUNT = 5_000
const RUNS = 10
const PROVIDERS = { PLAIN: 'PAGUESAFE', VOIDING: 'MERCADOPAGO' } as const satisfies Record<Kind, string>

interface Books {
  data: { id: string; stage: string }[]
}

let api: ChargingApi
let endpointId: string
const accounts = { PLAIN: '', VOIDING: '' }
let losing: string | undefined
beforeAll(async () => {
  ;({ api, endpointId } = await startHeardApi())
  for (const [priority, kind] of (['VOIDING', 'PLAIN'] as const).entries()) {
    accounts[kind] = (await api.connect(PROVIDERS[kind], { priority: priority + 1 })).id
  }
})
afterAll(() => api?.close())

const call = (method: string, path: string, payload?: object, role: 'seller' | 'operator' | 'admin' = 'seller') =>
  api.call(api.home.keys[role], method, `/v1${path}`, { payload })
const get = async (path: string) => (await call('GET', path)).json()
const books = async (kind: Kind) =>
  (await api.control<Books>('GET', `/transactions?provider=${PROVIDERS[kind]}&limit=100`)).data
const at = ({ kind, id }: Payment) => `${PROVIDERS[kind]}/${id}`

/** The account that is asked first. Each lost answer has its own: it counts for an account's breaker. */
async function connectLosing(): Promise<void> {
  if (losing) await call('PATCH', `/provider-accounts/${losing}`, { enabled: false }, 'admin')
  losing = (await api.connect(PROVIDERS.PLAIN, { priority: 0 })).id
}

function newCharge(): Real {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  let id = ''
  let payload: object = NEW_CHARGE
  const ask = async () => (await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload, headers })).json()
  const charge = () => get(`/charges/${id}`)
  return {
    charge,
    create: async (kind) => {
      payload = { ...NEW_CHARGE, providerAccountId: accounts[kind] }
      const created = await ask()
      id = created.id
      return created.transactionId
    },
    loseCreation: async (isMade) => {
      await connectLosing()
      const before = await books('PLAIN')
      const fault = isMade ? 'commitThenDrop' : 'dropBeforeCommit'
      await api.control('PUT', `/faults/${PROVIDERS.PLAIN}/createTransaction`, { fault, times: 1 })
      id = (await ask()).id
      const [made] = (await books('PLAIN')).filter((one) => before.every((other) => other.id !== one.id))
      return made?.id ?? null
    },
    act: (payment, action) => api.control('POST', `/transactions/${at(payment)}/${action}`),
    resend: (payment) => api.control('POST', `/webhooks/${at(payment)}/resend`),
    stageOf: async (payment) => (await books(payment.kind)).find((one) => one.id === payment.id)?.stage ?? 'none',
    shown: async () => {
      await expect.poll(async () => (await charge()).transactionId, { timeout: 60_000 }).not.toBeNull()
      return (await charge()).transactionId
    },
    refund: async (amount, of) => {
      const payments = of ? (await get(`/charges/${id}/payments`)).data : []
      const paymentId = payments.find(({ transactionId }: { transactionId: string }) => transactionId === of?.id)?.id
      const wish = { ...(amount === undefined ? {} : { amount }), ...(of ? { paymentId } : {}) }
      return (await call('POST', `/charges/${id}/refunds`, wish)).statusCode
    },
    decide: async (action, resolution) =>
      (await call('POST', `/operations/charge%2F${id}/${action}`, resolution, 'operator')).statusCode,
    setPolicy: async (policy) => {
      const answer = await call('PATCH', `/platforms/${api.home.platformId}`, policy, 'admin')
      expect(answer.json()).toMatchObject(policy)
    },
    askAgain: async () => (await ask()).id,
  }
}

const { create, loseCreation } = decisions
const { pay, paySecond, refund } = happens
const LATE = ['ask', 'accept', 'refund'] as const
const begins = [
  [create('PLAIN')],
  [create('VOIDING')],
  [loseCreation(false)],
  [loseCreation(true)],
  [loseCreation(true), decisions.callNotCreated],
  [loseCreation(true), decisions.callNotCreated, pay()],
  ...LATE.map((policy) => [create('PLAIN'), happens.expire, pay(policy)]),
]
const constants = [
  ...LATE.flatMap((policy) => [pay(policy), happens.payOrphan(policy)]),
  ...[happens.refuse, happens.expire, happens.refundElsewhere, happens.chargeBack],
  ...[happens.payInDoubt, happens.refundSecond],
  ...(['ask', 'refundLater'] as const).flatMap((policy) => [paySecond(policy), paySecond(policy)]),
  ...[happens.refundNothing, happens.hearAgain, decisions.askAgain],
  ...[decisions.cancel, decisions.retry, decisions.callCreated, decisions.callNotCreated],
  decisions.acknowledge,
]
const others = fc.commands([...constants.map(fc.constant), fc.integer({ min: 10, max: 100 }).map(refund)], {
  maxCommands: 60,
  size: 'max',
})

it('a charge stands where the model says, and has been told so step by step', async () => {
  await play(RUNS, beginningWith(begins, others), async () => {
    const model = happens.newModel(AMOUNT)
    const real = newCharge()
    const end = async () => {
      const { id } = await real.charge()
      const { data } = await get(`/charges/${id}/events?limit=100`)
      const moves = data.filter(({ type }: { type: string }) => type === 'statusChanged')
      expect(['PENDING', ...moves.map(({ to }: { to: string }) => to)]).toEqual(model.moves)
      const due = await dueOf(api, id)
      if (model.shownAfter !== undefined) due.splice(model.shownAfter, 0, 'charge.created')
      await expectTold(api, endpointId, id, due)
      for (const { id: refundId, kind } of (await get(`/charges/${id}/refunds`)).data) {
        const told = kind === 'external' ? ['refund.approved'] : ['refund.pending', 'refund.approved']
        await expectTold(api, endpointId, refundId, told)
      }
    }
    return { model, real, end }
  })
}, 300_000)
