/** Another movement in the answer to the first call of a flow: nothing more is asked about it, and it is never taken for ours. */
import { expect, test } from 'vitest'
import type { WireRequest } from '../../../providers/contract.ts'
import { INPUTS, REFERENCE } from '../support/inputs.ts'
import { inputOf } from '../support/play.ts'
import { type AnswerLike, run } from '../support/start.ts'

const ok = (body: unknown): AnswerLike => ({ status: 200, body })
const OTHER = 'of-another-movement'

const FLOWS = [
  {
    name: 'a boleto at TRANSFEERA, before its PDF is downloaded',
    code: 'TRANSFEERA',
    input: INPUTS.boleto,
    answers: [ok({ id: 'ch-other', external_id: OTHER, status: 'ATIVA', amount: 123.45 })],
    calls: ['POST /charges'],
  },
  {
    name: 'a card at CELCOIN, before it is captured',
    code: 'CELCOIN',
    input: inputOf({ input: 'card' }),
    answers: [ok({ Charge: { galaxPayId: 77, myId: OTHER, value: 12345, Transactions: [{ status: 'authorized' }] } })],
    calls: ['POST /v2/charges'],
  },
  {
    name: "a card at IUGU, before another buyer's invoice is charged",
    code: 'IUGU',
    input: { ...INPUTS.card, cardId: 'card-token' },
    answers: [ok({ id: 'INV-OTHER', status: 'pending', total_cents: 12345, order_id: OTHER })],
    calls: ['POST /v1/invoices'],
  },
] as const

test.each(FLOWS)('$name', ({ code, input, answers, calls }) => {
  const { requests, error } = run(code, 'createTransaction', input, ...answers)
  expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual(calls)
  expect(error?.kind).toBe('Mismatch')
})

const transfer = (id: number, integration_id: string) => ok([{ id, status: 'CRIADA', value: 123.45, integration_id }])

const callsOf = (requests: readonly WireRequest[]) =>
  requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)
const ASKED = ['POST /batch', 'GET /batch/1/transfer', 'GET /batch/1/transfer']

test.each([
  ["another's", transfer(11, OTHER)],
  ['empty', ok([])],
])("the list of TRANSFEERA's batch is read again when it is %s, and the batch is not sent again", (_, list) => {
  const { requests, result } = run(
    'TRANSFEERA',
    'withdraw',
    'withdrawPix',
    ok({ id: 1 }),
    list,
    transfer(22, REFERENCE),
  )
  expect(result).toMatchObject({ withdrawId: '22' })
  expect(callsOf(requests)).toEqual(ASKED)
})

test.each([
  ["another's", transfer(11, OTHER)],
  ['empty', ok([])],
])("a batch of TRANSFEERA's whose list stays %s is a doubt, and is not sent again", (_, list) => {
  const { requests, error } = run('TRANSFEERA', 'withdraw', 'withdrawPix', ok({ id: 1 }), list)
  expect(error?.kind).toBe('Mismatch')
  expect(callsOf(requests)).toEqual(ASKED)
})

const REFUND = { id: 1009042015, payment_id: 1325873410, amount: 123.45, status: 'approved' }
const READ = { ...INPUTS.refund, transactionId: '1325873410', refundId: '1009042015' }

test.each([
  ['another refund', { ...REFUND, id: 1009042016 }],
  ["another payment's", { ...REFUND, payment_id: 1325873411 }],
  ['one of another amount', { ...REFUND, amount: 123.44 }],
])('a refund that MERCADOPAGO was asked about is not done when the answer is %s', (_, body) => {
  expect(run('MERCADOPAGO', 'readRefund', READ, ok(REFUND)).result).toMatchObject({ status: true })
  expect(run('MERCADOPAGO', 'readRefund', READ, ok(body)).error?.kind).toBe('Mismatch')
})
