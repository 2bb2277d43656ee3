/**
 * Reads the transaction that a webhook names and nobody knows. Its provider cannot be searched, and its notices say nothing of ours:
 * only the transaction itself tells whose it is.
 */
import { noteUnknown } from '../db/queries/reconciliation/notices.ts'
import { loadUnknownNotice, rememberReference, type UnknownNotice } from '../db/queries/webhook/unknown.ts'
import { isPaid } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { TransactionReading } from '../domain/transaction.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { drive } from '../gateway/drive.ts'
import { deliverWebhookEvent } from '../inbox/deliver.ts'
import { translate } from '../inbox/proven.ts'
import type { ActivityDependencies } from './context.ts'
import { askAgain } from './failures.ts'
import { NEVER_AGAIN, NOTHING_TO_ASK, type Take } from './taken.ts'

/** @throws ApplicationFailure of the reading, with the provider error's kind. */
export function takeNotice(dependencies: ActivityDependencies, connections: Connections): Take {
  const db = dependencies.database.writer
  return async ({ id }) => {
    const notice = await loadUnknownNotice(db, id)
    const event = notice && translate(notice.stored)
    if (!notice || !event || event instanceof ProviderError || event.type !== 'TRANSACTION') return NOTHING_TO_ASK
    const { transactionId } = event
    const { reference, status, amount } = await read(notice, transactionId)
    if (reference !== undefined) {
      await rememberReference(db, id, reference)
      await deliverWebhookEvent(dependencies, id)
      return NEVER_AGAIN
    }
    // It is nobody's that can be told, and somebody has paid it: a person looks which attempt it was.
    if (status !== null && isPaid(status)) {
      const { account, stored } = notice
      const theirs = defined({ status, amount, at: new Date(stored.receivedAt).toISOString() })
      await noteUnknown(db, account, transactionId, theirs)
    }
    return NEVER_AGAIN
  }

  async function read(
    { stored, account, platform, paymentMethod }: UnknownNotice,
    transactionId: string,
  ): Promise<TransactionReading> {
    try {
      const occasion = { now: new Date().toISOString(), id: stored.id }
      const connection = await openConnection(connections, account, platform, occasion)
      const { provider, context } = connection
      return await drive(connection, provider.readTransaction({ transactionId, paymentMethod }, context))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      throw askAgain(error)
    }
  }
}
