/** What is known of the payments that an operator's decision may take. Only that much is taken, whenever the decision is carried out. */
import type { Queryable } from '../db/client.ts'
import { findStated } from '../db/queries/charge/noticed.ts'
import { findOtherAmounts } from '../db/queries/charge/other-payments.ts'
import { type Confirmable, OTHER_AMOUNT, type ShownPayment } from '../domain/decision.ts'
import { defined } from '../domain/defined.ts'
import { findSilent } from './silent-payments.ts'

export async function findShown(db: Queryable, chargeId: string, about: Confirmable): Promise<ShownPayment[]> {
  const others = new Map((await findOtherAmounts(db, chargeId)).map(({ id, amount }) => [id, amount]))
  const stated = [...(await findStated(db, chargeId, OTHER_AMOUNT)), ...(await findSilent(db, chargeId, about))]
  const noticed = new Map(stated.map(({ id, amount }) => [id, amount]))
  const ids = new Set([...others.keys(), ...noticed.keys()])
  return [...ids].map((id) => ({ id, ...defined({ amount: others.get(id), noticed: noticed.get(id) }) }))
}
