/** Refuse in workflows what nobody sealed: a start, a signal, an answer that somebody else than the product has sent. */
import {
  ApplicationFailure,
  log,
  type WorkflowInboundCallsInterceptor,
  type WorkflowInterceptorsFactory,
  type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow'
import { isUnsealed, UNSEALED } from '../temporal/unsealed.ts'
import { OPERATOR_SIGNALS } from './messages.ts'

export const UNSEALED_PAYLOAD = 'UnsealedPayload'

export const interceptors: WorkflowInterceptorsFactory = () => ({ inbound: [inbound], outbound: [outbound] })

const inbound: WorkflowInboundCallsInterceptor = {
  // Thrown asynchronously it ends the workflow; otherwise it would only end the task, and be tried for ever.
  execute: async (input, next) => {
    refuseUnsealed(input.args)
    return next(input)
  },
  handleSignal: (input, next) => {
    if (!input.args.some(isUnsealed)) return next(input)
    if (OPERATOR_SIGNALS.has(input.signalName)) return next({ ...input, args: input.args.map(anonymous) })
    log.warn('A signal that was not sealed is left out', { signal: input.signalName })
    return Promise.resolve()
  },
  validateUpdate: (input, next) => {
    refuseUnsealed(input.args)
    next(input)
  },
  handleUpdate: async (input, next) => {
    refuseUnsealed(input.args)
    return next(input)
  },
  handleQuery: (input, next) => {
    refuseUnsealed(input.args)
    return next(input)
  },
}

const outbound: WorkflowOutboundCallsInterceptor = {
  scheduleActivity: (input, next) => next(input).then(believed),
  startChildWorkflowExecution: async (input, next) => {
    const [started, result] = await next(input)
    return [started, result.then(believed)]
  },
}

/** An activity that the worker did not answer: the task fails, and the workflow waits for a person who resets it. */
function believed(result: unknown): unknown {
  if (isUnsealed(result))
    throw new Error('An answer that was not sealed is not believed: reset the workflow to before it')
  return result
}

function refuseUnsealed(args: readonly unknown[]): void {
  if (args.some(isUnsealed)) throw ApplicationFailure.nonRetryable('A payload was not sealed', UNSEALED_PAYLOAD)
}

/**
 * What somebody typed into Temporal's own tools, without what only our API vouches for: the name of who decided, and the id by which
 * a decision is known. Another decision's id would have this one leave no trace.
 */
function anonymous(value: unknown): unknown {
  if (!isUnsealed(value)) return value
  const said = value[UNSEALED]
  if (typeof said !== 'object' || said === null) return said
  const { by: _, id: __, ...rest } = said as Record<string, unknown>
  return JSON.parse(JSON.stringify(rest), (_key, word) => (typeof word === 'string' ? storable(word) : word))
}

/** PostgreSQL takes no NUL and no half of a character: what cannot be written down would be tried for ever, and hold up every decision after it. */
const storable = (word: string) => word.toWellFormed().replaceAll('\0', '\uFFFD')
