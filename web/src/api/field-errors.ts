import { ApiError } from './client.ts'
import type { ProblemField } from './contract.ts'

/** What the API says of single fields of what was sent. */
export function fieldErrorsOf(error: unknown): readonly ProblemField[] {
  return error instanceof ApiError ? (error.problem?.errors ?? []) : []
}
