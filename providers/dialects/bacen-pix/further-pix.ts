/** A charge (`cob`) that is paid by more than one Pix: which of them one payment means, by their end-to-end ids. */
import { readInstant } from '../../kit/expiry.ts'
import { furtherPaymentId, paymentsMeant } from '../../kit/further-payments.ts'
import { readPath } from '../../kit/json.ts'

/** Of a Pix that arrives; a return's begins with D. */
const END_TO_END_ID = /^E\w{31}$/

/** What a Pix is called that came after another one. @returns undefined where the notice does not name it. */
export const furtherPixId = (txid: unknown, endToEndId: unknown): string | undefined =>
  END_TO_END_ID.test(String(endToEndId)) ? furtherPaymentId(txid, endToEndId) : undefined

export const listedPix = (pix: unknown): readonly unknown[] => (Array.isArray(pix) ? pix : [])

/** The Pix of one payment: several, if all but one of them are still unknown here. */
export const ofPayment = <Pix>(
  pix: readonly Pix[],
  payment: { readonly transactionId: string; readonly beside?: readonly string[] },
): Pix[] => paymentsMeant(pix, payment, (one) => readPath(one, 'endToEndId'))

/**
 * The Pix of the charge's first payment: of those that no other payment names, the one that arrived first, with those that cannot be named.
 * @returns `further`: what the others are called, which are payments that are unknown here.
 */
export function firstOf(txid: string, unnamed: readonly unknown[]): { pix: unknown[]; further: string[] } {
  const nameOf = (pix: unknown) => furtherPixId(txid, readPath(pix, 'endToEndId'))
  const later = unnamed
    .filter((pix) => nameOf(pix) !== undefined)
    .sort((one, other) => arrivalOf(one) - arrivalOf(other))
    .slice(1)
  return {
    pix: unnamed.filter((pix) => !later.includes(pix)),
    further: later.flatMap((pix) => nameOf(pix) ?? []),
  }
}

/** Equal for all that state no time: they stay in the order in which the bank lists them. */
const arrivalOf = (pix: unknown): number => Date.parse(readInstant(readPath(pix, 'horario')) ?? '') || 0
