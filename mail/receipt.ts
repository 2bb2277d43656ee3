/** A receipt as a mail. Names and titles are user input, so none of them may become a header or markup. */
import { defined } from '../domain/defined.ts'
import { inOneLine, type ReceiptKind } from '../domain/mail.ts'
import { type Currency, cents, toReais } from '../domain/money.ts'
import type { PaymentMethod } from '../domain/payment-method.ts'
import { button, escaped, moment, note, page, paragraph, table, title } from './layout.ts'
import type { Message } from './message.ts'
import { PT_BR } from './texts.ts'

export interface Receipt {
  mail: { id: string; kind: ReceiptKind; amount: number; createdAt: string }
  charge: {
    currency: Currency
    paymentMethod: PaymentMethod
    installments: number
    items: readonly { title: string; quantity: number }[]
    customer: { name: string; email: string }
    paidAt: string | null
    checkoutToken: string
  }
  platform: { name: string; brandColor: string | null; supportEmail: string | null }
  /** False in test mode; the mail then begins by saying so. */
  livemode: boolean
}

const LONGEST_NAME = 80
const LONGEST_TITLE = 120
const MOST_ITEMS = 20

/** @param publicUrl the base URL of the buyer's page. */
export function receiptMessage({ mail, charge, platform, livemode }: Receipt, publicUrl: string): Message {
  const texts = PT_BR
  const seller = inOneLine(platform.name, LONGEST_NAME)
  const buyer = inOneLine(charge.customer.name, LONGEST_NAME)
  const url = `${publicUrl}/pay/${charge.checkoutToken}`
  const facts: [string, string][] = [
    [texts.label.seller, seller],
    [texts.label.items, itemsOf(charge.items)],
    [mail.kind === 'paid' ? texts.label.amount : texts.label.refunded, money(mail.amount, charge.currency)],
    [texts.label.method, methodOf(charge)],
    [texts.label.at, moment(mail.kind === 'paid' ? (charge.paidAt ?? mail.createdAt) : mail.createdAt)],
  ]
  const lead = texts.lead[mail.kind](seller)
  const before = livemode ? [] : [texts.test]
  const after = mail.kind === 'refunded' ? [texts.wayBack[charge.paymentMethod]] : []
  return {
    id: mail.id,
    from: seller,
    to: { name: buyer, address: charge.customer.email },
    ...defined({ replyTo: platform.supportEmail ?? undefined }),
    subject: [...(livemode ? [] : ['[TESTE]']), texts.subject[mail.kind](seller)].join(' '),
    text: [
      ...before,
      texts.greeting(buyer),
      lead,
      facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
      ...after,
      `${texts.see}: ${url}`,
      texts.automatic,
      '',
    ].join('\n\n'),
    html: page({
      title: texts.heading[mail.kind],
      color: platform.brandColor,
      body: [
        ...before.map(paragraph),
        title(texts.heading[mail.kind]),
        paragraph(texts.greeting(buyer)),
        paragraph(lead),
        `<p style="margin:24px 0 8px;font-size:32px;line-height:40px;font-weight:600">${escaped(money(mail.amount, charge.currency))}</p>`,
        table(facts),
        ...after.map(paragraph),
        button(texts.see, url, platform.brandColor),
        note(texts.automatic),
      ].join('\n'),
    }),
  }
}

function itemsOf(items: Receipt['charge']['items']): string {
  const names = items
    .slice(0, MOST_ITEMS)
    .map(({ title, quantity }) => `${quantity > 1 ? `${quantity} × ` : ''}${inOneLine(title, LONGEST_TITLE)}`)
  return items.length > MOST_ITEMS ? `${names.join(', ')}…` : names.join(', ')
}

const methodOf = ({ paymentMethod, installments }: Receipt['charge']) =>
  PT_BR.method[paymentMethod] + (installments > 1 ? PT_BR.installments(installments) : '')

/** With plain spaces instead of no-break spaces, for the text part. */
const money = (amount: number, currency: Currency) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency })
    .format(toReais(cents(amount)))
    .replaceAll('\u00a0', ' ')
