/** What the bare workflow, its worker and its load agree on. */
import { defineSignal, defineUpdate } from '@temporalio/workflow'

export const BARE_TASK_QUEUE = 'bare'
export const BARE_WORKFLOW_TYPE = 'bare'
/** The line by which the worker process says that it polls. */
export const READY_LINE = 'bare worker ready'

export const createdUpdate = defineUpdate<{ outcome: 'created' }>('created')
export const paidSignal = defineSignal('paid')
