/** Payments that a notice reports at providers that cannot be read. Only an operator can confirm them. */
import type { Queryable } from '../db/client.ts'
import { findNoticed, type NoticedPayment } from '../db/queries/charge/noticed.ts'
import type { Confirmable } from '../domain/decision.ts'
import { canBeRead } from './proven.ts'

/** The payments that an operator's question `about` may be about. */
export async function findSilent(db: Queryable, chargeId: string, about: Confirmable): Promise<NoticedPayment[]> {
  return (await findNoticed(db, chargeId, about)).filter(({ of }) => !canBeRead(of.provider))
}
