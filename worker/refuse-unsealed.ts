/** The same refusal as in workflows/interceptors.ts, for activities: what they are asked came from the product or is not done. */
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
