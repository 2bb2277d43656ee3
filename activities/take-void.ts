/**
 * Withdraws the payment code of a charge that was given up. A second request is harmless, so every failure is retried. If the provider
 * does not withdraw it, the transaction is read at once, because it may just have been paid.
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
import { NEVER_AGAIN, NOT_ASKED, type Take } from './taken.ts'
import type { Teller } from './tell-workflow.ts'

/** After this time we stop asking. The charge's own readings continue. */
const PATIENCE_MS = 3 * 24 * 60 * 60_000
/** How often a provider may refuse to withdraw a code that it reports as payable. */
const MOST_REFUSALS = 8
/** An unsettled payment is asked about again in the usual rhythm. */
const AGAIN = { windowMs: PATIENCE_MS }

interface Standing {
  reading: ChargeReading
  /** The provider refused; nothing else failed. */
  isRefusedOnly: boolean
}

/** @throws ApplicationFailure of the reading, with the provider error's kind. */
export function takeVoid(dependencies: ActivityDependencies, connections: Connections, { note, tell }: Teller): Take {
  const see = seeCharge(dependencies, connections)
  const record = recordTransition(dependencies)
  const db = dependencies.database.writer
  return async (due) => {
    const unwanted = due.ageMs > PATIENCE_MS ? undefined : await loadUnwanted(db, due.id)
    if (!unwanted || !canVoid(unwanted)) return NOT_ASKED
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

  /** Asks the provider to withdraw the transaction and returns its status afterwards. */
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

/** The transaction can no longer be paid. */
function isGone({ status, unmapped }: ChargeReading): boolean {
  return status !== null && !unmapped && isRefused(status)
}
