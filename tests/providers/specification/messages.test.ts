/** The messages of the specification, letter for letter: each is said by an adapter that is asked for what it says it of. */
import { expect, test } from 'vitest'
import { findProvider } from '../../../providers/index.ts'
import { INPUTS } from '../support/inputs.ts'
import { contextOf, play, toAnswer } from '../support/play.ts'
import { type AnswerLike, run } from '../support/start.ts'
import { fixtureOf } from './support.ts'

type Asked = Parameters<typeof run>[1]
type Input = Parameters<typeof run>[2]

/** What the adapter says of a request, and how it is answered: refused without a word, where it is sent at all. */
const asked =
  (code: string, operation: Asked, input: Input, answer: AnswerLike = { status: 400 }) =>
  () =>
    run(code, operation, input, answer).error?.message

const keyed = (code: string, keys: { publicKey?: string; secretKey?: string }) => () => {
  try {
    findProvider(code).parseCredentials(keys)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const authenticated = (code: string) => () => {
  const { auth } = findProvider(code)
  if (auth.type !== 'token') throw new Error(`${code} has no token`)
  return play(auth.fetch(contextOf(fixtureOf(code))), () => toAnswer({ status: 401, body: {} })).error?.message
}

const COMPANY = INPUTS.receiver
const PERSON = { documentType: 'CPF', document: '11144477735' }
const PAPER = Buffer.from('%PDF-1.4').toString('base64')
const PAPERS = {
  photoDocument: PAPER,
  photoPersonWithDocument: PAPER,
  addressProof: PAPER,
  balanceSheet: PAPER,
  photoDocumentSocialContract: PAPER,
}
const receiver = (code: string, set: object, answer?: AnswerLike) =>
  asked(code, 'createReceiver', { ...COMPANY, ...set }, answer)
const without = (paper: keyof typeof PAPERS) => {
  const { [paper]: _, ...documents } = PAPERS
  return receiver('IUGU', { documents })
}
const card = (set: object) => asked('LYNXPAY', 'tokenizeCard', { ...INPUTS.cardData, ...set })
const withdrawal = (set: object) => asked('RAPDYN', 'withdraw', { ...INPUTS.withdrawPix, ...set })

const WHOLE: readonly (readonly [string, () => string | undefined])[] = [
  ['Method not implemented.', asked('MEDIUS', 'refund', 'refund')],
  ['Credit card not implemented', asked('BRAVIVE', 'createTransaction', 'card')],
  ['Invalid payment method', asked('VEXYPAYMENTS', 'createTransaction', 'card')],
  ['Payment method not supported', asked('SYNCPAY', 'createTransaction', 'card')],
  ['Método de pagamento não suportado', asked('OWENPAY', 'createTransaction', 'card')],
  ['Unsupported payment method type for Bravive.', asked('BRAVIVE', 'createTransaction', 'boleto')],
  ['Tipo de transação não suportado.', asked('LEXXEN', 'createTransaction', 'card')],
  ['Recebedor não encontrado.', receiver('ABMEXSPLIT', {}, { status: 404 })],
  ['Receiver not found.', asked('ABMEXSPLIT', 'readReceiver', { receiverId: 're1' }, { status: 404 })],
  ['Tipo de documento não encontrado.', receiver('ASAAS', { documentType: 'RG', providerData: { incomeValue: 5000 } })],
  ['Erro salvando cartão', asked('GATYWAY', 'tokenizeCard', 'cardData')],
  ['Erro ao aprovar o reembolso.', asked('ABMEX', 'refund', 'refund')],
  ['Adquirente requer campo de renda mensal.', receiver('ASAAS', {})],
  [
    'Error on withdraw',
    asked('FIREBANK', 'withdraw', 'withdrawPix', { status: 200, body: { transactionId: 'w1', status: 'ERROR' } }),
  ],
  ['Unauthorized.', asked('ABMEX', 'createTransaction', 'pixWithAddress', { status: 401 })],
  [
    'Banco não suportado, tente outro.',
    receiver('ABMEXSPLIT', { bankAccount: { ...COMPANY.bankAccount, bankCode: '999' } }),
  ],
  ['Adquirente não aceita CPF', receiver('ABMEXSPLIT', PERSON)],
  ['Ocorreu um erro desconhecido.', asked('LYNXPAY', 'createTransaction', 'pix')],
  ['Erro desconhecido.', asked('LYNXPAY', 'tokenizeCard', 'cardData')],
  ['Erro ao criar transação', asked('VENIT', 'createTransaction', 'pix')],
  ['Internal server error', asked('PAGUESAFE', 'refund', 'refund')],
  ['Failed to authenticate with Flow2Pay', authenticated('FLOW2PAY')],
  ['Failed to process the withdraw request.', asked('FLOW2PAY', 'withdraw', 'withdrawPix')],
  ['Failed to refund transaction', asked('FLOW2PAY', 'refund', 'refund')],
  ['Falha na autenticação com owempay', authenticated('OWENPAY')],
  ['Erro ao processar reembolso', asked('OWENPAY', 'refund', 'refund')],
  ['Erro ao processar saque', asked('OWENPAY', 'withdraw', 'withdrawPix')],
  ['Erro ao buscar transação', asked('OWENPAY', 'readTransaction', { transactionId: 'tx1', paymentMethod: 'PIX' })],
  [
    'Transação não encontrada',
    asked('ABMEX', 'readTransaction', { transactionId: 'tx1', paymentMethod: 'PIX' }, { status: 404 }),
  ],
  ['Foto do documento é obrigatório.', without('photoDocument')],
  ['Foto do documento com pessoa é obrigatório.', without('photoPersonWithDocument')],
  ['Comprovante de endereço é obrigatório.', without('addressProof')],
  ['Balanço patrimonial é obrigatório.', without('balanceSheet')],
  ['Contrato social é obrigatório.', without('photoDocumentSocialContract')],
  ['Public key is required', keyed('ZENET', { secretKey: 'a|b' })],
  ['Bravive secretKey is required', keyed('BRAVIVE', {})],
  ['Public key and secret key are required', keyed('PODPAY2', { publicKey: 'a' })],
  ['Credenciais não configuradas', keyed('OWENPAY', {})],
  ['card.cardNumber é obrigatório.', card({ cardNumber: '' })],
  ['card.holderName é inválido. Obrigatório nome e sobrenome.', card({ holderName: 'MARIA' })],
  ['card.expMonth é inválido. Precisa ser menor ou igual a 2 caracteres.', card({ expMonth: '008' })],
  ['card.expYear é inválido. Precisa ter 4 caracteres.', card({ expYear: '031' })],
  ['card.cvv é inválido. Precisa ter entre 3 e 4 caracteres.', card({ cvv: '12' })],
  [
    'Card token is required for credit card payments.',
    asked('LYNXPAY', 'createTransaction', { like: 'card', set: { cardId: undefined } }),
  ],
  ['CPF inválido, deve conter 11 dígitos.', withdrawal({ pixKey: '1114447773' })],
  ['CNPJ inválido, deve conter 14 dígitos.', withdrawal({ pixType: 'CNPJ', pixKey: '1122233300018' })],
  ['Telefone inválido, número de dígitos incorreto.', withdrawal({ pixType: 'PHONE', pixKey: '987654321' })],
]

test.each(WHOLE)('%j is said', (message, said) => {
  expect(said()).toBe(message)
})

/** With what the provider says behind it. */
const BEGINNINGS: readonly (readonly [string, string, Asked, Input])[] = [
  ['Erro ao criar transação PIX: ', 'ONZ', 'createTransaction', 'pix'],
  [
    'Erro ao solicitar devolução: ',
    'ONZ',
    'refund',
    { like: 'refund', set: { transactionId: '0199b5a2c3d44e5f8a1b2c3d4e5f6a7b' } },
  ],
  ['Erro no saque: ', 'ONZ', 'withdraw', 'withdrawPix'],
  ['Houve um erro ao tentar realizar o saque - ', 'RAPDYN', 'withdraw', 'withdrawPix'],
  ['Bravive API Error: ', 'BRAVIVE', 'createTransaction', 'pix'],
  ['Bravive API Error (Withdraw): ', 'BRAVIVE', 'withdraw', 'withdrawPix'],
  ['Bravive API Error (Get Withdraw): ', 'BRAVIVE', 'readWithdraw', { withdrawId: 'w1', paymentMethod: 'PIX' }],
]

test.each(BEGINNINGS)('%j is said before what the provider says', (beginning, code, operation, input) => {
  const words = 'Saldo insuficiente'
  const body = { message: words, detail: words, error: words, title: words }
  expect(asked(code, operation, input, { status: 400, body })()).toBe(`${beginning}${words}`)
})

test('a receiver of ABMEXSPLIT without a description is given one', () => {
  const { requests } = run('ABMEXSPLIT', 'createReceiver', { ...COMPANY, description: undefined }, { status: 400 })
  expect(JSON.stringify(requests)).toContain('"Descrição do marketplace"')
})
