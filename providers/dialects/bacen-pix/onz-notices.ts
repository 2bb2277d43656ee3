/** ONZ's notices (https://developers.onz.software): a Pix that has arrived, was returned, is disputed, or leaves as a withdrawal. */
import { type Static, Type } from 'typebox'
import { cents, toReaisString } from '../../../domain/money.ts'
import { readPath, readText } from '../../kit/json.ts'
import { Anything } from '../../kit/schemas.ts'
import type { WebhookMeaning, WithdrawMeaning } from '../../kit/webhook-spec.ts'
import { furtherPixId } from './further-pix.ts'
import { inText, ONZ_WORDS } from './onz-accounts.ts'
import { readReais } from './returns.ts'

/** ONZ's record of a Pix, incoming or outgoing. */
export const OnzWebhook = Type.Object({
  type: Type.String(),
  data: Type.Object({
    txId: Anything,
    status: Anything,
    payment: Anything,
    refunds: Anything,
    endToEndId: Anything,
    idempotencyKey: Anything,
    message: Anything,
  }),
})

export function onzNews({ type, data }: Static<typeof OnzWebhook>): WebhookMeaning | WithdrawMeaning | undefined {
  const { txId: transactionId, status, payment, endToEndId } = data
  if (type === 'TRANSFER' || type === 'CASHOUT') return withdrawalNews(data)
  if (type === 'CANCELED' || status === 'CANCELED') return undefined
  const named = { transactionId, furtherId: furtherPixId(transactionId, endToEndId) }
  if (type === 'REFUND') {
    return { ...named, rawStatus: status, status: 'CHARGEBACK', isReturn: true, returned: returnedBy(data) }
  }
  // A bank disputes a Pix (MED): the charge is read.
  if (type === 'INFRACTION') return named
  if (type !== 'RECEIVE') return undefined
  const word = readText(status)
  return {
    ...named,
    rawStatus: word,
    status: word === 'LIQUIDATED' ? 'APPROVED' : 'PENDING',
    unmapped: word !== undefined && !Object.hasOwn(ONZ_WORDS, word),
    amount: readPath(payment, 'amount'),
  }
}

const NOT_RETURNED: readonly unknown[] = ['CANCELED', 'REJECTED']

/**
 * A return's own amount, or the sum of the returns listed with the payment. Reais as text or as a number.
 * @returns undefined when it is absent or unreadable.
 */
function returnedBy({ payment, refunds }: Static<typeof OnzWebhook>['data']): string | undefined {
  const listed = (Array.isArray(refunds) ? refunds : []).filter(
    (refund) => !NOT_RETURNED.includes(readPath(refund, 'status')),
  )
  const amounts =
    listed.length > 0
      ? listed.map((refund) => readPath(refund, 'pixRefundAmount.amount'))
      : [readPath(payment, 'amount')]
  const read = amounts.map(readReais)
  return read.some((amount) => amount === undefined)
    ? undefined
    : toReaisString(cents(read.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)))
}

/** For a withdrawal refused before it was sent, the answer holds only the reason. */
function withdrawalNews(data: Static<typeof OnzWebhook>['data']): WithdrawMeaning {
  const { endToEndId, idempotencyKey, status, message } = data
  const paid = readPath(data.payment, 'amount')
  const amount = typeof paid === 'number' && paid > 0 && readReais(paid) !== undefined ? inText(paid) : paid
  return { withdrawId: endToEndId, reference: idempotencyKey, rawStatus: status, amount, refusal: message }
}
