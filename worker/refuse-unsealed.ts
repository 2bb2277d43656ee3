/** As workflows/interceptors.ts, for activities: refuses an activity whose arguments our own processes did not seal. */
import { ApplicationFailure } from '@temporalio/common'
import type { ActivityInterceptors } from '@temporalio/worker'
import { isUnsealed } from '../temporal/unsealed.ts'

export function refuseUnsealed(): ActivityInterceptors {
  return {
    inbound: {
      execute: (input, next) => {
        if (!input.args.some(isUnsealed)) return next(input)
        throw ApplicationFailure.nonRetryable('A payload was not sealed', 'UnsealedPayload')
      },
    },
  }
}
