/** What a worker adds to its options where traces are exported. */
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryActivityOutboundInterceptor,
} from '@temporalio/interceptors-opentelemetry'
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker'
import type { Tracing } from '../telemetry/tracing.ts'

/** The innermost of an activity's interceptors: what is turned away before it began is no span. */
export const traceActivity: ActivityInterceptorsFactory = (context) => ({
  inbound: new OpenTelemetryActivityInboundInterceptor(context),
  outbound: new OpenTelemetryActivityOutboundInterceptor(context),
})

/** Takes the spans of workflows out of their sandbox: see workflows/tracing.ts. */
export const sinksOf = ({ processor, resource }: Tracing): InjectedSinks<never> =>
  ({ exporter: makeWorkflowExporter(processor, resource) }) as unknown as InjectedSinks<never>
