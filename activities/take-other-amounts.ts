/** What was paid with another amount, by the provider's word, becomes the charge's money by an operator's. */
import { ApplicationFailure } from '@temporalio/common'
import { hasEventUnder } from '../db/queries/charge/events.ts'
import { findNoticed } from '../db/queries/charge/noticed.ts'
import { findOtherAmounts, type OtherAmount } from '../db/queries/charge/other-payments.ts'
import type { AccountTransaction } from '../db/queries/charge/payments.ts'
import { applyTransition, readChargeFacts } from '../db/queries/charge/transitions.ts'
import { bringsMoney, type ChargeStatus, isPaid, isSettled } from '../domain/charge.ts'
import { type Confirmable, type DecisionAnswer, OTHER_AMOUNT, type VoidReason } from '../domain/decision.ts'
import { defined } from '../domain/defined.ts'
import { NOT_OURS } from '../domain/provider-error.ts'
import type { Connections } from '../gateway/connection.ts'
import { canBeRead } from '../inbox/proven.ts'
import { findSilent } from '../inbox/silent-payments.ts'
import { readingEventId } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { seeCharge } from './read-charge.ts'
import { recordTransition } from './record-transition.ts'
import { workflowTeller } from './tell-workflow.ts'

/** What is taken, with what was paid where only a notice has said it. */
interface Taken extends Pick<OtherAmount, 'id' | 'of'> {
  status: ChargeStatus
  amount?: number
}

interface SeenOther extends Omit<OtherAmount, 'amount'> {
  status: ChargeStatus | null
  /** What only an unproved notice has stated, if the provider states nothing. Integer cents. */
  amount?: number
  /** The provider states another amount by now than the one that was asked about. */
  isRestated: boolean
}

const isPaidAsKnown = (seen: SeenOther): seen is SeenOther & { status: ChargeStatus } =>
  !seen.isRestated && seen.status !== null && bringsMoney(seen.status)

/** @param own whether the transaction that the charge shows is taken, too. */
export function otherTaker(dependencies: ActivityDependencies, see: ReturnType<typeof seeCharge>) {
  const { look, take } = otherAmounts(dependencies, see)
  return async (chargeId: string, { by, own }: { by?: string; own: boolean }): Promise<void> => {
    await take(chargeId, (await look(chargeId, { own })).filter(isPaidAsKnown), { key: 'operator', ...defined({ by }) })
  }
}

function otherAmounts(dependencies: ActivityDependencies, see: ReturnType<typeof seeCharge>) {
  const db = dependencies.database.writer
  const { note, tell } = workflowTeller(dependencies)
  return {
    /** Those that can be asked about. All are asked about before one is taken: what fails on the way has taken nothing. */
    async look(chargeId: string, { own }: { own: boolean }): Promise<SeenOther[]> {
      const seen: SeenOther[] = []
      const noticed = await findNoticed(db, chargeId, OTHER_AMOUNT)
      for (const other of await findOtherAmounts(db, chargeId)) {
        const { amount, ...known } = other
        if ((known.isOwn && !own) || !canBeRead(known.of.provider)) continue
        const { accountId, transactionId } = known.of
        const { reading, said, charge } = await see({ chargeId, accountId, transactionId, trusted: true, isPaid: true })
        const isRestated = said.amount !== undefined && said.amount !== amount
        // A proved amount is kept with the payment. An unproved one is only in its notice.
        const isUnstated = said.amount === undefined && amount === charge.amount
        const stated = isUnstated ? noticed.find(({ id }) => id === known.id)?.amount : undefined
        seen.push({ ...known, status: reading.status, isRestated, ...defined({ amount: stated }) })
      }
      return seen
    },
    /** All of it or nothing. Each payment's row in the history has a key that begins with `key`. */
    async take(chargeId: string, taken: readonly Taken[], { by, key }: { by?: string; key: string }): Promise<void> {
      const movement = { kind: 'charge', id: chargeId } as const
      await note(movement)
      await db.transaction(async (tx) => {
        for (const { id, of, status, amount } of taken) {
          const said = { chargeId, to: status, cause: 'operator', key: `${key}/${id}`, of } as const
          await applyTransition(tx, { ...said, ...defined({ by, amount }) })
        }
      })
      for (const { status } of taken) await tell(movement, readingEventId(status))
    },
  }
}

/** That nothing more is said of the charge's own transaction: another amount, or there is none, or it cannot be read. */
const SAYS_NO_MORE: readonly (string | null | undefined)[] = ['Mismatch', NOT_OURS, 'NotSupported', 'NotFound']

export interface LateDecision {
  chargeId: string
  /** The decision's own id. */
  id: string
  by?: string
  /** The reason for attention that was shown. */
  about: Confirmable
  /** The one that is meant, of several that only a notice speaks of. */
  transactionId?: string
  /** What the charge's workflow follows, while it runs: its row may have lost it. */
  own?: AccountTransaction
}

/**
 * Of a charge that waits, or was given up: what its provider calls paid becomes its money, of whatever amount the operator was
 * shown. Of what can never be asked about, the one payment that a notice speaks of. A repeat finds what it has taken.
 * @throws ApplicationFailure of the reading, with the provider error's kind.
 */
export function takeLateAmounts(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const see = seeCharge(dependencies, connections)
  const record = recordTransition(dependencies)
  const others = otherAmounts(dependencies, see)

  return async (decision: LateDecision): Promise<DecisionAnswer> => {
    const { chargeId, id, about, transactionId, by } = decision
    const key = `operator/${id}`
    if (await hasEventUnder(db, chargeId, key)) return { became: 'carriedOut' }
    const facts = await readChargeFacts(db, chargeId)
    if (!facts || isPaid(facts.status)) return toVoid('answered')
    const own = await lookAtOwn(decision)
    if (own === 'found') return toVoid('found')
    if (own === 'other' && about !== OTHER_AMOUNT) return toVoid('otherAmount')
    const isMeant = ({ of }: { of: { transactionId: string } }) =>
      transactionId === undefined || of.transactionId === transactionId
    const vouched = (await findSilent(db, chargeId, about)).filter(isMeant)
    const seen = about === OTHER_AMOUNT ? (await others.look(chargeId, { own: own === 'other' })).filter(isMeant) : []
    // Something else was heard of since the operator decided.
    if (vouched.length > 1 || seen.some(({ isRestated }) => isRestated)) return toVoid('otherAmount')
    const taken: Taken[] = [
      ...seen.filter(isPaidAsKnown),
      ...vouched.map((payment) => ({ ...payment, status: 'APPROVED' as const })),
    ]
    if (taken.length === 0) return toVoid('notPaid')
    await others.take(chargeId, taken, { key, ...defined({ by }) })
    return { became: 'carriedOut' }
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
      if (!(error instanceof ApplicationFailure && SAYS_NO_MORE.includes(error.type))) throw error
      return error.type === 'Mismatch' ? 'other' : 'nothing'
    }
  }
}

const toVoid = (why: VoidReason): DecisionAnswer => ({ became: 'void', why })
