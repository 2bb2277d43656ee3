/** The workflows of the next version: all of this one's, and charges that do more at their beginning. */
import { patched, sleep } from '@temporalio/workflow'
import { charge as current } from '../../../workflows/charge/workflow.ts'
import type { ChargeInput } from '../../../workflows/messages.ts'

export * from '../../../workflows/index.ts'

/**
 * One that began before is carried on as it began. The timer is not waited for: whoever waits before the handlers stand, or after the last
 * of the inbox was read, loses what is told meanwhile.
 */
export function charge(input: ChargeInput): ReturnType<typeof current> {
  if (patched('next-version')) void sleep(1)
  return current(input)
}
