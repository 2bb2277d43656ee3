/** What a notice says was paid, at providers that can never be asked: an operator's word is all there is. */
import type { Queryable } from '../db/client.ts'
import { findNoticed, type NoticedPayment } from '../db/queries/charge/noticed.ts'
import type { Confirmable } from '../domain/decision.ts'
import { canBeRead } from './proven.ts'

/** Those that a question about `about` may be of. */
export async function findSilent(db: Queryable, chargeId: string, about: Confirmable): Promise<NoticedPayment[]> {
  return (await findNoticed(db, chargeId, about)).filter(({ of }) => !canBeRead(of.provider))
}
