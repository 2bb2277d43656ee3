/**
 * Traces, exported over OTLP when an endpoint is named and otherwise not made at all. What is exported is an allow-list: a
 * span never carries a body, an address with its query, an error's message or personal data, whatever a library puts on it.
 */
import { type Attributes, context, propagation, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { type IResource, Resource } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { defined } from '../domain/defined.ts'
import { asyncContextManager } from './context.ts'

export interface Tracing {
  processor: SpanProcessor
  resource: IResource
  /** Sends what is left. */
  stop(): Promise<void>
}

let running: Tracing | undefined

/**
 * Once per process, before anything that is to be traced is made.
 * @param endpoint of an OTLP collector over HTTP, without the path of its signals; undefined leaves tracing off.
 */
export function startTracing(endpoint: string | undefined, service: string): Tracing | undefined {
  if (endpoint === undefined) return undefined
  const resource = new Resource({ 'service.name': service })
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const processor = new BatchSpanProcessor(onlyAllowed(exporter))
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] })
  provider.register({ contextManager: asyncContextManager(), propagator: new W3CTraceContextPropagator() })
  const stop = async () => {
    running = undefined
    for (const api of [trace, context, propagation]) api.disable()
    await provider.shutdown()
  }
  running = { processor, resource, stop }
  return running
}

/** Undefined when nothing is traced. */
export const tracing = (): Tracing | undefined => running

const ALLOWED: ReadonlySet<string> = new Set([
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'trilho.operation',
  'trilho.outcome',
  'trilho.provider',
  'trilho.request_id',
  'trilho.webhook_event_id',
  // Of Temporal's own interceptors.
  'run_id',
  'taskQueue',
  'temporalActivityId',
  'temporalUpdateId',
  'temporalWorkflowId',
  'workflowType',
])

function onlyAllowed(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(allowedOf), done),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

/** Of an exception its kind is kept: messages quote providers, who quote buyers. */
function allowedOf(span: ReadableSpan): ReadableSpan {
  const [kind] = span.events.flatMap(({ attributes }) => attributes?.['exception.type'] ?? [])
  const attributes: Attributes =
    kind === undefined ? span.attributes : { ...span.attributes, 'error.type': String(kind) }
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...defined({ parentSpanId: span.parentSpanId }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: { code: span.status.code },
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => ALLOWED.has(name))),
    links: [],
    events: [],
    resource: span.resource,
    instrumentationLibrary: span.instrumentationLibrary,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}
