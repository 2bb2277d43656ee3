/** A charge (`cob`) that is paid by more than one Pix: which of them one payment means, by their end-to-end ids. */
import { furtherPaymentId, paymentsMeant } from '../../kit/further-payments.ts'
import { readPath } from '../../kit/json.ts'

/** Of a Pix that arrives; a return's begins with D. */
const END_TO_END_ID = /^E\w{31}$/

/** What a Pix is called that came after another one. @returns undefined where the notice does not name it. */
export const furtherPixId = (txid: unknown, endToEndId: unknown): string | undefined =>
  END_TO_END_ID.test(String(endToEndId)) ? furtherPaymentId(txid, endToEndId) : undefined

export const listedPix = (pix: unknown): readonly unknown[] => (Array.isArray(pix) ? pix : [])

/** The Pix of one payment: several, if nobody has heard yet of all but one of them. */
export const ofPayment = <Pix>(
  pix: readonly Pix[],
  payment: { readonly transactionId: string; readonly beside?: readonly string[] },
): Pix[] => paymentsMeant(pix, payment, (one) => readPath(one, 'endToEndId'))
