/** A return that its provider tells by the return's own id alone may be of any of the transaction's payments: their readings say of which. */
import { ApplicationFailure } from '@temporalio/common'
import { loadChargeAccount } from '../db/queries/charge/attempts.ts'
import { makePaymentsDue } from '../db/queries/reading/due.ts'
import { bringsMoney, isPaid } from '../domain/charge.ts'
import { NOT_OURS } from '../domain/provider-error.ts'
import type { ProvenEvent } from '../inbox/proven.ts'
import type { ActivityDependencies } from './context.ts'
import type { SeenCharge, seeCharge } from './read-charge.ts'
import { readerWaker } from './wake-reader.ts'

export function returnOfAny(dependencies: ActivityDependencies, see: ReturnType<typeof seeCharge>) {
  const db = dependencies.database.writer
  const wake = readerWaker(dependencies)

  /**
   * Whether as much as the notice tells has gone back of one of the payments, according to its reading. A return that was known before
   * counts too: it may be the one that is told of, as each of our own refunds is.
   * @throws ApplicationFailure with the provider error's kind (retry).
   */
  async function isStated({ chargeId, accountId, transactionId, returned = 1 }: ProvenEvent): Promise<boolean> {
    const found = await loadChargeAccount(db, chargeId, accountId)
    const ofIt = (name: string) => name === transactionId || name.startsWith(`${transactionId}.`)
    for (const name of found?.transactions.filter(ofIt) ?? []) {
      const seen = await see({ chargeId, accountId, transactionId: name, trusted: true, isPaid: true }).catch(unread)
      if (seen && hasGoneBack(seen, returned)) return true
    }
    return false
  }

  /** Has the account's reader read them all, and record what has changed. */
  async function readAll({ chargeId, accountId }: ProvenEvent): Promise<void> {
    await makePaymentsDue(db, chargeId, accountId)
    const found = await loadChargeAccount(db, chargeId, accountId)
    if (found) wake(found.account)
  }

  return { isStated, readAll }
}

/** The reading shows that so much has gone back, to whom or by whose wish ever. @param amount integer cents. */
export function hasGoneBack({ reading: { status }, said }: SeenCharge, amount = 1): boolean {
  const isGone = status !== null && isPaid(status) && !bringsMoney(status)
  return isGone || (said.returned ?? 0) + (said.takenBack ?? 0) >= amount
}

/** Its reading says nothing of a payment that the provider does not have: the others still may. */
function unread(error: unknown): undefined {
  if (!(error instanceof ApplicationFailure) || !['NotFound', NOT_OURS].includes(error.type ?? '')) throw error
}
