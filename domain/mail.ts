import { LINK_KINDS } from './access-link.ts'

/** Mails to buyers: receipts of a paid order and of refunded money. */
export const RECEIPT_KINDS = ['paid', 'refunded'] as const
export type ReceiptKind = (typeof RECEIPT_KINDS)[number]

/** Mails to buyers that ask for money: the boleto, and the address of the page where anything else is paid. */
export const ASKING_KINDS = ['boleto', 'payPage'] as const
export type AskingKind = (typeof ASKING_KINDS)[number]

/** Mails about a charge, to its buyer. */
export const CHARGE_MAIL_KINDS = [...ASKING_KINDS, ...RECEIPT_KINDS] as const
export type ChargeMailKind = (typeof CHARGE_MAIL_KINDS)[number]

/** All mails. People who sign in get links, and notices of changes to how they do. */
export const MAIL_KINDS = [...CHARGE_MAIL_KINDS, ...LINK_KINDS, 'signInChange'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** It is sent only while the charge can be paid. */
export const asksForMoney = (kind: MailKind): kind is AskingKind => ASKING_KINDS.some((asking) => asking === kind)

export const isOfCharge = (kind: MailKind): kind is ChargeMailKind => CHARGE_MAIL_KINDS.some((known) => known === kind)

export const isReceipt = (kind: MailKind): kind is ReceiptKind => RECEIPT_KINDS.some((receipt) => receipt === kind)

/** `unsent`: no mail server was configured. `failed`: the server refused it, or retries failed for days. */
export const MAIL_STATES = ['pending', 'sent', 'failed', 'unsent'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** The properties of each state. A new state must define all of them. */
const MEANINGS = {
  pending: { waits: true, isSent: false, isGivenUp: false },
  sent: { waits: false, isSent: true, isGivenUp: false },
  failed: { waits: false, isSent: false, isGivenUp: true },
  unsent: { waits: false, isSent: false, isGivenUp: false },
} as const satisfies Record<MailState, Record<string, boolean>>

/** The error of one that was to ask for money, once its charge was not to be paid any more. */
export const OVERTAKEN = 'It is not to be paid any more'

/** It is still to be sent. */
export const mailWaits = (state: MailState): boolean => MEANINGS[state].waits

/** The mail server has taken it. */
export const isMailSent = (state: MailState): boolean => MEANINGS[state].isSent

/** It was tried, and is not sent any more. */
export const isMailGivenUp = (state: MailState): boolean => MEANINGS[state].isGivenUp

// One bare address: no list, no comment, no line break, no quotes.
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,253}$/u

/** Whether the address can be used in an envelope and in a header without escaping. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text)

/**
 * A name or title that is safe in a header: on one line, without invisible characters or characters that reverse the text direction.
 * @param longest the most characters.
 */
export function inOneLine(text: string, longest: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
}
