/**
 * Withdraws the code of a payment that nobody waits for. Asked twice it is the same, so whatever goes wrong is asked again; what
 * the provider does not do is read at once, because what was paid in the same moment is news of money.
 */
import { loadUnwanted, type UnwantedPayment } from '../db/queries/charge/other-payments.ts'
import { isPaid, isRefused } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { isRefusal, ProviderError } from '../domain/provider-error.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { driveLater } from '../gateway/drive.ts'
import { findProvider } from '../providers/index.ts'
import { readingEventId } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { askAgain } from './failures.ts'
import { type ChargeReading, seeCharge } from './read-charge.ts'
import { recordTransition } from './record-transition.ts'
import { NEVER_AGAIN, NOTHING_TO_ASK, type Take } from './taken.ts'
import type { Teller } from './tell-workflow.ts'

/** After so long its provider will not do it, and the charge's own readings go on. */
const PATIENCE_MS = 3 * 24 * 60 * 60_000
/** So often a provider may refuse to withdraw what it says is still payable. */
const MOST_REFUSALS = 8
/** What is not settled is asked again in the usual rhythm, whatever the window. */
const AGAIN = { windowMs: PATIENCE_MS }

interface Standing {
  reading: ChargeReading
  /** The provider said no, and not that anything went wrong. */
  isRefusedOnly: boolean
}

/** @throws ApplicationFailure of the reading, with the provider error's kind. */
export function takeVoid(dependencies: ActivityDependencies, connections: Connections, { note, tell }: Teller): Take {
  const see = seeCharge(dependencies, connections)
  const record = recordTransition(dependencies)
  const db = dependencies.database.writer
  return async (due) => {
    const unwanted = due.ageMs > PATIENCE_MS ? undefined : await loadUnwanted(db, due.id)
    if (!unwanted || !canVoid(unwanted)) return NOTHING_TO_ASK
    const { payment, charge, account } = unwanted
    const { transactionId } = payment
    const of = { accountId: account.id, transactionId, provider: account.provider }
    const { reading, isRefusedOnly } = await standing(unwanted)
    const { status, rawStatus, unmapped } = reading
    if (isGone(reading)) {
      const news = { key: `void/${transactionId}`, voided: true, of, ...defined({ rawStatus }) } as const
      await record({ chargeId: charge.id, to: 'REJECTED', cause: 'provider', ...news })
      return NEVER_AGAIN
    }
    if (status === null || !isPaid(status)) return isRefusedOnly && due.reads >= MOST_REFUSALS ? NEVER_AGAIN : AGAIN
    const movement = { kind: 'charge', id: charge.id } as const
    await note(movement)
    const news = { key: `poll/${transactionId}/${status}`, of, ...defined({ rawStatus, unmapped }) }
    const { moved } = await record({ chargeId: charge.id, to: status, cause: 'poll', ...news })
    if (moved) await tell(movement, readingEventId(status))
    return NEVER_AGAIN
  }

  /** How the transaction stands after it was asked to be withdrawn. */
  async function standing({ payment, charge, account, platform }: UnwantedPayment): Promise<Standing> {
    const { transactionId } = payment
    let isRefusedOnly = false
    try {
      const occasion = { now: new Date().toISOString(), id: payment.id, charge }
      const connection = await openConnection(connections, account, platform, occasion)
      const { provider, context } = connection
      const { paymentMethod } = charge
      const after = await driveLater(connection, provider.cancelTransaction({ transactionId, paymentMethod }, context))
      if (isGone(after)) return { reading: after, isRefusedOnly }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.kind === 'RateLimited') throw askAgain(error)
      isRefusedOnly = isRefusal(error.kind)
    }
    const question = { chargeId: charge.id, accountId: account.id, transactionId, trusted: true }
    const { reading } = await see(question)
    return { reading, isRefusedOnly }
  }
}

function canVoid({ charge, account }: UnwantedPayment): boolean {
  return findProvider(account.provider).capabilities.cancelMethods.includes(charge.paymentMethod)
}

/** Nobody can pay it any more. */
function isGone({ status, unmapped }: ChargeReading): boolean {
  return status !== null && !unmapped && isRefused(status)
}
