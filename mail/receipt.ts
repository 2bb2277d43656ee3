/** A receipt as a mail. Names and titles come from people: none of them may become a header or markup. */
import { inOneLine, type MailKind } from '../domain/mail.ts'
import { type Currency, cents, toReais } from '../domain/money.ts'
import type { PaymentMethod } from '../domain/payment-method.ts'
import type { Message } from './message.ts'
import { PT_BR } from './texts.ts'

export interface Receipt {
  mail: { id: string; kind: MailKind; amount: number; createdAt: string }
  charge: {
    currency: Currency
    paymentMethod: PaymentMethod
    installments: number
    items: readonly { title: string; quantity: number }[]
    customer: { name: string; email: string }
    paidAt: string | null
    checkoutToken: string
  }
  platform: { name: string; brandColor: string | null }
}

const LONGEST_NAME = 80
const LONGEST_TITLE = 120
const MOST_ITEMS = 20

/** @param publicUrl where the buyer's page is. */
export function receiptMessage({ mail, charge, platform }: Receipt, publicUrl: string): Message {
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
  const after = mail.kind === 'refunded' ? [texts.wayBack[charge.paymentMethod]] : []
  return {
    id: mail.id,
    from: seller,
    to: { name: buyer, address: charge.customer.email },
    subject: texts.subject[mail.kind](seller),
    text: [
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
        `<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escaped(texts.heading[mail.kind])}</h1>`,
        paragraph(texts.greeting(buyer)),
        paragraph(lead),
        `<p style="margin:24px 0 8px;font-size:32px;line-height:40px;font-weight:600">${escaped(money(mail.amount, charge.currency))}</p>`,
        table(facts),
        ...after.map(paragraph),
        `<p style="margin:24px 0"><a href="${escaped(url)}" target="_blank" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#18181b;color:#ffffff;text-decoration:none;font-weight:600">${escaped(texts.see)}</a></p>`,
        `<p style="margin:0;color:#52525b;font-size:13px;line-height:20px">${escaped(texts.automatic)}</p>`,
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

/** With plain spaces: a text part is read as it is. */
const money = (amount: number, currency: Currency) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency })
    .format(toReais(cents(amount)))
    .replaceAll('\u00a0', ' ')

const moment = (at: string) =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Sao_Paulo' }).format(
    new Date(at),
  )

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const paragraph = (text: string) => `<p style="margin:0 0 12px">${escaped(text)}</p>`

function table(facts: readonly [string, string][]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" style="padding:10px 16px 10px 0;border-top:1px solid #e4e4e7;text-align:left;vertical-align:top;font-weight:400;color:#52525b">${escaped(label)}</th>` +
      `<td style="padding:10px 0;border-top:1px solid #e4e4e7;vertical-align:top;word-break:break-word">${escaped(value)}</td></tr>`,
  )
  return `<table style="width:100%;margin:16px 0 20px;border-collapse:collapse;font-size:14px;line-height:20px">${rows.join('')}</table>`
}

/** Nothing is fetched when it is opened: whoever reads it tells nobody. */
function page({ title, color, body }: { title: string; color: string | null; body: string }): string {
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f4f5;color:#18181b;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 28px;border-top:4px solid ${escaped(color ?? '#18181b')};border-radius:8px;background:#ffffff">
${body}
</div>
</body>
</html>
`
}
