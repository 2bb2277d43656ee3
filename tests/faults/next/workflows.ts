/** The workflows of the next version: all of this one's, and charges that do more at their beginning. */
import { patched, sleep } from '@temporalio/workflow'
import type { ChargeInput } from '../../../workflows/messages.ts'
import { charge as current } from '../hurry/workflows.ts'

export * from '../hurry/workflows.ts'

/**
 * One that began before is carried on as it began. The timer is not waited for: code that waits before the handlers stand, or after the last
 * of the inbox was read, loses what is told meanwhile.
 */
export function charge(input: ChargeInput): ReturnType<typeof current> {
  if (patched('next-version')) void sleep(1)
  return current(input)
}
