/** The requests that goldens are written against, by name: a fixture says what differs, not all of it again. */
import type { CardData } from '../../../domain/card.ts'
import { cents } from '../../../domain/money.ts'
import type { ReceiverRequest } from '../../../domain/receiver.ts'
import type { RefundRequest } from '../../../domain/refund.ts'
import type { TransactionRequest } from '../../../domain/transaction.ts'
import type { WithdrawRequest } from '../../../domain/withdrawal.ts'
import { ADDRESS } from '../../support/address.ts'

export const AMOUNT = cents(12345)
export const REFERENCE = '0199b5a2c3d44e5f8a1b2c3d4e5f6a7b'

/** Stands for the card below, sealed as the product seals it. */
export const SEALED_CARD = '$sealedCard'

const pix = {
  amount: AMOUNT,
  currency: 'BRL',
  paymentMethod: 'PIX',
  items: [{ id: 'curso-violao', title: 'Curso de violão', unitPrice: AMOUNT, quantity: 1, tangible: false }],
  customer: {
    name: 'Maria Aparecida da Silva',
    email: 'maria@example.com',
    document: '11144477735',
    phone: '11987654321',
  },
  installments: 1,
  webhookUrl: 'https://pagamentos.example.com/webhooks/provider/token',
  reference: REFERENCE,
} as const satisfies TransactionRequest

const withdrawal = {
  amount: AMOUNT,
  withdrawReference: REFERENCE,
  description: 'Solicitação de saque',
  document: '11144477735',
  documentType: 'CPF',
  name: 'Maria Aparecida da Silva',
  email: 'maria@example.com',
  webhookUrl: 'https://pagamentos.example.com/webhooks/provider/token',
} as const

export const CARD: CardData = {
  cardNumber: '4111111111111111',
  holderName: 'MARIA A SILVA',
  holderDocument: '11144477735',
  expMonth: '08',
  expYear: '31',
  cvv: '123',
  email: 'maria@example.com',
  customerIp: '203.0.113.7',
}

const receiver = {
  name: 'Ateliê da Maria LTDA',
  document: '11222333000181',
  documentType: 'CNPJ',
  email: 'atelie@example.com',
  description: 'Ateliê de violões',
  address: {
    street: 'Avenida Paulista',
    number: '1000',
    zipcode: '01310100',
    city: 'São Paulo',
    district: 'Bela Vista',
    state: 'SP',
  },
  bankAccount: {
    bankCode: '341',
    branchNumber: '1234',
    accountNumber: '56789',
    accountDigit: '0',
    accountType: 'CHECKING',
  },
  reference: REFERENCE,
} as const satisfies ReceiverRequest

export const INPUTS = {
  pix,
  pixWithAddress: { ...pix, address: ADDRESS, customerIp: '203.0.113.7' },
  card: {
    ...pix,
    paymentMethod: 'CREDIT_CARD',
    cardId: SEALED_CARD,
    address: ADDRESS,
    customerIp: '203.0.113.7',
  },
  boleto: { ...pix, paymentMethod: 'BILLET', address: ADDRESS },
  refund: {
    transactionId: 'tx1',
    paymentMethod: 'PIX',
    amount: AMOUNT,
    chargeAmount: AMOUNT,
    reference: REFERENCE,
  } satisfies RefundRequest,
  withdrawPix: {
    ...withdrawal,
    paymentMethod: 'PIX',
    pixKey: '111.444.777-35',
    pixType: 'CPF',
    // Some banks pay for the platform's own receiver alone; the others do not read it.
    receiverId: 're1',
  } satisfies WithdrawRequest,
  withdrawBank: {
    ...withdrawal,
    paymentMethod: 'BANK_ACCOUNT',
    bankCode: '341',
    branchNumber: '1234',
    accountNumber: '567890',
    accountType: 'CHECKING',
    accountHolder: 'Maria Aparecida da Silva',
    accountDocument: '11144477735',
  } satisfies WithdrawRequest,
  withdrawReceiver: { ...withdrawal, paymentMethod: 'RECEIVER', receiverId: 're1' } satisfies WithdrawRequest,
  receiver,
  cardData: CARD,
} as const
export type InputName = keyof typeof INPUTS

/** A name, or a name with what differs from it. Anything else stands for itself. */
export type GoldenInput = InputName | { like: InputName; set: Readonly<Record<string, unknown>> } | object

export function resolveInput(input: GoldenInput): object {
  if (typeof input === 'string') return INPUTS[input]
  if (!('like' in input)) return input
  return { ...INPUTS[input.like], ...input.set }
}
