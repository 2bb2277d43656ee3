/** What PAGAR.ME is sent: orders, customers, cards and recipients. */
import type { CardData } from '../../../domain/card.ts'
import type { ReceiverRequest } from '../../../domain/receiver.ts'
import type { Customer, Split, TransactionRequest } from '../../../domain/transaction.ts'
import { inCents } from '../../kit/amounts.ts'
import { fourDigitYear } from '../../kit/cards.ts'
import type { Derived } from '../../kit/derived.ts'
import { softDescriptor, statementDescriptor } from '../../kit/descriptor.ts'
import { matchingItems } from '../../kit/items.ts'
import { documentType, fingerPrint } from '../../kit/people.ts'
import { COUNTRY_CODE } from '../../kit/pix-keys.ts'
import { registration } from './registration.ts'

/** A saved card with the customer whom it belongs to, or a token with the buyer. */
export function chargedCard(request: TransactionRequest) {
  const [owner = '', saved] = request.cardId?.split('|') ?? []
  return saved
    ? { buyer: { customer_id: owner }, card: { card_id: saved } }
    : { buyer: { customer: toCustomer(request) }, card: { card_token: owner } }
}

export function order(request: TransactionRequest, buyer: object, payment: object) {
  return {
    code: request.reference,
    ...buyer,
    items: matchingItems(request).map(({ id, title, unitPrice, quantity }, index) => ({
      code: id ?? String(index + 1),
      description: title,
      amount: inCents.write(unitPrice),
      quantity,
    })),
    payments: [{ ...payment, amount: inCents.write(request.amount), split: request.splits?.map(toSplit) }],
    ip: request.customerIp,
    session_id: fingerPrint(request, 'PAGARME'),
    closed: true,
  }
}

function toSplit({ recipientId, type, amount, liable, chargeProcessingFee, chargeRemainder }: Split) {
  return {
    type: type === 'FIXED' ? 'flat' : 'percentage',
    amount,
    recipient_id: recipientId,
    options: { liable, charge_processing_fee: chargeProcessingFee, charge_remainder_fee: chargeRemainder },
  }
}

export function toCustomer({ customer, address }: { customer: Customer; address?: TransactionRequest['address'] }) {
  const { name, email, document, phone } = customer
  const kind = documentType(document)
  return {
    name,
    email,
    document,
    document_type: kind.toUpperCase(),
    type: kind === 'cpf' ? 'individual' : 'company',
    phones: phone && {
      mobile_phone: { country_code: COUNTRY_CODE, area_code: phone.slice(0, 2), number: phone.slice(2) },
    },
    address: address && {
      line_1: `${address.number}, ${address.address}, ${address.district}`,
      zip_code: address.zipCode,
      city: address.city,
      state: address.state,
      country: 'BR',
    },
  }
}

export function descriptor({ description = '' }: TransactionRequest, derived: Derived): string {
  return statementDescriptor(description) || softDescriptor(derived)
}

/** Nothing leaves by itself: the seller asks for each withdrawal. */
const TRANSFER_SETTINGS = { transfer_enabled: false, transfer_interval: 'Daily', transfer_day: 0 }

export function recipient(request: ReceiverRequest) {
  const { name, email, description, document, documentType: kind, reference, bankAccount } = request
  const type = kind === 'CPF' ? 'individual' : 'company'
  return {
    name,
    email,
    description,
    document,
    type,
    code: reference,
    default_bank_account: {
      holder_name: name,
      holder_type: type,
      holder_document: document,
      bank: bankAccount.bankCode,
      branch_number: bankAccount.branchNumber,
      branch_check_digit: bankAccount.branchDigit,
      account_number: bankAccount.accountNumber,
      account_check_digit: bankAccount.accountDigit,
      type: bankAccount.accountType.toLowerCase(),
    },
    transfer_settings: TRANSFER_SETTINGS,
    register_information: registration(request),
  }
}

export function tokenRequest({ cardNumber, holderName, holderDocument, expMonth, expYear, cvv }: CardData) {
  return {
    type: 'card',
    card: {
      number: cardNumber,
      holder_name: holderName,
      holder_document: holderDocument,
      exp_month: Number(expMonth),
      exp_year: Number(fourDigitYear(expYear)),
      cvv,
    },
  }
}
