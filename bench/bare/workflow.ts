/** The least that a workflow of a charge's shape can do: be asked, act once, be told, end. */
import { condition, proxyActivities, setHandler } from '@temporalio/workflow'
import { createdUpdate, paidSignal } from './messages.ts'

const { nothing } = proxyActivities<{ nothing(): Promise<void> }>({ startToCloseTimeout: '1 minute' })

export async function bare(): Promise<void> {
  let created = false
  let paid = false
  setHandler(createdUpdate, async () => {
    await condition(() => created)
    return { outcome: 'created' as const }
  })
  setHandler(paidSignal, () => {
    paid = true
  })
  await nothing()
  created = true
  await condition(() => paid)
}
