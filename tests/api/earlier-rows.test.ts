/**
 * A workflow runs under the id of a row that was made after its start: that start was thought lost, and its row taken back, or a failover has
 * lost the row. A caller who was told of the row might hear of another id from the next repeat, where that workflow finds no row and ends; and
 * one who was told that nothing was made might pay elsewhere, where it has sent already.
 */
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { charges, disbursements } from '../../db/schema/index.ts'
import { waitingForTemporal } from '../support/patient-temporal.ts'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi, waitingBriefly } from './charging.ts'

/** Without a worker: what was started there runs on. */
const UNHEARD = 'unheard'

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('PAGUESAFE', { priority: 1 })
  await api.connect('BRAVIVE', { priority: 2 })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => api?.close())

const post = (path: string, payload: object, key: string) =>
  api.call(api.home.keys.seller, 'POST', path, { payload, headers: { 'idempotency-key': key } })

const PIX_KEY = { paymentMethod: 'PIX', amount: 2500, pixKey: '529.982.247-25', pixType: 'CPF' }
const ASKS = {
  'a charge by Pix': async (key) => () => post('/v1/charges', NEW_CHARGE, key),
  'a charge by card': async (key) => {
    const { cardId } = (await post('/v1/cards', NEW_CARD, uuidv7())).json()
    const byCard = { ...NEW_CHARGE, paymentMethod: 'CREDIT_CARD', cardId, address: ADDRESS }
    return () => post('/v1/charges', byCard, key)
  },
  'a withdrawal under a key': async (key) => () => post('/v1/withdrawals', PIX_KEY, key),
  'a withdrawal under a reference': async (key) => {
    const wish = { ...PIX_KEY, withdrawReference: key }
    return () => post('/v1/withdrawals', wish, key)
  },
} satisfies Record<string, (key: string) => Promise<() => ReturnType<typeof post>>>

/** The next start is not answered; it arrives when it is told to, and its workflow runs for ever. */
function losingTheNextStart() {
  const { workflow } = api.app.temporal
  waitingForTemporal(api.app)
  const late: (() => Promise<unknown>)[] = []
  const lose = (type: string, options: object) => {
    late.push(() => start(type, { ...options, taskQueue: UNHEARD } as never))
    throw new Error('Temporal does not answer')
  }
  const start = workflow.start.bind(workflow)
  vi.spyOn(workflow, 'start').mockImplementationOnce((async (type: string, options: object) =>
    lose(type, options)) as never)
  vi.spyOn(workflow, 'executeUpdateWithStart').mockImplementationOnce((async (
    _: unknown,
    { startWorkflowOperation: { workflowTypeOrFunc, options } }: StartsToo,
  ) => lose(workflowTypeOrFunc, options)) as never)
  return { arrive: () => late[0]?.() ?? expect.fail('nothing was started') }
}

interface StartsToo {
  startWorkflowOperation: { workflowTypeOrFunc: string; options: object }
}

const rows = async () => {
  const { writer } = api.database
  return (await writer.$count(charges)) + (await writer.$count(disbursements))
}

it.each(Object.entries(ASKS))('%s', async (_, asking) => {
  const ask = await asking(uuidv7())
  const before = await rows()
  const lost = losingTheNextStart()
  expect((await ask()).json()).toMatchObject({ status: 503, code: 'unavailable' })
  vi.restoreAllMocks()
  await lost.arrive()
  const repeat = await waitingBriefly(api, ask)
  expect(repeat.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
  expect(await rows()).toBe(before + 1)
})
