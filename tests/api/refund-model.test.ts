/** The product held against a model of what goes back of a payment: whatever happens in whatever order, both stand alike. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readNow } from '../support/readings.ts'
import { type ChargingApi, NEW_CHARGE } from './charging.ts'
import { play, startHeardApi } from './playing.ts'
import {
  AMOUNT,
  askAgain,
  begin,
  callUnmade,
  callUnmadeWrongly,
  cancel,
  deny,
  giveBackElsewhere,
  inOrder,
  lose,
  newModel,
  type Real,
  race,
  refund,
  refundTheRest,
  retry,
  settle,
  type Traits,
} from './refund-model.ts'
import { dueOf, expectTold } from './told-numbers.ts'

/** At each of the providers. */
const LIVES = 4
const PROVIDERS: readonly Traits[] = [
  { provider: 'PAGUESAFE', isKeyed: false, listsRefunds: false },
  { provider: 'MERCADOPAGO', isKeyed: true, listsRefunds: true },
]

interface Row {
  id: string
  /** The provider's; null of one whose answer never came. */
  refundId: string | null
  kind: 'requested' | 'external'
  amount: number
  state: string
  needsAttention: boolean
}

let api: ChargingApi
let endpointId: string
beforeAll(async () => {
  ;({ api, endpointId } = await startHeardApi({ waits: { refund: { unknownMs: 1_500, pendingMs: 1_000 } } }))
})
afterAll(() => api?.close())

const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()
const refundsOf = async (chargeId: string): Promise<Row[]> =>
  (await get(`/v1/charges/${chargeId}/refunds?limit=100`)).data

async function paidCharge(provider: string, providerAccountId: string): Promise<{ id: string; transactionId: string }> {
  const items = NEW_CHARGE.items.map((item) => ({ ...item, unitPrice: AMOUNT }))
  const payload = { ...NEW_CHARGE, items, amount: AMOUNT, providerAccountId }
  const { id, transactionId } = (await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload })).json()
  await api.control('POST', `/transactions/${provider}/${transactionId}/pay`)
  await expect.poll(async () => (await get(`/v1/charges/${id}`)).status, { timeout: 60_000 }).toBe('APPROVED')
  return { id, transactionId }
}

function realOf(provider: string, { id, transactionId }: { id: string; transactionId: string }): Real {
  const { seller, operator } = api.home.keys
  const rows = () => refundsOf(id)
  const books = async () => {
    const { data } = await api.control<{ data: { id: string; refunded: number }[] }>(
      'GET',
      `/transactions?provider=${provider}`,
    )
    return data.find((one) => one.id === transactionId)
  }
  let last: () => Promise<string> = async () => ''
  let lastId = ''
  return {
    standing: async () => {
      const charge = await get(`/v1/charges/${id}`)
      const all = await rows()
      return {
        status: charge.status,
        refundedAmount: charge.refundedAmount,
        isAsked: charge.needsAttention,
        refunds: all
          .filter(({ kind }) => kind === 'requested')
          .map(({ amount, state, needsAttention: asks }) => ({ amount, state, asks }))
          .toSorted(inOrder),
        found: all.filter(({ kind }) => kind === 'external').reduce((total, { amount }) => total + amount, 0),
        gone: (await books())?.refunded ?? 0,
      }
    },
    refund: async (amount) => {
      const payload = amount === undefined ? {} : { amount }
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const ask = () => api.call(seller, 'POST', `/v1/charges/${id}/refunds`, { payload, headers })
      const answer = await ask()
      const body = answer.json()
      if (answer.statusCode < 300) {
        lastId = body.id
        last = async () => (await ask()).json().id
      }
      return { status: answer.statusCode, amount: body.amount }
    },
    askAgain: async () => (await last()) === lastId,
    fault: (fault) => api.control('PUT', `/faults/${provider}/refund`, { fault, text: transactionId, times: 1 }),
    end: async (how) => {
      await api.control('POST', `/refunds/${provider}/${transactionId}/${how}`)
      const known = (await rows()).filter(({ state, refundId }) => state === 'PENDING' && refundId !== null)
      for (const refund of known) await readNow(api, refund.id)
    },
    giveBack: async (amount) => {
      await api.control('POST', `/transactions/${provider}/${transactionId}/refund`, { amount })
      await readNow(api, id)
    },
    decide: async (amount, action, payload) => {
      const found = (await rows()).find((row) => row.amount === amount && row.needsAttention)
      const path = `/v1/operations/refund%2F${found?.id}/${action}`
      const answer = await api.call(operator, 'POST', path, { payload })
      return { status: answer.statusCode, became: answer.json().became }
    },
  }
}

const percent = fc.integer({ min: 4, max: 30 })
const happenings = fc.commands(
  [
    ...[settle, settle, deny, deny, callUnmade, callUnmade].map(fc.constant),
    ...[callUnmadeWrongly, retry, cancel, askAgain, refundTheRest].map(fc.constant),
    ...[refund, race, begin, begin, giveBackElsewhere].map((of) => percent.map(of)),
    ...(['commitThenDrop', 'dropBeforeCommit'] as const).map((fault) => percent.map((part) => lose(part, fault))),
  ],
  { maxCommands: 20, size: 'max' },
)

/** The seller was told of each of them, step by step. */
async function expectAllTold(chargeId: string): Promise<void> {
  await expectTold(api, endpointId, chargeId, ['charge.created', ...(await dueOf(api, chargeId))])
  for (const { id, kind, state } of await refundsOf(chargeId)) {
    const end = state === 'PENDING' ? [] : [`refund.${state.toLowerCase()}`]
    await expectTold(api, endpointId, id, kind === 'external' ? end : ['refund.pending', ...end])
  }
}

async function hold(traits: Traits): Promise<void> {
  const account = await api.connect(traits.provider)
  await play(LIVES, happenings, async () => {
    const charge = await paidCharge(traits.provider, account.id)
    return {
      model: newModel(traits),
      real: realOf(traits.provider, charge),
      end: () => expectAllTold(charge.id),
    }
  })
}

it('what goes back stands where the model says, and has been told so step by step', async () => {
  await Promise.all(PROVIDERS.map(hold))
}, 300_000)
