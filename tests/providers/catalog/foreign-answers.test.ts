/** Somebody else's movement in the answer to the first call of a flow: nothing more is asked about it, and it is never taken for ours. */
import { expect, test } from 'vitest'
import { INPUTS, REFERENCE } from '../support/inputs.ts'
import { inputOf } from '../support/play.ts'
import { type AnswerLike, run } from '../support/start.ts'

const ok = (body: unknown): AnswerLike => ({ status: 200, body })
const OTHER = 'of-somebody-else'

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

test.each([
  ['the first', [ok({ id: 1 }), transfer(11, OTHER), ok({ id: 2 }), transfer(22, REFERENCE)]],
  ['the second', [ok({ id: 2 }), transfer(11, OTHER), ok({ id: 2 }), transfer(22, REFERENCE)]],
])("a batch of TRANSFEERA's is asked for again under its key when %s answer is another's", (_, answers) => {
  const { requests, result } = run('TRANSFEERA', 'withdraw', 'withdrawPix', ...answers)
  expect(result).toMatchObject({ withdrawId: '22' })
  const sent = requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.stringify(body))
  expect(sent).toHaveLength(2)
  expect(new Set(sent).size).toBe(1)
})

test("a batch of TRANSFEERA's that is another's twice is nobody's", () => {
  const { requests, error } = run(
    'TRANSFEERA',
    'withdraw',
    'withdrawPix',
    ...[1, 2].flatMap((id) => [ok({ id }), transfer(id, OTHER)]),
  )
  expect(error?.kind).toBe('Mismatch')
  expect(requests).toHaveLength(4)
})
