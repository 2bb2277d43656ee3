/** Headers that keep a browser from doing what our pages never ask for. Everything comes from ourselves. */
import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'
import { defined } from '../../../domain/defined.ts'

export default fp(
  async (app) => {
    const { production, storage } = app.settings
    // A bucket is another origin: files are sent to it, and shown from it, by our pages.
    const { send, show } =
      storage.type === 's3'
        ? { send: [new URL(storage.endpoint).origin], show: [new URL(storage.publicUrl).origin] }
        : { send: [], show: [] }
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:', ...show],
          fontSrc: ["'self'"],
          connectSrc: ["'self'", ...send],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          ...defined({ upgradeInsecureRequests: production ? [] : undefined }),
        },
      },
      hsts: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      // The buyer's address is a secret: it must not leave in a Referer. ('no-referrer' would blank our own Origin too.)
      referrerPolicy: { policy: 'same-origin' },
      frameguard: { action: 'deny' },
    })
    app.addHook('onRequest', async (request, reply) => {
      const { url = '' } = request.routeOptions
      if (/^\/(v1|webhooks|codec|health|metrics)\b/.test(url)) reply.header('cache-control', 'no-store')
      reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    })
  },
  { name: 'helmet' },
)
