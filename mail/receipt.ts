/** A receipt as a mail. */
import { brandName } from '../domain/card-number.ts'
import type { Language } from '../domain/language.ts'
import type { ReceiptKind } from '../domain/mail.ts'
import type { PaymentMethod } from '../domain/payment-method.ts'
import { messageToBuyer, type Purchase, payUrlOf, sellerOf } from './buyer.ts'
import { RECEIPT } from './buyer-texts.ts'
import { moment } from './layout.ts'
import type { Message } from './message.ts'

export interface Receipt extends Purchase {
  mail: Purchase['mail'] & {
    kind: ReceiptKind
    /** A seller has sent it once more, at another time than its money moved. */
    isAgain?: boolean
  }
  charge: Purchase['charge'] & {
    id: string
    paymentMethod: PaymentMethod
    card: { brand: string; lastDigits: string } | null
    installments: number
    paidAt: string | null
  }
}

/** @param publicUrl the base URL of the buyer's page. */
export function receiptMessage(receipt: Receipt, publicUrl: string): Message {
  const { mail, charge, language } = receipt
  const texts = RECEIPT[language]
  const { kind } = mail
  const seller = sellerOf(receipt)
  const queuedAt = mail.isAgain ? null : mail.createdAt
  const at = kind === 'paid' ? (charge.paidAt ?? queuedAt) : queuedAt
  return messageToBuyer(receipt, {
    subject: texts.subject[kind](seller),
    heading: texts.heading[kind],
    lead: texts.lead[kind](seller),
    amount: texts.amount[kind],
    facts: [
      [texts.label.method, methodOf(charge, language)],
      [texts.label.number, charge.id],
      ...(at === null ? [] : [[texts.label.at, moment(at, language)] satisfies [string, string]]),
    ],
    after: kind === 'refunded' ? [texts.wayBack[charge.paymentMethod]] : [],
    links: [[texts.see, payUrlOf(receipt, publicUrl)]],
  })
}

function methodOf({ paymentMethod, card, installments }: Receipt['charge'], language: Language): string {
  const texts = RECEIPT[language]
  const which = card ? texts.card(brandName(card.brand) ?? '', card.lastDigits) : ''
  return texts.method[paymentMethod] + which + (installments > 1 ? texts.installments(installments) : '')
}
