/** The name of a provider's word in a movement's history. */
import type { EventCause } from '../../../domain/cause.ts'
import type { DisbursementAnswer } from './attempt-ends.ts'

/** The key of an event. An unmapped word has a different key from a mapped word with the same status. */
export function factKey(
  cause: EventCause,
  { status, unmapped, rawStatus }: Pick<DisbursementAnswer, 'status' | 'unmapped' | 'rawStatus'>,
): string {
  return unmapped ? `${cause}/${status}/${rawStatus}` : `${cause}/${status}`
}
