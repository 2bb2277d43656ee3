/** Whether a payment that is late, as far as its news tells, was told in time by a notice that still waits here. */
import type { Database } from '../db/client.ts'
import type { FindEarlier } from '../db/queries/charge/transitions.ts'
import { noticesInTime } from '../db/queries/webhook/earlier.ts'
import { bringsMoney } from '../domain/charge.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { meant } from './meant.ts'
import { translate } from './translate.ts'

/** A reading, or a later notice, may overtake the one that came before our timer gave the charge up. */
export function earlierNoticeOf(db: Database, chargeId: string): FindEarlier {
  return async ({ accountId, transactionId }) => {
    for (const stored of await noticesInTime(db, chargeId, { accountId, transactionId })) {
      const said = translate(stored)
      if (said instanceof ProviderError || said.type !== 'TRANSACTION') continue
      if (said.status === null || !bringsMoney(said.status)) continue
      const meaning = await meant(db, stored, said)
      if (meaning?.about.transactionId === transactionId && meaning.unsureOf === undefined) return stored.id
    }
    return undefined
  }
}
