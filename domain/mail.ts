import { LINK_KINDS } from './access-link.ts'

/** What buyers are written: a receipt of an order that was paid, and of money that went back. */
export const RECEIPT_KINDS = ['paid', 'refunded'] as const
export type ReceiptKind = (typeof RECEIPT_KINDS)[number]

/** What people are written who sign in: a link. */
export const MAIL_KINDS = [...RECEIPT_KINDS, ...LINK_KINDS] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export const isReceipt = (kind: MailKind): kind is ReceiptKind => RECEIPT_KINDS.some((receipt) => receipt === kind)

/** `unsent`: there was no mail server. `failed`: the server refused it, or nothing helped for days. */
export const MAIL_STATES = ['pending', 'sent', 'failed', 'unsent'] as const
export type MailState = (typeof MAIL_STATES)[number]

// One address and nothing around it: no list, no comment, no line break, no quotes.
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,253}$/u

/** Whether it can stand in an envelope and in a header as it is. */
export const isMailAddress = (text: string): boolean => ADDRESS.test(text)

/**
 * A name or title as it may stand in a header: on one line, without characters that cannot be seen or that turn the direction of
 * what follows.
 * @param longest characters.
 */
export function inOneLine(text: string, longest: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
}
