/** What the product refuses by itself, at which provider, and the specification's words for it. */
import { COMPANY, RECEIVER } from '../support/receivers.ts'

export const CONNECTED = [
  ...['ASAAS', 'IUGU', 'ABMEXSPLIT', 'TREEAL', 'PODPAY', 'RAPDYN', 'LYNXPAY', 'PAGUESAFE', 'BRAVIVE'],
  ...['SYNCPAY', 'VELTRAX', 'VEXYPAYMENTS', 'OWENPAY', 'LEXXEN', 'PLUGGOU', 'FLOW2PAY', 'TRANSFEERA'],
] as const
export type Code = (typeof CONNECTED)[number]

type Refused = readonly [asked: string, code: Code, changes: object, detail: string]

export const bank = (changes: object) => ({ bankAccount: { ...RECEIVER.bankAccount, ...changes } })

export const RECEIVERS: readonly Refused[] = [
  ['that is a person', 'ABMEXSPLIT', {}, 'Adquirente não aceita CPF'],
  [
    'at a bank that is not served',
    'ABMEXSPLIT',
    { ...COMPANY, ...bank({ bankCode: '999' }) },
    'Banco não suportado, tente outro.',
  ],
  [
    'at a bank whose code is none',
    'ABMEXSPLIT',
    { ...COMPANY, ...bank({ bankCode: '34A' }) },
    'Banco não suportado, tente outro.',
  ],
  [
    'at a bank that takes no branch digit',
    'ABMEXSPLIT',
    { ...COMPANY, ...bank({ bankCode: '001', branchDigit: '3' }) },
    'Banco não suportado, tente outro.',
  ],
  [
    'with another document than a CPF or a CNPJ',
    'ASAAS',
    { documentType: 'RG', providerData: { incomeValue: 5000 } },
    'Tipo de documento não encontrado.',
  ],
]

/** A request that the specification calls a bad one. */
export const INCOME_MISSING = 'Adquirente requer campo de renda mensal.'

/** The documents that IUGU asks for. */
export const PAPERS = [
  ['photoDocument', 'Foto do documento é obrigatório.'],
  ['photoPersonWithDocument', 'Foto do documento com pessoa é obrigatório.'],
  ['addressProof', 'Comprovante de endereço é obrigatório.'],
  ['balanceSheet', 'Balanço patrimonial é obrigatório.'],
  ['photoDocumentSocialContract', 'Contrato social é obrigatório.'],
] as const

const BANK_ACCOUNT = {
  paymentMethod: 'BANK_ACCOUNT',
  bankCode: '341',
  branchNumber: '1234',
  accountNumber: '567890',
  accountHolder: 'Ana Souza',
  accountDocument: '529.982.247-25',
}

export const WITHDRAWALS: readonly Refused[] = [
  ['that names no receiver', 'TREEAL', {}, 'Unauthorized.'],
  ['that names no receiver', 'PODPAY', {}, 'Unauthorized.'],
  ["that names another receiver than the platform's", 'TREEAL', { receiverId: 're_alheio' }, 'Unauthorized.'],
  ['to a CPF of ten digits', 'RAPDYN', { pixKey: '5299822472' }, 'CPF inválido, deve conter 11 dígitos.'],
  ['to a CNPJ of eleven digits', 'RAPDYN', { pixType: 'CNPJ' }, 'CNPJ inválido, deve conter 14 dígitos.'],
  [
    'to a phone of nine digits',
    'RAPDYN',
    { pixType: 'PHONE', pixKey: '987654321' },
    'Telefone inválido, número de dígitos incorreto.',
  ],
  ['to a bank account', 'BRAVIVE', BANK_ACCOUNT, 'Not implemented yet.'],
  [
    'of a receiver',
    'BRAVIVE',
    { paymentMethod: 'RECEIVER', receiverId: 're_1' },
    'Unsupported payment method type for Bravive.',
  ],
]

const card = { paymentMethod: 'CREDIT_CARD' }
const billet = { paymentMethod: 'BILLET' }
const splits = [{ recipientId: 're_1', amount: 10, type: 'PERCENTAGE' }]

export const CHARGES: readonly Refused[] = [
  ['by card without a card', 'LYNXPAY', card, 'Card token is required for credit card payments.'],
  ['by card', 'BRAVIVE', card, 'Credit card not implemented'],
  ['by boleto', 'BRAVIVE', billet, 'Unsupported payment method type for Bravive.'],
  ['by card', 'SYNCPAY', card, 'Payment method not supported'],
  ['by boleto', 'VELTRAX', billet, 'Payment method not supported'],
  ['by card', 'VEXYPAYMENTS', card, 'Invalid payment method'],
  ['by card', 'OWENPAY', card, 'Método de pagamento não suportado'],
  ['by boleto', 'LEXXEN', billet, 'Tipo de transação não suportado.'],
  ['by boleto', 'PLUGGOU', billet, 'Boleto not implemented'],
  ['by card', 'FLOW2PAY', card, 'Unsupported payment method'],
  ['by card', 'TRANSFEERA', card, 'Method not implemented.'],
  ['that is split', 'BRAVIVE', { splits }, 'Method not implemented.'],
  ['that is split by percentage', 'PAGUESAFE', { splits }, 'Method not implemented.'],
]

/** Of LYNXPAY's. */
export const CARDS = [
  ['cardNumber', '', 'card.cardNumber é obrigatório.'],
  ['holderName', 'MARIA', 'card.holderName é inválido. Obrigatório nome e sobrenome.'],
  ['expMonth', '007', 'card.expMonth é inválido. Precisa ser menor ou igual a 2 caracteres.'],
  ['expYear', '039', 'card.expYear é inválido. Precisa ter 4 caracteres.'],
  ['cvv', '73', 'card.cvv é inválido. Precisa ter entre 3 e 4 caracteres.'],
] as const

/** Which part of a request breaks a provider's rule. */
export const PARTS: readonly (readonly [route: string, code: Code, part: string, changes: object])[] = [
  ['receivers', 'ABMEXSPLIT', '/documentType', {}],
  ['receivers', 'ABMEXSPLIT', '/bankAccount/bankCode', { ...COMPANY, ...bank({ bankCode: '999' }) }],
  [
    'receivers',
    'ABMEXSPLIT',
    '/bankAccount/branchDigit',
    { ...COMPANY, ...bank({ bankCode: '001', branchDigit: '3' }) },
  ],
  ['cards', 'LYNXPAY', '/holderName', { holderName: 'MARIA' }],
  ['charges', 'LYNXPAY', '/cardId', card],
]

const detailsOf = (rows: readonly Refused[]) => rows.map(([, , , detail]) => detail)

/** Which messages are said in the tests of refusals.test.ts, by the tests' titles. */
export const REFUSED_IN_WORDS = {
  '%s is refused by %s': [RECEIVERS, WITHDRAWALS, CHARGES].flatMap(detailsOf),
  'without an income is a bad request to ASAAS': [INCOME_MISSING],
  'without %s is refused by IUGU: %s': PAPERS.map(([, detail]) => detail),
  'whose %s is %j is refused': CARDS.map(([, , detail]) => detail),
} as const satisfies Record<string, readonly string[]>
