/** A charge and its refunds, held against the books of every provider. */
import type { Charge } from '../../api/schemas/charge.ts'
import type { Refund } from '../../api/schemas/refund.ts'
import type { SandboxTransaction } from '../support/sandbox-client.ts'
import { givenBack, isBooked } from './judge-refunds.ts'
import type { Observation } from './observe.ts'
import type { ChargeLife } from './plan.ts'
import { CHARGE_TELLING, inWords, isTold } from './telling.ts'
import { CHARGING, dueStatus } from './terrain.ts'
import { answersOf, broken, couldTell, type Failing, FINE, isInDoubt, type Verdict, type Violation } from './verdict.ts'
import type { Deed } from './world.ts'

/** Its money is the seller's. */
const holdsMoney = ({ stage }: SandboxTransaction) => stage === 'paid'
/** It was so once: it may have gone back since. */
const wasPaid = ({ stage }: SandboxTransaction) => ['paid', 'refunded', 'chargeback'].includes(stage)

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
    const orphans = transactions.map(({ id }) => broken(deed, 'lost', `transaction ${id} belongs to no charge`))
    return { ...FINE, violations: [...violations, ...orphans] }
  }
  const ofCharge = seen.refunds.filter(({ chargeId }) => chargeId === charge.id)
  const refunds = ofCharge.filter(({ kind }) => kind !== 'external')
  violations.push(
    ...doubles(deed, charge, transactions),
    ...endOf(deed, charge, transactions, ofCharge),
    ...codeOf(deed, charge, transactions),
    ...givenBack(deed, charge, transactions, ofCharge, seen),
  )
  const asks = charge.needsAttention || refunds.some(({ needsAttention }) => needsAttention)
  return { violations, asks, ...tellable(deed, charge, transactions, refunds, seen) }
}

/** Who pays what the seller shows the buyer pays this charge, and no other one. Once it is paid, its code is not checked any more. */
function codeOf(deed: Deed, charge: Charge, transactions: readonly SandboxTransaction[]): Violation[] {
  const own = transactions.find(({ id }) => id === charge.transactionId)
  if (!own || charge.status !== 'PENDING') return []
  const codes = [
    [charge.pixCode, own.pixCode],
    [charge.billetCode, own.boletoLine],
  ] as const
  return codes
    .filter(([shown, due]) => shown !== null && shown !== due)
    .map(([shown, due]) => broken(deed, 'wrongDestination', `${charge.id} is paid with ${shown}, not with ${due}`))
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
  const paid = transactions.filter(holdsMoney)
  const ids = transactions.map(({ id, stage }) => `${id} ${stage}`).join(', ')
  // A Pix code that no buyer saw is not paid, so its creation may be repeated; anything else may not.
  if (paid.length < 2 && charge.paymentMethod === 'PIX') return []
  if (isTold(charge.attentionReasons, CHARGE_TELLING.otherMoney)) return []
  return [broken(deed, 'duplicate', `has ${ids}, ${inWords(charge.attentionReasons)}`)]
}

/** Where the answer did not come (a note names an error), or says so, it may have been carried out. */
const hasDecided = ({ notes }: Deed) =>
  notes.some((note) => /^(cancel|resolve|misjudged).*: (202|503 perhaps|[A-Z]\w*)$/.test(note))

/** How our row differs from the books, and what an operator has to be told of it. */
interface Difference {
  failing: Failing
  telling: keyof typeof CHARGE_TELLING
  text: string
}

function endOf(
  deed: Deed,
  charge: Charge,
  transactions: readonly SandboxTransaction[],
  refunds: readonly Refund[],
): Violation[] {
  const difference = differenceOf(deed, charge, transactions, refunds)
  if (!difference || isTold(charge.attentionReasons, CHARGE_TELLING[difference.telling])) return []
  const { failing, text } = difference
  return [broken(deed, failing, `${text}, ${inWords(charge.attentionReasons)}`)]
}

function differenceOf(
  deed: Deed,
  { id, status, transactionId }: Charge,
  transactions: readonly SandboxTransaction[],
  refunds: readonly Refund[],
): Difference | undefined {
  const own = transactions.find((one) => one.id === transactionId)
  const paid = transactions.find((one) => one !== own && holdsMoney(one))
  if (transactions.length === 0) {
    if (status !== 'PENDING') return undefined
    return { failing: 'stuck', telling: 'unmade', text: `${id} is PENDING without a transaction` }
  }
  if (!own) {
    // Given up, or called not made, by an operator: as long as no buyer pays, nothing is wrong.
    const everPaid = transactions.find(wasPaid)
    if (!everPaid && status === 'REJECTED' && hasDecided(deed)) return undefined
    const theirs = transactions.map((one) => `${one.id} ${one.stage}`).join(', ')
    const text = `${id} is ${status} with ${transactionId}, the provider has ${theirs}`
    return { failing: everPaid ? 'lost' : 'wrongEnd', telling: status === 'PENDING' ? 'unmade' : 'otherMoney', text }
  }
  if (paid && !holdsMoney(own)) {
    return { failing: 'lost', telling: 'otherMoney', text: `${paid.id} was paid, ${own.id} counts` }
  }
  const due = isGivenBack(status, own, refunds) ? 'REFUNDED' : dueStatus(own)
  const isCanceled = hasDecided(deed) && status === 'REJECTED' && !wasPaid(own)
  if (status === due || isCanceled) return undefined
  const failing = holdsMoney(own) ? 'lost' : 'wrongEnd'
  return { failing, telling: tellingOf(status, own), text: `${id} is ${status}, but the transaction is ${own.stage}` }
}

/** A whole refund of ours is one, whatever the provider calls money that went back; one that was made there while ours waited may be known as such. */
function isGivenBack(
  status: Charge['status'],
  { stage }: SandboxTransaction,
  ofCharge: readonly Pick<Refund, 'kind' | 'state'>[],
): boolean {
  if (stage !== 'refunded') return false
  return ofCharge.some(({ kind, state }) => state === 'APPROVED' && (kind !== 'external' || status === 'REFUNDED'))
}

function tellingOf(status: Charge['status'], { stage }: SandboxTransaction): Difference['telling'] {
  if (status === 'PENDING') return 'unheard'
  switch (stage) {
    case 'paid':
      return status === 'CHARGEBACK' ? 'won' : status === 'REJECTED' ? 'paidLate' : 'untrue'
    case 'refunded':
    case 'chargeback':
      return status === 'REJECTED' ? 'paidLate' : 'wentBack'
    case 'pending':
    case 'refused':
    case 'expired':
      return 'untrue'
  }
}

/** Whether a provider could end a doubt about the charge or one of its refunds, and whether there is such a doubt all the same. */
function tellable(
  deed: Deed,
  charge: Charge,
  transactions: readonly SandboxTransaction[],
  refunds: readonly Refund[],
  { books }: Observation,
): Pick<Verdict, 'isTellable' | 'asksNeedlessly'> {
  const seat = CHARGING[charge.provider ?? deed.life.provider]
  const told = [
    ...(couldTell(seat?.creation, deed, transactions.length > 0) ? [charge] : []),
    ...refunds.filter(({ amount }) => couldTell(seat?.refund, deed, isBooked(amount, transactions, books))),
  ]
  return { isTellable: told.length > 0, asksNeedlessly: told.some(isInDoubt) }
}
