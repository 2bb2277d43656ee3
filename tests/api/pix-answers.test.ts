/** A Pix is answered from its row; where the row is not heard of, its workflow is asked. */
import proto from '@temporalio/proto'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const { EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED } = proto.temporal.api.enums.v1.EventType

let api: ChargingApi
let accountId: string
let refusing: string
let boletos: string

beforeAll(async () => {
  api = await startChargingApi()
  accountId = (await api.connect('ASAAS')).id
  boletos = (await api.connect('PAGUESAFE')).id
  refusing = (await api.connect('MERCADOPAGO', { secretKey: 'wrong' })).id
})
afterAll(() => api?.close())
afterEach(() => vi.restoreAllMocks())

/** As where the database announces nothing, or its connection is lost. */
const hearNothing = () => vi.spyOn(api.app.chargeFeed, 'hear').mockReturnValue(() => {})

const create = (payload: object = {}) =>
  api.call(api.home.keys.seller, 'POST', '/v1/charges', {
    payload: { ...NEW_CHARGE, providerAccountId: accountId, ...payload },
  })

async function questionsTo(chargeId: string): Promise<number> {
  const { events } = await api.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).fetchHistory()
  return (events ?? []).filter(({ eventType }) => eventType === EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED).length
}

it('asks the workflow nothing', async () => {
  const answer = await create()
  expect(answer.statusCode).toBe(201)
  const { pixCode, pixQrCode, transactionId } = answer.json()
  expect(pixCode).toMatch(/^000201/)
  expect(pixQrCode).toMatch(/^data:image\/png;base64,/)
  expect(transactionId).toEqual(expect.any(String))
  // A machine that is too busy may not hear of one in time.
  await expect.poll(async () => questionsTo((await create()).json().id)).toBe(0)
})

it('asks the workflow where it hears nothing of the row', async () => {
  hearNothing()
  const answer = await create()
  expect(answer.statusCode).toBe(201)
  expect(answer.json().pixCode).toMatch(/^000201/)
  expect(await questionsTo(answer.json().id)).toBe(1)
  // It goes on hearing nothing, so the next request does not wait for it; with the first thing that it hears the row is enough again.
  expect(await questionsTo((await create()).json().id)).toBe(1)
  vi.restoreAllMocks()
  await expect.poll(async () => questionsTo((await create()).json().id)).toBe(0)
})

it.each([
  ['as it hears of it', () => {}],
  ['where it hears nothing, and the workflow has ended before it was asked', hearNothing],
])('says that every provider refused, %s', async (_name, begin) => {
  begin()
  const answer = await create({ providerAccountId: refusing })
  expect(answer.statusCode).toBe(502)
  const { code, detail, chargeId } = answer.json()
  expect(code).toBe('provider_refused')
  const { failureMessage } = await api
    .call(api.home.keys.seller, 'GET', `/v1/charges/${chargeId}`)
    .then((one) => one.json())
  expect(detail).toBe(failureMessage)
  expect(detail).not.toBe('')
})

it('asks about a boleto, for which no buyer waits in front of a page', async () => {
  const answer = await create({ paymentMethod: 'BILLET', providerAccountId: boletos })
  expect(answer.statusCode).toBe(201)
  expect(await questionsTo(answer.json().id)).toBe(1)
})
