/** Which payment of its transaction a notice tells of, where only the provider can say: a Pix code can be paid more than once. */
import { loadChargeAccount } from '../db/queries/charge/attempts.ts'
import { isPaid } from '../domain/charge.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { TransactionKey } from '../domain/transaction.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { type Connection, drive } from '../gateway/drive.ts'
import { loadProvenEvent, type ProvenEvent } from '../inbox/proven.ts'
import type { ActivityDependencies } from './context.ts'
import { askAgain } from './failures.ts'

/**
 * The same event, about the payment that it means: a further one if the provider says that the transaction is paid without it too.
 * @returns undefined if the provider does not have the payment that the notice names, or not yet.
 * @throws ApplicationFailure with the provider error's kind (retry).
 */
export function whichPayment({ database }: ActivityDependencies, connections: Connections) {
  const db = database.writer
  return async (eventKey: string, event: ProvenEvent): Promise<ProvenEvent | undefined> => {
    const { chargeId, accountId, transactionId, unsureOf: named } = event
    const found = named === undefined ? undefined : await loadChargeAccount(db, chargeId, accountId)
    if (named === undefined || !found) return event
    const { charge, account, platform, transactions } = found
    const { paymentMethod } = charge
    try {
      const occasion = { now: new Date().toISOString(), id: chargeId, charge }
      const connection = await openConnection(connections, account, platform, occasion)
      if (!(await isThere(connection, { transactionId: named, paymentMethod }))) return undefined
      const beside = [...transactions.filter((one) => one !== transactionId), named]
      const others = await read(connection, { transactionId, paymentMethod, beside })
      const isFurther = others.status !== null && isPaid(others.status)
      return isFurther ? await loadProvenEvent(db, eventKey, { name: named, beside: transactions }) : event
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      throw askAgain(error)
    }
  }
}

const read = (connection: Connection, key: TransactionKey) =>
  drive(connection, connection.provider.readTransaction(key, connection.context))

async function isThere(connection: Connection, key: TransactionKey): Promise<boolean> {
  try {
    await read(connection, key)
    return true
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'NotFound') return false
    throw error
  }
}
