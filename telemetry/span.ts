/** A piece of work as a span of the trace that is under way; nothing where nothing is traced. */
import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

export const TRACER = 'trilho'

/** @param run may put on the span what it learns. */
export function inSpan<T>(
  { name, attributes, kind = 'INTERNAL' }: { name: string; attributes: Attributes; kind?: keyof typeof SpanKind },
  run: (span: Span) => Promise<T>,
): Promise<T> {
  return trace.getTracer(TRACER).startActiveSpan(name, { kind: SpanKind[kind], attributes }, async (span) => {
    try {
      return await run(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}
