import type { ProblemOptions } from './problem.ts'

/** What a request is told that came too late, or still waited for its turn: another process takes it. */
export const STOPPING = {
  detail: 'This process is stopping; nothing was done',
  retryAfter: 2,
} as const satisfies ProblemOptions
