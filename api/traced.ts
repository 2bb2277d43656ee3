/** What goes on after a request's answer stays in its trace. */
import { type Context, context, type Span } from '@opentelemetry/api'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent where nothing is traced. */
    traced?: { span: Span; context: Context } | null
  }
}

export function inTraceOf<T>({ traced }: Pick<FastifyRequest, 'traced'>, run: () => T): T {
  return traced ? context.with(traced.context, run) : run()
}
