/** What was paid with another amount, by the provider's word, becomes the charge's money by an operator's. */
import { ApplicationFailure } from '@temporalio/common'
import { findOtherAmounts, type OtherAmount } from '../db/queries/charge/other-payments.ts'
import { readChargeFacts } from '../db/queries/charge/transitions.ts'
import { bringsMoney, type ChargeStatus, isRefused, isSettled } from '../domain/charge.ts'
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
  /** The provider states another amount by now than the one that was asked about. */
  isRestated: boolean
}

const isPaidAsKnown = (seen: SeenOther): seen is SeenOther & { status: ChargeStatus } =>
  !seen.isRestated && seen.status !== null && bringsMoney(seen.status)

/** @param own whether the transaction that the charge shows is taken, too. */
export function otherTaker(dependencies: ActivityDependencies, see: ReturnType<typeof seeCharge>) {
  const { look, take } = otherAmounts(dependencies, see)
  return async (chargeId: string, { by, own }: { by?: string; own: boolean }): Promise<void> => {
    await take(chargeId, (await look(chargeId, { own })).filter(isPaidAsKnown), by)
  }
}

function otherAmounts(dependencies: ActivityDependencies, see: ReturnType<typeof seeCharge>) {
  const record = recordTransition(dependencies)
  const { note, tell } = workflowTeller(dependencies)
  return {
    /** Those that can be asked about. All are asked about before one is taken: what fails on the way has taken nothing. */
    async look(chargeId: string, { own }: { own: boolean }): Promise<SeenOther[]> {
      const seen: SeenOther[] = []
      for (const other of await findOtherAmounts(dependencies.database.writer, chargeId)) {
        const { amount, ...known } = other
        if ((known.isOwn && !own) || !canBeRead(known.of.provider)) continue
        const { accountId, transactionId } = known.of
        const { reading, said } = await see({ chargeId, accountId, transactionId, trusted: true, isPaid: true })
        const isRestated = said.amount !== undefined && said.amount !== amount
        seen.push({ ...known, status: reading.status, isRestated })
      }
      return seen
    },
    async take(chargeId: string, taken: readonly Taken[], by: string | undefined): Promise<void> {
      const movement = { kind: 'charge', id: chargeId } as const
      for (const { id, of, status, amount } of taken) {
        const key = `operator/${id}`
        await note(movement)
        await record({ chargeId, to: status, cause: 'operator', key, of, ...defined({ by, amount }) })
        await tell(movement, readingEventId(status))
      }
    },
  }
}

/** That nothing more is said of the charge's own transaction: another amount, or there is none, or it cannot be read. */
const SAYS_NO_MORE: readonly (string | null | undefined)[] = ['Mismatch', NOT_OURS, 'NotSupported', 'NotFound']

export interface LateDecision {
  chargeId: string
  by: string
  /** The reason for attention that was shown. */
  about: Confirmable
  /** The one that is meant, of several that only a notice speaks of. */
  transactionId?: string
}

/**
 * Of a charge that was given up: what its provider calls paid becomes its money, of whatever amount the operator was shown. Of
 * what can never be asked about, the one payment that a notice speaks of.
 * @throws ApplicationFailure of the reading, with the provider error's kind.
 */
export function takeLateAmounts(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const see = seeCharge(dependencies, connections)
  const record = recordTransition(dependencies)
  const others = otherAmounts(dependencies, see)

  return async ({ chargeId, by, about, transactionId }: LateDecision): Promise<DecisionAnswer> => {
    const facts = await readChargeFacts(db, chargeId)
    if (!facts || !isRefused(facts.status)) return toVoid('answered')
    const own = await lookAtOwn(chargeId)
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
    await others.take(chargeId, taken, by)
    return { became: 'carriedOut' }
  }

  /** `found`: news of it came before the decision. `other`: another amount was paid for it, of which the newest is kept by this. */
  async function lookAtOwn(chargeId: string): Promise<'found' | 'other' | 'nothing'> {
    try {
      const { status, ...said } = (await see({ chargeId })).reading
      if (status === null || !isSettled(status)) return 'nothing'
      const recorded = await record({ chargeId, to: status, cause: 'poll', key: `poll/${status}`, ...said })
      return isRefused(recorded.status) ? 'nothing' : 'found'
    } catch (error) {
      if (!(error instanceof ApplicationFailure && SAYS_NO_MORE.includes(error.type))) throw error
      return error.type === 'Mismatch' ? 'other' : 'nothing'
    }
  }
}

const toVoid = (why: VoidReason): DecisionAnswer => ({ became: 'void', why })
