/** Answers and notices in another shape than the goldens have, where clients or documents show that shape too. */
import { describe, expect, test } from 'vitest'
import { findProvider } from '../../../providers/index.ts'
import { REFERENCE } from '../support/inputs.ts'
import { inputOf } from '../support/play.ts'
import { type AnswerLike, run } from '../support/start.ts'

const ok = (body: unknown): AnswerLike => ({ status: 200, body })
const PIX_TRANSACTION = { transactionId: 'tx-1', paymentMethod: 'PIX' } as const

test.each([
  ['ERROR', 'OutcomeUnknown'],
  ['DUPLICATE_EXTERNAL_ID', 'OutcomeUnknown'],
  ['REJECTED', 'Declined'],
  ['PIX_KEY_NOT_FOUND', 'InvalidRequest'],
])('SUITPAY: %s in a 400 is %s', (response, kind) => {
  expect(run('SUITPAY', 'withdraw', 'withdrawPix', { status: 400, body: { response } }).error?.kind).toBe(kind)
})

const TOKEN = { token: 'ficha', expires_in: 3600 }

test.each([
  ['PLUGGOU', ok({ data: { id: 7, status: 'pending', pix: { emv: '000201' } } })],
  ['PLUGGO', ok({ data: { id: 7, status: 'pending', pix: { emv: '000201' } } })],
  ['BRAVIVE', ok({ id: 7, status: 'PENDING', pix_code: '000201' })],
  ['VEXYPAYMENTS', ok({ ...TOKEN, data: { id: 7, status: 'pending', pix: { emv: '000201' } } })],
])('%s may number its charges', (code, answer) => {
  expect(run(code, 'createTransaction', 'pix', answer).result).toMatchObject({ transactionId: '7', status: 'PENDING' })
})

test('VEXYPAYMENTS: a withdrawal that is queued waits, in either case', () => {
  for (const status of ['queued', 'QUEUED']) {
    const { result } = run('VEXYPAYMENTS', 'withdraw', 'withdrawPix', ok({ ...TOKEN, data: { id: 'w', status } }))
    expect(result).toEqual({ withdrawId: 'w', status: 'PENDING', rawStatus: status })
  }
})

test('UNICOPAY: what is read under its hash need not repeat it, and what is made must', () => {
  const answer = ok({ payment_status: 'paid', amount: 12345, pix: { pix_qr_code: '000201' } })
  const wrapped = ok({ result: { payment_status: 'paid', amount: 12345 } })
  for (const said of [answer, wrapped]) {
    const { result } = run('UNICOPAY', 'readTransaction', PIX_TRANSACTION, said)
    expect(result).toMatchObject({ transactionId: 'tx-1', status: 'APPROVED', amount: 12345 })
  }
  expect(run('UNICOPAY', 'createTransaction', 'pix', answer).error?.kind).toBe('MalformedResponse')
})

test.each([
  [{ 'shipping.address.cep': ['CEP inválido'] }, 'CEP inválido'],
  [{ errors: { 'shipping.address.cep': ['CEP inválido'] } }, 'CEP inválido'],
  [{ email: ['E-mail inválido'], value: ['Valor mínimo'] }, 'Valor mínimo'],
])('ARKAMA says why it refuses %j', (body, message) => {
  expect(run('ARKAMA', 'createTransaction', 'pix', { status: 422, body }).error).toMatchObject({ message })
})

describe('a white label', () => {
  const charge = { id: 1, status: 'paid', amount: '12345', pix: [], boleto: [], refusedReason: 'nenhuma' }

  test('may leave lists where a card has nothing to show, and write cents in digits', () => {
    const { result, error } = run('PAGOUAI', 'createTransaction', inputOf({ input: 'card' }), ok(charge))
    expect(error).toBeUndefined()
    expect(result).toMatchObject({ transactionId: '1', status: 'APPROVED', amount: 12345 })
  })

  test.each([
    ['other digits', '54321', 'Mismatch'],
    ['reais', '123,45', 'MalformedResponse'],
    ['a list', [], 'MalformedResponse'],
  ])('whose amount is %s is no answer', (_, amount, kind) => {
    const { error } = run('PAGOUAI', 'createTransaction', inputOf({ input: 'card' }), ok({ ...charge, amount }))
    expect(error?.kind).toBe(kind)
  })
})

const translated = (code: string, body: object) =>
  findProvider(code).translateWebhook({ headers: {}, query: {}, body: JSON.stringify(body) })

test.each([
  ['its own id', { external_reference: '282', transaction_id: REFERENCE }],
  ['our reference', { external_reference: REFERENCE, transaction_id: '282' }],
])('SAQPAY: `external_reference` may be %s', (_, body) => {
  expect(translated('SAQPAY', body)).toMatchObject({ transactionId: '282', reference: REFERENCE })
})

test('SAQPAY: of two ids that are not of our form, the first is its own, as at PAGSTAR', () => {
  expect(translated('SAQPAY', { external_reference: '282', transaction_id: '99' })).toMatchObject({
    transactionId: '282',
    reference: '99',
  })
})

describe('the amount and the reference of a notice are compared', () => {
  test('RAPDYN: of a charge, and not of a transfer, whose fees may be in it', () => {
    const said = { id: 'r', total: 12345, status: 'paid', external_id: REFERENCE }
    expect(translated('RAPDYN', { notification_type: 'transaction', ...said })).toMatchObject({ amount: 12345 })
    const transfer = translated('RAPDYN', { notification_type: 'transfer_out', ...said, status: 'done' })
    expect(transfer).not.toHaveProperty('amount')
  })

  test('BRAVIVE', () => {
    const said = { id: 'b', type: 'PAYMENT', status: 'APPROVED', amount: 12345, external_id: REFERENCE }
    expect(translated('BRAVIVE', said)).toMatchObject({ transactionId: 'b', amount: 12345, reference: REFERENCE })
  })

  test.each(['CASHTIME', 'REFLOWPAY', 'REFLOW2'])('%s: of a charge, and not of a withdrawal', (code) => {
    const event = translated(code, { orderId: 'o', status: 'paid', value: 12345 })
    expect(event).toMatchObject({ type: 'TRANSACTION', transactionId: 'o', amount: 12345 })
    expect(event).toHaveProperty('orWithdrawal', expect.not.objectContaining({ amount: expect.anything() }))
  })
})
