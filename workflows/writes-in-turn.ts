/**
 * Runs a workflow's local activities one after the other. If two of them ended while the workflow waits for both, it would see the results
 * one by one, but both at once in a replay. Later commands could then come in another order than in the history, and the workflow would be
 * stuck for good.
 */
import { patched, type WorkflowInterceptorsFactory } from '@temporalio/workflow'
import { PATCHES } from './patches.ts'

export const interceptors: WorkflowInterceptorsFactory = () => {
  let underWay = 0
  const waiting: (() => void)[] = []
  const end = () => {
    underWay -= 1
    if (underWay > 0) return
    const next = waiting.shift()
    if (!next) return
    underWay = 1
    next()
  }
  const tracked = (write: Promise<unknown>) => {
    write.then(end, end)
    return write
  }
  return {
    outbound: [
      {
        scheduleLocalActivity: (input, next) => {
          if (underWay > 0 && patched(PATCHES.writesTakeTurns)) {
            return new Promise<void>((begin) => waiting.push(begin)).then(() => tracked(next(input)))
          }
          underWay += 1
          return tracked(next(input))
        },
      },
    ],
  }
}
