/** What the lives of charges, refunds and withdrawals have in common. */

/** What can happen to a try at a provider, and to the movement that waits for it: rows of a movement's history. */
export const ATTEMPT_EVENTS = [
  'refused',
  /** The provider could not be reached, or limited our requests: certainly nothing was created or paid. */
  'turnedAway',
  /** A limit of ours delayed the request: the provider was not asked. */
  'heldBack',
  'unknownOutcome',
  'lookedUp',
  'needsAttention',
  'statusChanged',
  'eventIgnored',
] as const

/** Whether a table of transitions lets `to` follow `from`. */
export function allows<Status extends string, To extends string>(
  moves: Readonly<Record<Status, readonly To[]>>,
  from: Status,
  to: To,
): boolean {
  return moves[from].includes(to)
}
