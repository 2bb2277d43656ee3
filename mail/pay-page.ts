/** The page where a buyer pays what a seller has charged, as a mail. */
import { messageToBuyer, type Purchase, payUrlOf, sellerOf } from './buyer.ts'
import { PAY_PAGE } from './buyer-texts.ts'
import { moment } from './layout.ts'
import type { Message } from './message.ts'

export interface PayPage extends Purchase {
  charge: Purchase['charge'] & { expiresAt: string | null }
}

/** @param publicUrl the base URL of the buyer's page. */
export function payPageMessage(page: PayPage, publicUrl: string): Message {
  const texts = PAY_PAGE[page.language]
  const { expiresAt } = page.charge
  const seller = sellerOf(page)
  return messageToBuyer(page, {
    subject: texts.subject(seller),
    heading: texts.heading,
    lead: texts.lead(seller),
    amount: texts.amount,
    facts: expiresAt === null ? [] : [[texts.until, moment(expiresAt, page.language)]],
    after: [texts.after],
    links: [[texts.see, payUrlOf(page, publicUrl)]],
  })
}
