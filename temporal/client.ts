import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client'
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry'
import type { KeyRing } from '../config/keys.ts'
import type { TemporalAccess } from '../config/temporal.ts'
import { defined } from '../domain/defined.ts'
import { tracing } from '../telemetry/tracing.ts'
import { failAfterClose } from './closed-calls.ts'
import { dataConverter } from './data-converter.ts'

export interface TemporalOptions {
  temporalAddress: string
  temporalNamespace: string
  temporalAccess: TemporalAccess
  masterKey: KeyRing
}

/** Without these, gRPC waits up to two minutes before it reconnects to a server that was down. */
const RECONNECT = { 'grpc.initial_reconnect_backoff_ms': 250, 'grpc.max_reconnect_backoff_ms': 2000 }

/** Lazy: connects at the first call, so that a process can start while Temporal is down. */
export function temporalClient(options: TemporalOptions): Client {
  return new Client({
    connection: Connection.lazy({
      ...reachedAt(options),
      channelArgs: RECONNECT,
      interceptors: [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), failAfterClose],
    }),
    namespace: options.temporalNamespace,
    dataConverter: dataConverter(options.masterKey, 'refuse'),
    ...defined({ interceptors: tracing() ? { workflow: [new OpenTelemetryWorkflowClientInterceptor()] } : undefined }),
  })
}

/** The connection's address, TLS and API key, for clients and workers. */
export function reachedAt({
  temporalAddress,
  temporalAccess,
}: Pick<TemporalOptions, 'temporalAddress' | 'temporalAccess'>) {
  const { tls, apiKey } = temporalAccess
  return { address: temporalAddress, tls, ...defined({ apiKey }) }
}
