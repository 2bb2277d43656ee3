/** A trace that goes on in another process, as the W3C's `traceparent` writes it. */
import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api'

const HEADER = 'traceparent'

/** Undefined where nothing is traced. */
export function carriedTrace(): string | undefined {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier[HEADER]
}

export function inCarriedTrace<T>(trace: string | undefined, run: () => T): T {
  return trace === undefined ? run() : context.with(propagation.extract(ROOT_CONTEXT, { [HEADER]: trace }), run)
}
