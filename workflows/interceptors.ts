/** Workflows refuse an unsealed start, signal or activity result: our own processes seal every payload that they send. */
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
  // An asynchronous throw fails the workflow. A synchronous one would only fail the task, which Temporal retries for ever.
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

/** An unsealed activity result did not come from our worker. The task fails until an operator resets the workflow. */
function believed(result: unknown): unknown {
  if (isUnsealed(result))
    throw new Error('An answer that was not sealed is not believed: reset the workflow to before it')
  return result
}

function refuseUnsealed(args: readonly unknown[]): void {
  if (args.some(isUnsealed)) throw ApplicationFailure.nonRetryable('A payload was not sealed', UNSEALED_PAYLOAD)
}

/**
 * A signal typed into Temporal's own tools, without the fields that only our API may set: the operator's name and the decision's id.
 * With another decision's id, this decision would be ignored and leave no trace.
 */
function anonymous(value: unknown): unknown {
  if (!isUnsealed(value)) return value
  const said = value[UNSEALED]
  if (typeof said !== 'object' || said === null) return said
  const { by: _, id: __, ...rest } = said as Record<string, unknown>
  return JSON.parse(JSON.stringify(rest), (_key, word) => (typeof word === 'string' ? storable(word) : word))
}

/** PostgreSQL stores no NUL and no lone surrogate. A decision that cannot be stored would be retried for ever and block all later ones. */
const storable = (word: string) => word.toWellFormed().replaceAll('\0', '\uFFFD')
