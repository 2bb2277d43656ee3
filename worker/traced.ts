/** Worker options for exporting traces. */
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryActivityOutboundInterceptor,
} from '@temporalio/interceptors-opentelemetry'
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker'
import type { Tracing } from '../telemetry/tracing.ts'

/** The innermost activity interceptor, so that an activity that is refused before it begins has no span. */
export const traceActivity: ActivityInterceptorsFactory = (context) => ({
  inbound: new OpenTelemetryActivityInboundInterceptor(context),
  outbound: new OpenTelemetryActivityOutboundInterceptor(context),
})

/** Receives the spans of workflows from their sandbox: see workflows/tracing.ts. */
export const sinksOf = ({ processor, resource }: Tracing): InjectedSinks<never> =>
  ({ exporter: makeWorkflowExporter(processor, resource) }) as unknown as InjectedSinks<never>
