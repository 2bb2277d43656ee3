/** What went back of a charge, held against the books of every provider. */
import type { Charge } from '../../api/schemas/charge.ts'
import type { Refund } from '../../api/schemas/refund.ts'
import type { SandboxTransaction } from '../support/sandbox-client.ts'
import type { Observation } from './observe.ts'
import { CHARGE_TELLING, inWords as inTheWords, isTold } from './telling.ts'
import { broken, type Violation } from './verdict.ts'
import type { Deed } from './world.ts'

/** Of what the provider's own people gave back in parts; the whole is their transaction's stage, and no request in its books. */
const DASHBOARD = 'dashboard'

/** What was asked for through us. */
export const isOfOurs = ({ reference }: { reference: string }): boolean => reference !== DASHBOARD

const sumOf = (list: readonly { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0)

/** Whether the provider has given back so much at once. */
export function isBooked(
  amount: number | null,
  transactions: readonly SandboxTransaction[],
  { refunds }: Pick<Observation['books'], 'refunds'>,
): boolean {
  return refunds.some(
    (one) =>
      isOfOurs(one) &&
      (amount === null || one.amount === amount) &&
      transactions.some(({ id }) => id === one.transactionId),
  )
}

/**
 * What was given back is what our refunds say, each once; whatever is not yet known asks an operator. What the provider's own people gave
 * back in parts is found, each part once.
 */
export function givenBack(
  deed: Deed,
  charge: Charge,
  transactions: readonly SandboxTransaction[],
  ofCharge: readonly Refund[],
  { books }: Observation,
): Violation[] {
  const all = books.refunds.filter(({ transactionId }) => transactions.some(({ id }) => id === transactionId))
  const elsewhere = all.filter((one) => !isOfOurs(one))
  const booked = all.filter(isOfOurs)
  const refunds = ofCharge.filter(({ kind }) => kind !== 'external')
  const approved = refunds.filter(({ state }) => state === 'APPROVED')
  const open = refunds.filter(({ state }) => state === 'PENDING')
  const inWords = `books ${all.map((one) => `${one.amount} ${isOfOurs(one) ? '' : DASHBOARD}`.trim()).join('+') || 0}, ours ${ofCharge.map(({ amount, state, kind }) => `${amount} ${kind} ${state}`).join(', ') || 'none'}`
  const found: Violation[] = []
  if (
    booked.length > refunds.filter(({ state }) => state !== 'REJECTED').length ||
    sumOf(booked) > sumOf(approved) + sumOf(open)
  ) {
    found.push(broken(deed, 'duplicate', `more went back than refunds say: ${inWords}`))
  }
  const stuck = open.filter(({ needsAttention }) => !needsAttention)
  if (stuck.length > 0) found.push(broken(deed, 'stuck', `${stuck.length} refunds have no end: ${inWords}`))
  if (open.length === 0 && sumOf(booked) < sumOf(approved)) {
    found.push(broken(deed, 'lost', `less went back than refunds say: ${inWords}`))
  }
  const reasons = charge.attentionReasons
  const isShown = isTold(reasons, CHARGE_TELLING.wentBack)
  const external = ofCharge.filter(({ kind, state }) => kind === 'external' && state === 'APPROVED')
  // Where all of it went back, its status says so.
  const isWhole = charge.status === 'REFUNDED'
  if (!isWhole && elsewhere.length > 0 && sumOf(external) !== sumOf(elsewhere) && !isShown) {
    found.push(
      broken(deed, 'lost', `what was given back at the provider is not known, ${inTheWords(reasons)}: ${inWords}`),
    )
  }
  // What a policy has given back of another payment is not the payer's.
  const ofPayer = [...approved.filter(({ policy }) => policy !== 'doublePayments'), ...external]
  const isCounted = charge.refundedAmount === sumOf(ofPayer)
  if (!isCounted && !(isWhole && charge.refundedAmount === charge.finalValue) && !isShown) {
    found.push(
      broken(deed, 'wrongAmount', `${charge.refundedAmount} counts as refunded, ${inTheWords(reasons)}: ${inWords}`),
    )
  }
  return found
}
