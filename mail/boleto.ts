/** The boleto that a buyer is to pay, as a mail: it is paid days later, when the page that made it has been closed. */
import { maskBoletoLine } from '../domain/masks.ts'
import { messageToBuyer, type Purchase, payUrlOf, sellerOf } from './buyer.ts'
import { BOLETO } from './buyer-texts.ts'
import { day } from './layout.ts'
import type { Message } from './message.ts'

export interface Boleto extends Purchase {
  charge: Purchase['charge'] & { billetCode: string | null; billetUrl: string | null; expiresAt: string | null }
}

/** @param publicUrl the base URL of the buyer's page. */
export function boletoMessage(boleto: Boleto, publicUrl: string): Message {
  const texts = BOLETO[boleto.language]
  const { billetCode, billetUrl, expiresAt } = boleto.charge
  const seller = sellerOf(boleto)
  return messageToBuyer(boleto, {
    subject: texts.subject(seller),
    heading: texts.heading,
    lead: texts.lead(seller),
    amount: texts.amount,
    facts: [
      ...(expiresAt === null ? [] : [[texts.until, day(expiresAt, boleto.language)] satisfies [string, string]]),
      ...(billetCode === null ? [] : [[texts.line, maskBoletoLine(billetCode)] satisfies [string, string]]),
    ],
    after: [texts.after],
    links: [
      [texts.see, payUrlOf(boleto, publicUrl)],
      ...(billetUrl === null ? [] : [[texts.pdf, billetUrl] satisfies [string, string]]),
    ],
  })
}
