/** A start that was given up as lost, and comes all the same. */
import { expect, onTestFinished, vi } from 'vitest'
import type { TestApi } from '../api/support.ts'
import { waitingForTemporal } from './patient-temporal.ts'

/** `lose` lets the next start get lost, `comeFirst` lets it arrive right before the one after it. */
export function lateStart({ app }: Pick<TestApi, 'app'>) {
  const { workflow } = app.temporal
  const patience = waitingForTemporal(app)
  const real = workflow.executeUpdateWithStart.bind(workflow)
  const starts = vi.spyOn(workflow, 'executeUpdateWithStart')
  onTestFinished(() => {
    for (const mock of [starts, patience]) mock.mockRestore()
  })
  let late: () => Promise<unknown> = async () => expect.fail('nothing was started')
  return {
    lose: () =>
      starts.mockImplementationOnce((async (...args: Parameters<typeof real>) => {
        late = () => real(...args)
        throw new Error('Temporal does not answer')
      }) as never),
    comeFirst: () =>
      starts.mockImplementationOnce((async (...args: Parameters<typeof real>) => {
        await late()
        return real(...args)
      }) as never),
  }
}
