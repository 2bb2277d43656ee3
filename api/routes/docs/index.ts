/** Every operation in full, behind the page /docs, with a policy of its own: it brings its styles inline, and needs nothing from anywhere else. */
import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import reference from '@scalar/fastify-api-reference'

const routes: FastifyPluginAsyncTypebox = async (app) => {
  // The page is the same for everybody and shows nothing that a visitor typed: one nonce per process will do.
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  app.addHook('onSend', async (_, reply) => {
    reply.header('content-security-policy', policy)
  })
  await app.register(reference, {
    routePrefix: '/docs/reference',
    configuration: {
      url: '/openapi.json',
      nonce,
      pageTitle: 'Trilho API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
}

export default routes

/** The plugin brings its own prefix. */
export const autoPrefix = '/'
