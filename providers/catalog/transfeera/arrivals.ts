/** The Pix that have arrived at TRANSFEERA for a txid: usually one, and more where a code was paid more than once. */
import { type Static, Type } from 'typebox'
import { MESSAGES } from '../../../domain/messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { TransactionKey } from '../../../domain/transaction.ts'
import type { Steps } from '../../contract.ts'
import { inReais, readAmount } from '../../kit/amounts.ts'
import { isFurtherPayment, paymentNamed, paymentsMeant } from '../../kit/further-payments.ts'
import { SEVERAL_PIX } from '../../kit/refunds.ts'
import { Anything, Maybe, Text } from '../../kit/schemas.ts'
import { path, type Wire } from '../../kit/wire.ts'
import { PAID } from './wire.ts'

const CashIn = Type.Object({
  end2end_id: Text,
  txid: Anything,
  value: Maybe(Type.Number()),
  integration_id: Maybe(Type.String()),
})
const CashIns = Type.Object({ entries: Type.Array(CashIn) })
const GivenBack = Type.Object({ entries: Type.Array(Type.Object({ value: Anything, error_code: Anything })) })

type Asked = Pick<TransactionKey, 'transactionId' | 'beside'>

/** The Pix that one payment means: of the first one, those that no other payment names. */
export function* arrivedFor(payment: Asked, wire: Wire): Steps<readonly Static<typeof CashIn>[]> {
  return meantBy(payment, yield* allArrived(payment, wire))
}

/** Whether the code was paid by the Pix of other payments alone, so that its first payment is still to come. */
export function* isPaidByOthers(payment: Asked, wire: Wire): Steps<boolean> {
  const isOther = (name: string) => paymentNamed(name).whole === payment.transactionId && isFurtherPayment(name)
  if (!payment.beside?.some(isOther)) return false
  const arrived = yield* allArrived(payment, wire)
  return arrived.length > 0 && meantBy(payment, arrived).length === 0
}

function* allArrived({ transactionId }: Asked, wire: Wire): Steps<readonly Static<typeof CashIn>[]> {
  const { whole: txid } = paymentNamed(transactionId)
  const { entries } = yield* wire.get('/pix/cashin', CashIns, { txid })
  return entries.filter((entry) => entry.txid === txid)
}

const meantBy = (payment: Asked, arrived: readonly Static<typeof CashIn>[]) =>
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

function* thatHold(arrived: readonly Static<typeof CashIn>[], wire: Wire) {
  const holding: Static<typeof CashIn>[] = []
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
