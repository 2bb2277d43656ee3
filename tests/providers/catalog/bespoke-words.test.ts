/** What the providers with words of their own say: of missing credentials, of methods they lack, of calls that fail. */
import { describe, expect, test } from 'vitest'
import { findProvider } from '../../../providers/index.ts'
import type { GoldenInput } from '../support/inputs.ts'
import { run } from '../support/start.ts'

test.each([
  ['BRAVIVE', { publicKey: 'a' }, 'Bravive secretKey is required'],
  ['BRAVIVE', { secretKey: ' ' }, 'Bravive secretKey is required'],
  ['OWENPAY', {}, 'Credenciais não configuradas'],
  ['OWENPAY', { publicKey: 'a' }, 'Credenciais não configuradas'],
  ['OWENPAY', { secretKey: 'b' }, 'Credenciais não configuradas'],
  ['SYNCPAY', { publicKey: 'a' }, 'secretKey is required'],
  ['LEXXEN', { publicKey: 'a', secretKey: 'b' }, 'publicKey is required, with companyId as part 2'],
])('%s with %j as its credentials: %s', (code, packed, message) => {
  expect(() => findProvider(code).parseCredentials(packed)).toThrow(message)
})

test.each([
  ['BRAVIVE', 'CREDIT_CARD', 'Credit card not implemented'],
  ['BRAVIVE', 'BILLET', 'Unsupported payment method type for Bravive.'],
  ['SYNCPAY', 'CREDIT_CARD', 'Payment method not supported'],
  ['SYNCPAY', 'BILLET', 'Payment method not supported'],
  ['VEXYPAYMENTS', 'CREDIT_CARD', 'Invalid payment method'],
  ['VEXYPAYMENTS', 'BILLET', 'Invalid payment method'],
  ['VELTRAX', 'CREDIT_CARD', 'Payment method not supported'],
  ['VELTRAX', 'BILLET', 'Payment method not supported'],
  ['OWENPAY', 'CREDIT_CARD', 'Método de pagamento não suportado'],
  ['LEXXEN', 'BILLET', 'Tipo de transação não suportado.'],
] as const)('%s does not charge by %s: %s', (code, method, message) => {
  expect(() => findProvider(code).assertSupports(method)).toThrow(message)
})

test.each([
  ['BANK_ACCOUNT', 'Not implemented yet.'],
  ['RECEIVER', 'Unsupported payment method type for Bravive.'],
] as const)('BRAVIVE does not pay out by %s: %s', (method, message) => {
  expect(() => findProvider('BRAVIVE').assertSupportsWithdraw(method)).toThrow(message)
})

const TRANSACTION: GoldenInput = { transactionId: 't', paymentMethod: 'PIX' }
const WITHDRAWAL: GoldenInput = { withdrawId: 'w', paymentMethod: 'PIX' }

describe('a call that the provider refuses', () => {
  test.each([
    ['BRAVIVE', 'createTransaction', 'pix', 'Bravive API Error: saldo', 'Bravive API Error: Erro ao criar transação'],
    [
      'BRAVIVE',
      'readTransaction',
      TRANSACTION,
      'Bravive API Error: saldo',
      'Bravive API Error: Transação não encontrada',
    ],
    [
      'BRAVIVE',
      'withdraw',
      'withdrawPix',
      'Bravive API Error (Withdraw): saldo',
      'Bravive API Error (Withdraw): Erro ao processar saque',
    ],
    [
      'BRAVIVE',
      'readWithdraw',
      WITHDRAWAL,
      'Bravive API Error (Get Withdraw): saldo',
      'Bravive API Error (Get Withdraw): Transação não encontrada',
    ],
    [
      'RAPDYN',
      'withdraw',
      'withdrawPix',
      'Houve um erro ao tentar realizar o saque - saldo',
      'Houve um erro ao tentar realizar o saque - Erro ao processar saque',
    ],
    ['OWENPAY', 'refund', 'refund', 'Erro ao processar reembolso', 'Erro ao processar reembolso'],
    ['OWENPAY', 'withdraw', 'withdrawPix', 'Erro ao processar saque', 'Erro ao processar saque'],
    ['OWENPAY', 'readTransaction', TRANSACTION, 'Erro ao buscar transação', 'Erro ao buscar transação'],
  ] as const)('%s, %s: its own prefix or words', (code, operation, input, withWords, withoutWords) => {
    const refused = (body: object) => run(code, operation, input, { status: 400, body }).error?.message
    expect(refused({ message: 'saldo' })).toBe(withWords)
    expect(refused({})).toBe(withoutWords)
  })
})

test('OWENPAY says of its certificate what the specification says', () => {
  expect(findProvider('OWENPAY')).toMatchObject({
    clientCertificate: 'certCashInUrl',
    certificateMissing: 'Falha na configuração dos certificados SSL',
  })
})

test.each([
  [7200, 55],
  [600, 9],
])('a token of OWENPAY that is good for %i seconds is kept for %i minutes', (expires_in, minutes) => {
  const { auth } = findProvider('OWENPAY')
  if (auth.type !== 'token') throw new Error('OWENPAY has no token')
  const credentials = { clientId: 'a', clientSecret: 'b' }
  const steps = auth.fetch({ credentials, now: '2026-01-15T15:00:00.000Z', entropy: '' })
  steps.next()
  const body = JSON.stringify({ access_token: 'token', expires_in })
  const { value } = steps.next({ status: 200, headers: {}, body })
  expect((value as { expiresInSeconds: number }).expiresInSeconds - auth.earlySeconds).toBe(minutes * 60)
})

test.each([{}, [], true])("PAGSTAR takes no id that is %j for a withdrawal's", (external_reference) => {
  const { error } = run('PAGSTAR', 'withdraw', 'withdrawPix', {
    status: 200,
    body: { message: 'ok', data: { external_reference } },
  })
  expect(error).toMatchObject({ kind: 'MalformedResponse' })
})
