/** The Pix that have arrived at TRANSFEERA for a txid: usually one, and more where a code was paid more than once. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { MESSAGES } from '../../../domain/messages.ts'
import { OUR_MESSAGES } from '../../../domain/our-messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { TransactionKey } from '../../../domain/transaction.ts'
import type { Steps } from '../../contract.ts'
import { furtherPaymentId, isFurtherPayment, paymentNamed, paymentsMeant } from '../../kit/further-payments.ts'
import { readPath } from '../../kit/json.ts'
import { Anything, Maybe, Text } from '../../kit/schemas.ts'
import type { Wire } from '../../kit/wire.ts'
import { goneBack, thatHold } from './returns.ts'
import { PAID } from './wire.ts'

const CashIn = Type.Object({
  end2end_id: Text,
  txid: Anything,
  type: Anything,
  value: Maybe(Type.Number()),
  integration_id: Maybe(Type.String()),
})
type Arrived = Static<typeof CashIn>
const CashIns = Type.Object({ entries: Type.Array(Type.Unknown()) })

type Asked = Pick<TransactionKey, 'transactionId' | 'beside'>

/** The Pix that one payment means: of the first one, those that no other payment names. */
export function* arrivedFor(payment: Asked, wire: Wire): Steps<readonly Arrived[]> {
  return meantBy(payment, yield* allArrived(payment, wire))
}

interface BesideFirst {
  /** The code was paid by the Pix of other payments alone, so that its first payment is still to come. */
  isPaidByOthers: boolean
  /** The Pix of the code's first payment, where the list tells. */
  first: Arrived | undefined
  /** What the code's payments are called that are unknown here: those that no notice has told of. */
  further: string[]
}

/** @param isPaid the code is called paid. */
export function* besideFirst(payment: Asked, isPaid: boolean, wire: Wire): Steps<BesideFirst> {
  const isOther = (name: string) => paymentNamed(name).whole === payment.transactionId && isFurtherPayment(name)
  const hasOthers = payment.beside?.some(isOther) ?? false
  if (!hasOthers && !isPaid) return { isPaidByOthers: false, first: undefined, further: [] }
  const arrived = hasOthers ? yield* allArrived(payment, wire) : yield* understood(payment, wire)
  const [first, ...later] = inOrder(meantBy(payment, arrived))
  return {
    isPaidByOthers: hasOthers && arrived.length > 0 && !first,
    first,
    further: later.flatMap(({ txid, end2end_id }) => furtherPaymentId(txid, end2end_id) ?? []),
  }
}

/** @throws ProviderError MalformedResponse where one of them is not understood. */
function* allArrived(payment: Asked, wire: Wire): Steps<readonly Arrived[]> {
  const arrived = yield* listed(payment, wire)
  if (arrived.every(isUnderstood)) return arrived
  throw new ProviderError('MalformedResponse', OUR_MESSAGES.arrivalNotUnderstood)
}

/** Those that can be read now. The code itself says that it is paid, so a list that fails in any way is left to the next reading. */
function* understood(payment: Asked, wire: Wire): Steps<readonly Arrived[]> {
  try {
    return (yield* listed(payment, wire)).filter(isUnderstood)
  } catch (error) {
    if (error instanceof ProviderError) return []
    throw error
  }
}

function* listed({ transactionId }: Asked, wire: Wire): Steps<readonly unknown[]> {
  const { whole: txid } = paymentNamed(transactionId)
  const { entries } = yield* wire.get('/pix/cashin', CashIns, { txid })
  return entries.filter((entry) => readPath(entry, 'txid') === txid && readPath(entry, 'type') !== 'DEPOSIT_REFUND')
}

const isUnderstood = (entry: unknown): entry is Arrived => Value.Check(CashIn, entry)

/** The list states no times, but an end-to-end id does. What has none keeps its place in the list. */
function inOrder(arrived: readonly Arrived[]): Arrived[] {
  const timed = arrived.filter(isTimed).toSorted((one, other) => Number(minuteOf(one)) - Number(minuteOf(other)))
  return arrived.map((one) => (isTimed(one) && timed.shift()) || one)
}

const isTimed = (one: Arrived): boolean => minuteOf(one) !== undefined

/** `E`, the payer's bank, the minute in UTC, eleven characters of the bank's own. */
const minuteOf = ({ end2end_id }: Arrived) =>
  /^E\w{8}(20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d)\w{11}$/.exec(end2end_id)?.[1]

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
    ...(yield* goneBack(arrived, wire)),
  }
}

/**
 * The end-to-end id of the Pix that a refund goes against: the only one, or the only one that may still hold money.
 * @throws ProviderError NotFound where none has arrived; InvalidRequest where none holds money, or several may be meant.
 */
export function* returnable(payment: Asked, wire: Wire): Steps<string> {
  const arrived = yield* arrivedFor(payment, wire)
  const holding = arrived.length > 1 ? yield* thatHold(arrived, wire) : arrived
  const [meant, ...others] = holding
  if (arrived.length === 0) throw new ProviderError('NotFound', MESSAGES.transactionNotFound)
  if (!meant) throw new ProviderError('InvalidRequest', MESSAGES.errorApprovingRefund)
  if (others.length > 0) throw new ProviderError('InvalidRequest', OUR_MESSAGES.severalPix)
  return meant.end2end_id
}
