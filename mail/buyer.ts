/** What all mails to buyers have in common. Names and titles are user input, so none of them may become a header or markup. */
import { defined } from '../domain/defined.ts'
import type { Language } from '../domain/language.ts'
import { inOneLine } from '../domain/mail.ts'
import { type Currency, cents, toReais } from '../domain/money.ts'
import { BUYER } from './buyer-texts.ts'
import { button, escaped, note, page, paragraph, table, title } from './layout.ts'
import type { Message } from './message.ts'

/** The purchase that a mail is about. */
export interface Purchase {
  /** `amount`: of what the mail is about. Integer cents. */
  mail: { id: string; amount: number; createdAt: string }
  charge: {
    currency: Currency
    items: readonly { title: string; quantity: number }[]
    customer: { name: string; email: string }
    checkoutToken: string
  }
  platform: { name: string; brandColor: string | null; supportEmail: string | null; supportPhone: string | null }
  /** False in test mode; the mail then begins by saying so. */
  livemode: boolean
  /** That the mail is written in. */
  language: Language
}

interface Said {
  subject: string
  heading: string
  lead: string
  /** How the amount is called. */
  amount: string
  /** After what was bought and its amount. */
  facts: readonly [string, string][]
  after: readonly string[]
  /** Words and address. */
  links: readonly [string, string][]
}

const LONGEST_NAME = 80
const LONGEST_TITLE = 120
const MOST_ITEMS = 20

export const sellerOf = ({ platform }: Pick<Purchase, 'platform'>): string => inOneLine(platform.name, LONGEST_NAME)

/** @param publicUrl the base URL of the buyer's page. */
export const payUrlOf = ({ charge }: Pick<Purchase, 'charge'>, publicUrl: string): string =>
  `${publicUrl}/pay/${charge.checkoutToken}`

export function messageToBuyer({ mail, charge, platform, livemode, language }: Purchase, said: Said): Message {
  const texts = BUYER[language]
  const seller = sellerOf({ platform })
  const buyer = inOneLine(charge.customer.name, LONGEST_NAME)
  const amount = money(mail.amount, charge.currency, language)
  const facts: [string, string][] = [
    [texts.label.seller, seller],
    [texts.label.items, itemsOf(charge.items)],
    [said.amount, amount],
    ...said.facts,
  ]
  const after = help(platform, seller, language)
  const before = livemode ? [] : [texts.test]
  return {
    id: mail.id,
    from: seller,
    to: { name: buyer, address: charge.customer.email },
    ...defined({ replyTo: platform.supportEmail ?? undefined }),
    subject: [...(livemode ? [] : [texts.testSubject]), said.subject].join(' '),
    text: [
      ...before,
      texts.greeting(buyer),
      said.lead,
      facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
      ...said.after,
      ...said.links.map(([words, url]) => `${words}: ${url}`),
      after,
      '',
    ].join('\n\n'),
    html: page({
      language,
      title: said.heading,
      color: platform.brandColor,
      body: [
        ...before.map(paragraph),
        title(said.heading),
        paragraph(texts.greeting(buyer)),
        paragraph(said.lead),
        `<p style="margin:24px 0 8px;font-size:32px;line-height:40px;font-weight:600">${escaped(amount)}</p>`,
        table(facts),
        ...said.after.map(paragraph),
        ...said.links.map(([words, url]) => button(words, url, platform.brandColor)),
        note(after),
      ].join('\n'),
    }),
  }
}

/** An answer reaches the seller where it has said to whom it goes. */
function help({ supportEmail, supportPhone }: Purchase['platform'], seller: string, language: Language): string {
  const { automatic, answer, call } = BUYER[language]
  const phone = supportPhone === null ? [] : [call(seller, supportPhone)]
  return [supportEmail === null ? automatic : answer(seller), ...phone].join(' ')
}

function itemsOf(items: Purchase['charge']['items']): string {
  const names = items
    .slice(0, MOST_ITEMS)
    .map(({ title, quantity }) => `${quantity > 1 ? `${quantity} × ` : ''}${inOneLine(title, LONGEST_TITLE)}`)
  return items.length > MOST_ITEMS ? `${names.join(', ')}…` : names.join(', ')
}

/** With plain spaces instead of no-break spaces, for the text part. */
const money = (amount: number, currency: Currency, language: Language) =>
  new Intl.NumberFormat(language, { style: 'currency', currency })
    .format(toReais(cents(amount)))
    .replaceAll('\u00a0', ' ')
