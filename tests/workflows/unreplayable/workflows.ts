/** The workflows of a release that forgot a patch: its movements begin with a timer, which no earlier history has. */
import { sleep } from '@temporalio/workflow'
import * as today from '../../../workflows/index.ts'

export * from '../../../workflows/index.ts'

const forgetful =
  <Args extends unknown[], End>(workflow: (...args: Args) => End) =>
  (...args: Args): End => {
    void sleep(1)
    return workflow(...args)
  }

export const charge = forgetful(today.charge)
export const refund = forgetful(today.refund)
export const withdrawal = forgetful(today.withdrawal)
export const receiver = forgetful(today.receiver)
