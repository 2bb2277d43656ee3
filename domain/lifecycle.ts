/** Whether a table of transitions lets `to` follow `from`. */
export function allows<Status extends string, To extends string>(
  moves: Readonly<Record<Status, readonly To[]>>,
  from: Status,
  to: To,
): boolean {
  return moves[from].includes(to)
}
