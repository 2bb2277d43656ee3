/** The Pix that have arrived at TRANSFEERA for a txid: usually one, and more where a code was paid more than once. */
import { type Static, Type } from 'typebox'
import { MESSAGES } from '../../../domain/messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { TransactionKey } from '../../../domain/transaction.ts'
import type { Steps } from '../../contract.ts'
import { inReais, readAmount } from '../../kit/amounts.ts'
import { furtherPaymentId, isFurtherPayment, paymentNamed, paymentsMeant } from '../../kit/further-payments.ts'
import { SEVERAL_PIX } from '../../kit/refunds.ts'
import { Anything, Maybe, Text } from '../../kit/schemas.ts'
import { path, type Wire } from '../../kit/wire.ts'
import { PAID } from './wire.ts'

const CashIn = Type.Object({
  end2end_id: Text,
  txid: Anything,
  type: Anything,
  value: Maybe(Type.Number()),
  integration_id: Maybe(Type.String()),
})
type Arrived = Static<typeof CashIn>
const CashIns = Type.Object({ entries: Type.Array(CashIn) })
const GivenBack = Type.Object({ entries: Type.Array(Type.Object({ value: Anything, error_code: Anything })) })

type Asked = Pick<TransactionKey, 'transactionId' | 'beside'>

/** The Pix that one payment means: of the first one, those that no other payment names. */
export function* arrivedFor(payment: Asked, wire: Wire): Steps<readonly Arrived[]> {
  return meantBy(payment, yield* allArrived(payment, wire))
}

interface BesideFirst {
  /** The code was paid by the Pix of other payments alone, so that its first payment is still to come. */
  isPaidByOthers: boolean
  /** What the code's payments are called that are unknown here: those that no notice has told of. */
  further: string[]
}

/** @param isPaid the code is called paid. */
export function* besideFirst(payment: Asked, isPaid: boolean, wire: Wire): Steps<BesideFirst> {
  const isOther = (name: string) => paymentNamed(name).whole === payment.transactionId && isFurtherPayment(name)
  const hasOthers = payment.beside?.some(isOther) ?? false
  if (!hasOthers && !isPaid) return { isPaidByOthers: false, further: [] }
  const arrived = yield* allArrived(payment, wire)
  const [first, ...later] = meantBy(payment, arrived).toSorted(bySending)
  return {
    isPaidByOthers: hasOthers && arrived.length > 0 && !first,
    further: later.flatMap(({ txid, end2end_id }) => furtherPaymentId(txid, end2end_id) ?? []),
  }
}

function* allArrived({ transactionId }: Asked, wire: Wire): Steps<readonly Arrived[]> {
  const { whole: txid } = paymentNamed(transactionId)
  const { entries } = yield* wire.get('/pix/cashin', CashIns, { txid })
  return entries.filter((entry) => entry.txid === txid && entry.type !== 'DEPOSIT_REFUND')
}

/** The list states no times, but an end-to-end id does: `E`, the payer's bank and the minute. What has none stays as it is listed. */
const bySending = (one: Arrived, other: Arrived) => sentAt(one) - sentAt(other)
const sentAt = ({ end2end_id }: Arrived): number => Number(/^E\w{8}(\d{12})/.exec(end2end_id)?.[1] ?? 0)

const meantBy = (payment: Asked, arrived: readonly Arrived[]) =>
  paymentsMeant(arrived, payment, ({ end2end_id }) => end2end_id)

export function* readFurther(payment: Asked, wire: Wire) {
  const [arrived] = yield* arrivedFor(payment, wire)
  if (!arrived) throw new ProviderError('NotFound', MESSAGES.transactionNotFound)
  // Its txid is our reference.
  const { value, integration_id, txid } = arrived
  return {
    transactionId: payment.transactionId,
    rawStatus: PAID,
    amount: value,
    reference: integration_id ?? String(txid),
  }
}

/**
 * The end-to-end id of the Pix that a refund goes against: the only one, or the only one that may still hold money.
 * @throws ProviderError NotFound where none has arrived; InvalidRequest where several may be meant.
 */
export function* returnable(payment: Asked, wire: Wire): Steps<string> {
  const arrived = yield* arrivedFor(payment, wire)
  const holding = arrived.length > 1 ? yield* thatHold(arrived, wire) : arrived
  const [meant, ...others] = holding
  if (!meant) throw new ProviderError('NotFound', MESSAGES.transactionNotFound)
  if (others.length > 0) throw new ProviderError('InvalidRequest', SEVERAL_PIX)
  return meant.end2end_id
}

function* thatHold(arrived: readonly Arrived[], wire: Wire) {
  const holding: Arrived[] = []
  for (const one of arrived) {
    const { entries } = yield* wire.get(path`/pix/cashin/${one.end2end_id}/refund`, GivenBack)
    const back = entries
      .filter(({ error_code }) => !error_code)
      .map(({ value }) => readAmount(inReais, Number(value)) ?? 0)
    const came = one.value == null ? undefined : readAmount(inReais, one.value)
    if (came === undefined || back.reduce<number>((sum, value) => sum + value, 0) < came) holding.push(one)
  }
  return holding
}
