/** An error that the user of the command can correct. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
