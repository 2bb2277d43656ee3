/** A charge and its refunds, held against the books of every provider. */
import type { Charge } from '../../api/schemas/charge.ts'
import type { Refund } from '../../api/schemas/refund.ts'
import type { SandboxTransaction } from '../support/sandbox-client.ts'
import type { Observation } from './observe.ts'
import type { ChargeLife } from './plan.ts'
import { CHARGING, dueStatus } from './terrain.ts'
import { answersOf, broken, couldTell, ENDING_DOUBTS, type Verdict, type Violation } from './verdict.ts'
import type { Deed } from './world.ts'

const isPaid = ({ stage }: SandboxTransaction) => ['paid', 'refunded', 'chargeback'].includes(stage)

export function judgeCharge(deed: Deed, life: ChargeLife, seen: Observation): Verdict {
  const rows = seen.charges.filter(({ orderId }) => orderId === life.key)
  const transactions = seen.books.transactions.filter(({ amount }) => amount === life.amount)
  const [charge] = rows
  const violations = [
    ...answersOf(
      deed,
      rows.map(({ id }) => id),
    ),
    ...refusals(deed, life),
  ]
  if (!charge) {
    const orphans = transactions.map(({ id }) => broken(deed, 'lost', `transaction ${id} is nobody's`))
    return { violations: [...violations, ...orphans], asks: false, asksNeedlessly: false }
  }
  // What the provider's own people give back is its transaction's stage, and no request in its books.
  const refunds = seen.refunds.filter(({ chargeId, kind }) => chargeId === charge.id && kind !== 'external')
  violations.push(
    ...doubles(deed, charge, transactions),
    ...endOf(deed, charge, transactions, refunds),
    ...givenBack(deed, charge, transactions, refunds, seen),
  )
  const asks = charge.needsAttention || refunds.some(({ needsAttention }) => needsAttention)
  return { violations, asks, asksNeedlessly: asksNeedlessly(deed, charge, transactions, refunds) }
}

/** No fault here is a refusal: a provider that says no to a creation was asked for the wrong thing. */
function refusals(deed: Deed, { refunds }: ChargeLife): Violation[] {
  const charge = deed.asked?.told.flatMap((end) =>
    end.outcome === 'refused' ? [broken(deed, 'lie', `the seller was refused: ${end.status} ${end.code}`)] : [],
  )
  const whole = refunds.length === 1
  const refund = deed.refunds.flatMap(({ told }) =>
    told.flatMap((end) =>
      end.outcome === 'refused' && whole
        ? [broken(deed, 'lie', `a refund was refused: ${end.status} ${end.code}`)]
        : [],
    ),
  )
  return [...(charge ?? []), ...refund]
}

function doubles(deed: Deed, charge: Charge, transactions: readonly SandboxTransaction[]): Violation[] {
  if (transactions.length < 2) return []
  // The surplus may have gone back by itself.
  const paid = transactions.filter(({ stage }) => stage === 'paid')
  const ids = transactions.map(({ id, stage }) => `${id} ${stage}`).join(', ')
  // A Pix code that nobody saw is not paid, so its creation may be repeated; anything else may not.
  if (paid.length < 2 && charge.paymentMethod === 'PIX') return []
  return charge.needsAttention ? [] : [broken(deed, 'duplicate', `has ${ids}, and asks nobody`)]
}

const hasDecided = ({ notes }: Deed) => notes.some((note) => /^(cancel|resolve|misjudged).*: 202$/.test(note))

function endOf(
  deed: Deed,
  charge: Charge,
  transactions: readonly SandboxTransaction[],
  refunds: readonly Refund[],
): Violation[] {
  const { status, transactionId, needsAttention } = charge
  if (needsAttention) return []
  const own = transactions.find(({ id }) => id === transactionId)
  const paid = transactions.find(isPaid)
  if (transactions.length === 0) {
    return status === 'PENDING' ? [broken(deed, 'stuck', `${charge.id} is PENDING without a transaction`)] : []
  }
  // Given up, or called not made, by an operator: as long as nobody pays, nothing is wrong.
  if (!own && !paid && status === 'REJECTED' && hasDecided(deed)) return []
  if (!own) {
    const failing = paid ? 'lost' : 'wrongEnd'
    const theirs = transactions.map(({ id, stage }) => `${id} ${stage}`).join(', ')
    return [broken(deed, failing, `${charge.id} is ${status} with ${transactionId}, the provider has ${theirs}`)]
  }
  if (paid && !isPaid(own)) return [broken(deed, 'lost', `${paid.id} was paid, ${own.id} counts`)]
  // A whole refund of ours is one, whatever the provider calls money that went back.
  const isGivenBack = own.stage === 'refunded' && refunds.some(({ state }) => state === 'APPROVED')
  const due = isGivenBack ? 'REFUNDED' : dueStatus(own)
  const isCanceled = hasDecided(deed) && status === 'REJECTED' && !isPaid(own)
  if (status === due || isCanceled) return []
  const failing = isPaid(own) && status !== 'APPROVED' ? 'lost' : 'wrongEnd'
  return [broken(deed, failing, `${charge.id} is ${status}, but the transaction is ${own.stage}`)]
}

/** What was given back is what our refunds say, each once; whatever is not yet known asks a person. */
function givenBack(
  deed: Deed,
  charge: Charge,
  transactions: readonly SandboxTransaction[],
  refunds: readonly Refund[],
  { books }: Observation,
): Violation[] {
  const booked = books.refunds.filter(({ transactionId }) => transactions.some(({ id }) => id === transactionId))
  const sum = (list: readonly { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0)
  const approved = refunds.filter(({ state }) => state === 'APPROVED')
  const open = refunds.filter(({ state }) => state === 'PENDING')
  const inWords = `books ${booked.map(({ amount }) => amount).join('+') || 0}, ours ${refunds.map(({ amount, state }) => `${amount} ${state}`).join(', ') || 'none'}`
  const found: Violation[] = []
  if (
    booked.length > refunds.filter(({ state }) => state !== 'REJECTED').length ||
    sum(booked) > sum(approved) + sum(open)
  ) {
    found.push(broken(deed, 'duplicate', `more went back than refunds say: ${inWords}`))
  }
  const stuck = open.filter(({ needsAttention }) => !needsAttention)
  if (stuck.length > 0) found.push(broken(deed, 'stuck', `${stuck.length} refunds have no end: ${inWords}`))
  if (open.length === 0 && sum(booked) < sum(approved)) {
    found.push(broken(deed, 'lost', `less went back than refunds say: ${inWords}`))
  }
  // What a policy has given back of another payment is not the payer's.
  const ofPayer = approved.filter(({ policy }) => policy !== 'doublePayments')
  const isCounted = charge.refundedAmount >= sum(ofPayer) && charge.refundedAmount <= charge.finalValue
  if (!isCounted && !charge.needsAttention) {
    found.push(broken(deed, 'wrongAmount', `${charge.refundedAmount} counts as refunded: ${inWords}`))
  }
  return found
}

function asksNeedlessly(
  deed: Deed,
  charge: Charge,
  transactions: readonly SandboxTransaction[],
  refunds: readonly Refund[],
): boolean {
  const seat = CHARGING[charge.provider ?? deed.life.provider]
  const isDoubt = charge.attentionReasons.some((reason) => ENDING_DOUBTS.includes(reason))
  if (isDoubt && couldTell(seat?.creation, deed, transactions.length > 0)) return true
  return refunds.some(
    ({ attentionReasons }) =>
      attentionReasons.some((reason) => ENDING_DOUBTS.includes(reason)) && couldTell(seat?.refund, deed, true),
  )
}
