/** The workflows of the next version: all of this one's, and charges that begin and end otherwise. */
import { patched, sleep } from '@temporalio/workflow'
import { charge as current } from '../../../workflows/charge/workflow.ts'
import type { ChargeInput } from '../../../workflows/messages.ts'

export * from '../../../workflows/index.ts'

/** One that began before is carried on as it began. */
export async function charge(input: ChargeInput): ReturnType<typeof current> {
  const isNext = patched('next-version')
  const end = await current(input)
  if (isNext) await sleep(1)
  return end
}
