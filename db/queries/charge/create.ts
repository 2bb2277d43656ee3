/** Creates a charge's row. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { RoutingDecision } from '../../../domain/routing.ts'
import type { Queryable } from '../../client.ts'
import { asJsons, given, givens, prepared } from '../../prepared.ts'
import { cards, chargeEvents, charges, routingDecisions, securityCodes } from '../../schema/index.ts'
import type { ChargeRow } from './read.ts'

/** The columns that come from the charge's request. */
const ASKED = [
  'id',
  'platformId',
  'paymentMethod',
  'amount',
  'interest',
  'currency',
  'installments',
  'orderId',
  'offerId',
  'checkoutOrderId',
  'cardId',
  'card',
  'customer',
  'items',
  'splits',
  'extras',
  'metadata',
  'createdByUser',
  'webhookUrl',
  'checkoutToken',
] as const satisfies (keyof ChargeRow)[]

export type NewChargeRow = Pick<ChargeRow, (typeof ASKED)[number]>

const inserting = prepared((db: Queryable) => {
  const event = { key: 'requested', type: 'requested', cause: 'api' } as const
  const requested = db.$with('requested').as(
    db
      .insert(chargeEvents)
      .values({ ...event, id: given('eventId'), chargeId: given('id'), detail: given('detail') })
      .onConflictDoNothing()
      .returning({ id: chargeEvents.id }),
  )
  const candidates = given('candidates')
  const routed = db.$with('routed').as(
    db
      .insert(routingDecisions)
      .values({ id: given('decisionId'), chargeId: given('id'), ruleId: given('ruleId'), candidates })
      .onConflictDoNothing()
      .returning({ id: routingDecisions.id }),
  )
  return db
    .with(requested, routed)
    .insert(charges)
    .values(givens(ASKED))
    .onConflictDoNothing({ target: charges.id })
    .returning({ createdAt: charges.createdAt })
    .prepare('charge_insert')
})

/**
 * Writes the charge, the first row of its history and its routing decision in one statement. Repeating it with the same id changes
 * nothing.
 * @returns when it was made; undefined if the charge already exists.
 */
export async function insertCharge(
  db: Queryable,
  charge: NewChargeRow,
  detail: Record<string, string | number | boolean>,
  { ruleId, candidates }: RoutingDecision,
): Promise<string | undefined> {
  const { card, customer, items, splits, extras, metadata } = charge
  const [made] = await inserting(db).execute({
    ...charge,
    ...asJsons({ card, customer, items, splits, extras, metadata, candidates, detail }),
    ruleId,
    eventId: uuidv7(),
    decisionId: uuidv7(),
  })
  return made?.createdAt
}

/**
 * Writes the charge together with the security code that it may use: the one in its request, or else the one saved with the card.
 * Repeating it with the same charge changes nothing.
 * @returns as `insertCharge`.
 */
export async function insertCardCharge(
  db: Queryable,
  charge: NewChargeRow & { cardId: string },
  detail: Parameters<typeof insertCharge>[2],
  decision: RoutingDecision,
  sealedCode: string | undefined,
): Promise<string | undefined> {
  const { id: chargeId, cardId } = charge
  return db.transaction(async (tx) => {
    const madeAt = await insertCharge(tx, charge, detail, decision)
    if (madeAt === undefined) return undefined
    await tx.update(cards).set({ lastUsedAt: sql`now()` }).where(eq(cards.id, cardId))
    const unused = and(eq(securityCodes.cardId, cardId), isNull(securityCodes.chargeId))
    if (sealedCode === undefined) {
      const latest = tx
        .select({ id: securityCodes.id })
        .from(securityCodes)
        .where(unused)
        .orderBy(sql`${securityCodes.createdAt} DESC`)
        .limit(1)
        .for('update', { skipLocked: true })
      await tx.update(securityCodes).set({ chargeId }).where(sql`${securityCodes.id} = (${latest})`)
      return madeAt
    }
    await tx.delete(securityCodes).where(unused)
    await tx.insert(securityCodes).values({ cardId, chargeId, sealedCode })
    return madeAt
  })
}
