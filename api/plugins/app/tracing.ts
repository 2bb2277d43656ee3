/**
 * One span for each request to the API and for each webhook, named by its route's pattern: addresses hold tokens. A caller's own
 * trace is not taken up, because any caller could then write into ours.
 */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import fp from 'fastify-plugin'
import { TRACER } from '../../../telemetry/span.ts'
import { inTraceOf } from '../../traced.ts'

const TRACED = /^\/(v1|webhooks)\//

export default fp(
  async (app) => {
    if (!app.isTraced) return
    const tracer = trace.getTracer(TRACER)
    app.decorateRequest('traced', null)
    app.addHook('onRequest', (request, _reply, done) => {
      const { url: route } = request.routeOptions
      if (!route || !TRACED.test(route)) return done()
      const attributes = {
        'http.request.method': request.method,
        'http.route': route,
        'trilho.request_id': request.id,
      }
      const options = { kind: SpanKind.SERVER, attributes }
      const span = tracer.startSpan(`${request.method} ${route}`, options, ROOT_CONTEXT)
      request.traced = { span, context: trace.setSpan(ROOT_CONTEXT, span) }
      inTraceOf(request, () => done())
    })
    // A body that is read in pieces is continued from its stream, outside of the trace.
    app.addHook('preValidation', (request, _reply, done) => {
      inTraceOf(request, () => done())
    })
    app.addHook('onResponse', async (request, reply) => {
      if (!request.traced) return
      const { span } = request.traced
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
  },
  { name: 'tracing' },
)
