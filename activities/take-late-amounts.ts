/** An operator's word about what was paid for a charge, where it is not what was charged, or was never confirmed. */
import { hasEventUnder } from '../db/queries/charge/events.ts'
import { findOtherAmounts } from '../db/queries/charge/other-payments.ts'
import type { AccountTransaction } from '../db/queries/charge/payments.ts'
import { readChargeFacts } from '../db/queries/charge/transitions.ts'
import { isPaid, isSettled } from '../domain/charge.ts'
import {
  type Confirmable,
  type DecisionAnswer,
  OTHER_AMOUNT,
  type ShownPayment,
  takingKey,
  type VoidReason,
} from '../domain/decision.ts'
import { defined } from '../domain/defined.ts'
import type { Connections } from '../gateway/connection.ts'
import { findShown } from '../inbox/shown-payments.ts'
import { findSilent } from '../inbox/silent-payments.ts'
import type { ActivityDependencies } from './context.ts'
import { seeCharge } from './read-charge.ts'
import { recordTransition } from './record-transition.ts'
import { otherAmounts, paidOf, type SeenOther, saysNoMore, type Taken } from './take-other-amounts.ts'

export interface LateDecision {
  chargeId: string
  /** The decision's own id. */
  id: string
  by?: string
  /** The reason for attention that was shown. */
  about: Confirmable
  /** The one that is meant, of several that only a notice speaks of. */
  transactionId?: string
  /** What was known when the operator decided; left out by decisions of before, which go by what is known as the activity begins. */
  shown?: readonly ShownPayment[]
  /** What the charge's workflow follows, while it runs: its row may have lost it. */
  own?: AccountTransaction
}

/**
 * Of a charge that waits, or was given up: what its provider calls paid becomes its money, of whatever amount the operator was shown. Of
 * what can never be asked about, the one payment that a notice speaks of; of a charge that is paid, only this one, and only by its name.
 * A repeat finds what it has taken.
 * @throws ApplicationFailure of the reading, with the provider error's kind.
 */
export function takeLateAmounts(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const see = seeCharge(dependencies, connections)
  const record = recordTransition(dependencies)
  const others = otherAmounts(dependencies, see)

  return async (decision: LateDecision): Promise<DecisionAnswer> => {
    const { chargeId, id, about, transactionId, by } = decision
    const key = takingKey(id)
    if (await hasEventUnder(db, chargeId, key)) return { became: 'carriedOut' }
    const facts = await readChargeFacts(db, chargeId)
    const isFurther = facts !== undefined && isPaid(facts.status)
    if (!facts || (isFurther && transactionId === undefined)) return toVoid('answered')
    const known = new Map((decision.shown ?? (await findShown(db, chargeId, about))).map((one) => [one.id, one]))
    const own = isFurther ? 'nothing' : await lookAtOwn(decision)
    if (own === 'found') return toVoid('found')
    if (own === 'other' && about !== OTHER_AMOUNT) return toVoid('otherAmount')
    const isMeant = ({ of }: { of: AccountTransaction }) =>
      transactionId === undefined || of.transactionId === transactionId
    const asked = about === OTHER_AMOUNT && !isFurther ? await findOtherAmounts(db, chargeId) : []
    const seen = await others.look(
      chargeId,
      asked.filter((other) => isMeant(other) && (!other.isOwn || own === 'other')),
    )
    // Something else was heard of since the operator decided.
    if (seen.some((one) => !isAsShown(one, known.get(one.known.id)))) return toVoid('otherAmount')
    const paid = paidOf(seen)
    const vouched = (await findSilent(db, chargeId, about)).filter(isMeant)
    // What a provider calls paid comes before what only a notice does.
    const taken: Taken[] =
      paid.length > 0 ? paid : vouched.map((payment) => ({ ...payment, status: 'APPROVED' as const }))
    // Several may be meant, or a newer notice states another amount.
    if (taken.length > 1 || taken.some(({ id, amount }) => !known.has(id) || isNewer(amount, known.get(id)))) {
      return toVoid('otherAmount')
    }
    if (taken.length === 0) return toVoid(isFurther ? 'answered' : 'notPaid')
    const isTaken = await others.take(chargeId, taken, { key, ...defined({ by }) })
    return isTaken ? { became: 'carriedOut' } : toVoid('answered')
  }

  /** `found`: news of it came before the decision. `other`: another amount was paid for it, of which the newest is kept by this. */
  async function lookAtOwn({ chargeId, own }: LateDecision): Promise<'found' | 'other' | 'nothing'> {
    const { accountId, transactionId } = own ?? {}
    try {
      const asked = { chargeId, ...defined({ accountId, transactionId }), trusted: true }
      const { status, ...said } = (await see(asked)).reading
      if (status === null || !isSettled(status)) return 'nothing'
      const fact = { to: status, cause: 'poll', key: `poll/${status}`, ...said, ...defined({ of: own }) } as const
      return isPaid((await record({ chargeId, ...fact })).status) ? 'found' : 'nothing'
    } catch (error) {
      if (!saysNoMore(error)) throw error
      return error.type === 'Mismatch' ? 'other' : 'nothing'
    }
  }
}

/** What is taken is of the amount that was shown: the provider's, and a notice's where only that states one. */
const isAsShown = ({ amount, noticed }: SeenOther, shown: ShownPayment | undefined): boolean =>
  amount === shown?.amount && !isNewer(noticed, shown)

const isNewer = (noticed: number | undefined, shown: ShownPayment | undefined): boolean =>
  noticed !== undefined && noticed !== shown?.noticed

const toVoid = (why: VoidReason): DecisionAnswer => ({ became: 'void', why })
