/** The product held against a model of a withdrawal's life: whatever happens in whatever order, both stand alike. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChargingApi } from './charging.ts'
import { play, startHeardApi } from './playing.ts'
import { expectTold } from './told-numbers.ts'
import { BANK, newModel, PEOPLE, type Real } from './withdrawal-model.ts'

const FIRST_AMOUNT = 2_500
const RUNS = 12
const PIX = { paymentMethod: 'PIX', pixKey: '529.982.247-25', pixType: 'CPF' }

let api: ChargingApi
let endpointId: string
beforeAll(async () => {
  ;({ api, endpointId } = await startHeardApi())
  const { token } = await api.connect('ASAAS')
  const url = `${api.settings.publicUrl}/webhooks/asaas/${token}`
  await api.control('PUT', '/webhook-addresses/ASAAS', { url })
})
afterAll(() => api?.close())

async function newWithdrawal(amount: number): Promise<Real> {
  const { seller, operator } = api.home.keys
  const key = crypto.randomUUID()
  const wish = { ...PIX, amount, withdrawReference: `reference-${amount}` }
  const ask = (payload: object, headers: Record<string, string>) =>
    api.call(seller, 'POST', '/v1/withdrawals', { payload, headers })
  const anew = () => ({ 'idempotency-key': crypto.randomUUID() })
  const { id, withdrawId } = (await ask(wish, { 'idempotency-key': key })).json()
  return {
    withdrawal: async () => (await api.call(seller, 'GET', `/v1/withdrawals/${id}`)).json(),
    act: (action) => api.control('POST', `/withdrawals/ASAAS/${withdrawId}/${action}`),
    askAgain: async (by) => (await ask(wish, by === 'key' ? { 'idempotency-key': key } : anew())).json().id,
    askOtherwise: async () => (await ask({ ...wish, amount: amount + 1 }, anew())).statusCode,
    cancel: async () => {
      await api.call(operator, 'POST', `/v1/operations/withdrawal%2F${id}/cancel`)
    },
    paidOut: async () => {
      const { data } = await api.control<{ data: { amount: number }[] }>('GET', '/withdrawals?provider=ASAAS')
      return data.filter((one) => one.amount === amount).length
    },
  }
}

const happenings = fc.commands([...BANK, ...BANK, ...PEOPLE].map(fc.constant), { maxCommands: 8 })

it('a withdrawal stands where the model says, and has been told so step by step', async () => {
  let amount = FIRST_AMOUNT
  await play(RUNS, happenings, async () => {
    amount += 100
    const model = newModel()
    const real = await newWithdrawal(amount)
    const end = async () => {
      const { id } = await real.withdrawal()
      const { data } = (await api.call(api.home.keys.seller, 'GET', `/v1/withdrawals/${id}/events`)).json()
      const moves = data.filter(({ type }: { type: string }) => type === 'statusChanged')
      expect(['PENDING', ...moves.map(({ to }: { to: string }) => to)]).toEqual(model.moves)
      const told = model.moves.map((status) => `withdrawal.${status.toLowerCase()}`)
      await expectTold(api, endpointId, id, told)
    }
    return { model, real, end }
  })
}, 300_000)
