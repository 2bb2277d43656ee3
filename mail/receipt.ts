/** A receipt as a mail. */
import type { ReceiptKind } from '../domain/mail.ts'
import type { PaymentMethod } from '../domain/payment-method.ts'
import { messageToBuyer, type Purchase, payUrlOf, sellerOf } from './buyer.ts'
import { moment } from './layout.ts'
import type { Message } from './message.ts'
import { RECEIPT_PT_BR } from './texts.ts'

export interface Receipt extends Purchase {
  mail: Purchase['mail'] & { kind: ReceiptKind }
  charge: Purchase['charge'] & { paymentMethod: PaymentMethod; installments: number; paidAt: string | null }
}

/** @param publicUrl the base URL of the buyer's page. */
export function receiptMessage(receipt: Receipt, publicUrl: string): Message {
  const texts = RECEIPT_PT_BR
  const { mail, charge } = receipt
  const { kind } = mail
  const seller = sellerOf(receipt)
  return messageToBuyer(receipt, {
    subject: texts.subject[kind](seller),
    heading: texts.heading[kind],
    lead: texts.lead[kind](seller),
    amount: texts.amount[kind],
    facts: [
      [texts.label.method, methodOf(charge)],
      [texts.label.at, moment(kind === 'paid' ? (charge.paidAt ?? mail.createdAt) : mail.createdAt)],
    ],
    after: kind === 'refunded' ? [texts.wayBack[charge.paymentMethod]] : [],
    links: [[texts.see, payUrlOf(receipt, publicUrl)]],
  })
}

const methodOf = ({ paymentMethod, installments }: Receipt['charge']) =>
  RECEIPT_PT_BR.method[paymentMethod] + (installments > 1 ? RECEIPT_PT_BR.installments(installments) : '')
