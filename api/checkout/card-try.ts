/** How many cards a buyer's address, and all buyers of a page, may try. */
import type { FastifyInstance } from 'fastify'
import { beginCardTry, forgetCardTry, noteRefusedCard } from '../../db/queries/card/refusals.ts'
import { callerAddress } from '../caller-address.ts'
import type { Answer } from '../idempotency.ts'
import { IdSpent } from '../movement/ids.ts'
import { ApiProblem } from '../problem.ts'
import { tooManyCards } from './for-buyers.ts'

/** `free`: the card was approved, or not tried. While neither is known the try counts for the buyer's address. */
export type TriedCard = 'refused' | 'free'

/**
 * A try by card is counted from its beginning, and stays counted unless the card is approved or was not tried.
 * @throws ApiProblem 429 when too many are counted.
 */
export async function counted(
  { database: { writer }, limits, log }: FastifyInstance,
  { slug, ip }: { slug: string; ip: string },
  run: (end: (tried: TriedCard) => void) => Promise<Answer>,
): Promise<Answer> {
  const begun = await beginCardTry(writer, { address: callerAddress(ip), slug }, limits.refusedCards)
  if ('wait' in begun) throw tooManyCards(begun.wait)
  let tried: TriedCard | undefined
  try {
    return await run((how) => {
      tried = how
    })
  } catch (error) {
    const isUntried = error instanceof IdSpent || (error instanceof ApiProblem && error.statusCode < 500)
    if (isUntried) tried ??= 'free'
    throw error
  } finally {
    // What became of the charge is told also where the count cannot be written.
    const noted =
      tried === 'refused' ? noteRefusedCard(writer, begun.id, slug) : tried && forgetCardTry(writer, begun.id)
    await noted?.catch((error: unknown) => log.error(error, 'a try by card could not be counted'))
  }
}
