/**
 * Part of the bundle only if traces are exported. It passes the trace of a workflow's start to the workflow's activities, children
 * and signals, and exports a span when the workflow ends. It adds no command, delays no promise and draws no random number, so
 * histories replay with and without it: docs/decisions/0083-traces-add-nothing-to-a-history.md
 */
import { defaultPayloadConverter, type Headers, type Payload } from '@temporalio/common'
import {
  ContinueAsNew,
  proxySinks,
  type Sinks,
  type WorkflowInterceptorsFactory,
  type WorkflowOutboundCallsInterceptor,
  workflowInfo,
} from '@temporalio/workflow'

/** The header that Temporal's own interceptors for clients and activities read and write. */
const TRACE_HEADER = '_tracer-data'
/** W3C Trace Context. Headers are not sealed, so nothing but ids and flags is read from one. */
const PARENT = /^00-(?<traceId>[0-9a-f]{32})-(?<parentSpanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/
const INTERNAL = 0
const OK = 1
const ERROR = 2

interface Trace {
  traceId: string
  parentSpanId: string
  flags: string
}

interface TraceSinks extends Sinks {
  exporter: { export(spans: readonly object[]): void }
}

export const interceptors: WorkflowInterceptorsFactory = () => {
  let own: Trace | undefined
  const withTrace = <Input extends { readonly headers: Headers }>(input: Input): Input =>
    own ? { ...input, headers: { ...input.headers, [TRACE_HEADER]: headerOf(own) } } : input

  const outbound: WorkflowOutboundCallsInterceptor = {
    scheduleActivity: (input, next) => next(withTrace(input)),
    scheduleLocalActivity: (input, next) => next(withTrace(input)),
    startChildWorkflowExecution: (input, next) => next(withTrace(input)),
    signalWorkflow: (input, next) => next(withTrace(input)),
    continueAsNew: (input, next) => next(withTrace(input)),
  }
  return {
    inbound: [
      {
        execute: (input, next) => {
          own = traceIn(input.headers[TRACE_HEADER])
          const result = next(input)
          const begun = own
          if (begun) {
            result.then(
              () => tell(begun, OK),
              (error: unknown) => tell(begun, error instanceof ContinueAsNew ? OK : ERROR),
            )
          }
          return result
        },
      },
    ],
    outbound: [outbound],
  }
}

function traceIn(header: Payload | undefined): Trace | undefined {
  const carrier = header ? defaultPayloadConverter.fromPayload<{ traceparent?: unknown } | null>(header) : undefined
  const match = PARENT.exec(String(carrier?.traceparent))?.groups
  if (!match) return undefined
  const { traceId = '', parentSpanId = '', flags = '' } = match
  return { traceId, parentSpanId, flags }
}

/** Derived from the run's id: unique, and the same at every replay. */
const spanIdOf = (): string => workflowInfo().runId.replaceAll('-', '').slice(-16)

function headerOf({ traceId, flags }: Trace): Payload {
  return defaultPayloadConverter.toPayload({ traceparent: `00-${traceId}-${spanIdOf()}-${flags}` })
}

/** Passes a span out of the workflow sandbox to the worker's exporter. */
function tell({ traceId, parentSpanId, flags }: Trace, code: typeof OK | typeof ERROR): void {
  const { workflowType, workflowId, runId, startTime } = workflowInfo()
  const began = startTime.getTime()
  const ended = Date.now()
  proxySinks<TraceSinks>().exporter.export([
    {
      name: `RunWorkflow:${workflowType}`,
      kind: INTERNAL,
      spanContext: { traceId, spanId: spanIdOf(), traceFlags: Number.parseInt(flags, 16) },
      parentSpanId,
      startTime: timeOf(began),
      endTime: timeOf(ended),
      duration: timeOf(ended - began),
      ended: true,
      status: { code },
      attributes: { temporalWorkflowId: workflowId, run_id: runId },
      links: [],
      events: [],
      instrumentationLibrary: { name: 'trilho' },
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    },
  ])
}

/** Seconds and nanoseconds. */
const timeOf = (milliseconds: number): [number, number] => [
  Math.floor(milliseconds / 1000),
  (milliseconds % 1000) * 1_000_000,
]
