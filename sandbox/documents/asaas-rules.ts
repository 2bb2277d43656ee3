/** What ASAAS refuses, and in which words. */
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'
import {
  type FieldRule,
  isEmail,
  isPositiveWhole,
  isReais,
  isText,
  isTextUpTo,
  isWebAddress,
  matches,
  optional,
} from '../checks.ts'

const isDocument = (value: unknown) => isText(value) && (isValidCpf(value) || isValidCnpj(value, { version: 2 }))
const DOCUMENT_MESSAGE = 'O CPF/CNPJ informado é inválido.'

const invalid = (field: string, valid: FieldRule['valid'], message?: string): FieldRule => ({
  field,
  valid,
  code: `invalid_${field.split('.').at(-1)}`,
  message: message ?? `O campo ${field} é inválido.`,
})

export const CUSTOMER_RULES: readonly FieldRule[] = [
  invalid('name', isText, 'O campo name deve ser informado.'),
  invalid('cpfCnpj', isDocument, DOCUMENT_MESSAGE),
  invalid('email', optional(isEmail), 'O email informado é inválido.'),
  invalid(
    'notificationDisabled',
    optional((value) => typeof value === 'boolean'),
  ),
]

export const PAYMENT_RULES: readonly FieldRule[] = [
  invalid('customer', isText, 'O campo customer deve ser informado.'),
  invalid('billingType', matches(/^(?:PIX|BOLETO|CREDIT_CARD)$/)),
  invalid('dueDate', matches(/^\d{4}-\d{2}-\d{2}$/), 'O campo dueDate deve ser informado no formato AAAA-MM-DD.'),
  invalid('description', optional(isTextUpTo(500)), 'O campo description aceita no máximo 500 caracteres.'),
  invalid('externalReference', optional(isText)),
]

const VALUE_MESSAGE = 'O campo value deve ser um número maior que zero com até duas casas decimais.'
export const VALUE_RULE = invalid('value', isReais, VALUE_MESSAGE)
export const INSTALLMENT_RULES: readonly FieldRule[] = [
  invalid('totalValue', isReais),
  invalid('installmentCount', (value) => isPositiveWhole(value) && value > 1),
]

export const CARD_RULES: readonly FieldRule[] = [
  invalid('customer', isText),
  invalid('creditCard.holderName', isText),
  { ...invalid('creditCard.number', matches(/^\d{13,19}$/)), code: 'invalid_creditCard' },
  invalid('creditCard.expiryMonth', matches(/^(?:0[1-9]|1[0-2])$/)),
  invalid('creditCard.expiryYear', matches(/^20\d\d$/)),
  { ...invalid('creditCard.ccv', matches(/^\d{3,4}$/)), code: 'invalid_creditCard' },
  invalid('creditCardHolderInfo.name', isText),
  invalid('creditCardHolderInfo.email', isEmail),
  invalid('creditCardHolderInfo.cpfCnpj', isDocument, DOCUMENT_MESSAGE),
  invalid('creditCardHolderInfo.postalCode', matches(/^\d{8}$/)),
  invalid('creditCardHolderInfo.addressNumber', isText),
  invalid('creditCardHolderInfo.phone', isText),
  invalid('remoteIp', isText),
]

export const PIX_TRANSFER_RULES: readonly FieldRule[] = [
  invalid('operationType', (value) => value === 'PIX'),
  invalid('pixAddressKey', isText),
  invalid('pixAddressKeyType', matches(/^(?:CPF|CNPJ|EMAIL|PHONE|EVP)$/)),
]

export const BANK_TRANSFER_RULES: readonly FieldRule[] = [
  invalid('operationType', (value) => value === 'TED'),
  invalid('bankAccount.bank.code', matches(/^\d{3}$/)),
  invalid('bankAccount.ownerName', isText),
  invalid('bankAccount.cpfCnpj', isDocument, DOCUMENT_MESSAGE),
  invalid('bankAccount.agency', isText),
  invalid('bankAccount.account', isText),
  invalid('bankAccount.accountDigit', matches(/^[0-9A-Za-z]$/)),
  invalid('bankAccount.bankAccountType', matches(/^CONTA_(?:CORRENTE|POUPANCA)$/)),
]

export const ACCOUNT_RULES: readonly FieldRule[] = [
  invalid('name', isText),
  invalid('email', isEmail, 'O email informado é inválido.'),
  invalid('cpfCnpj', isDocument, DOCUMENT_MESSAGE),
  invalid('incomeValue', (value) => typeof value === 'number' && value > 0, 'O campo incomeValue deve ser informado.'),
  invalid('address', isText),
  invalid('addressNumber', isText),
  invalid('province', isText),
  invalid('postalCode', matches(/^\d{8}$/)),
  invalid('webhooks', optional(isSubscriptions)),
]

function isSubscriptions(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  return value.every(
    ({ url, authToken, events, sendType }) =>
      isWebAddress(url) && isText(authToken) && Array.isArray(events) && events.length > 0 && isText(sendType),
  )
}
