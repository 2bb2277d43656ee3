/** What whoever typed the command can put right. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
