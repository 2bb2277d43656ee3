/** What the tables of every life are asked. */

/** Whether a table of moves lets `to` follow `from`. */
export function allows<Status extends string, To extends string>(
  moves: Readonly<Record<Status, readonly To[]>>,
  from: Status,
  to: To,
): boolean {
  return moves[from].includes(to)
}
