import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'

/** Collects the schemas of the routes; plugins/external is loaded before any route. */
export default fp(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Trilho',
          version: '1',
          description:
            'Charges by Pix, card and boleto through many providers, each one durable. Amounts are integer cents, times ISO 8601 UTC, errors RFC 9457 problem documents.',
        },
        servers: [{ url: app.settings.publicUrl }],
        tags: [
          { name: 'Charges', description: "A buyer's payment." },
          { name: 'Cards', description: 'Cards that are charged more than once.' },
          { name: 'Refunds', description: "A charge's money, or a part of it, back to its buyer." },
          { name: 'Withdrawals', description: "A seller's money, out of a provider account." },
          { name: 'Checkout', description: "The buyer's page." },
          { name: 'Operations', description: 'What operators decide.' },
          { name: 'Receivers', description: 'Sub-accounts: who gets a share, and is paid out.' },
          { name: 'Providers', description: 'Who moves the money.' },
          { name: 'Webhooks', description: 'What providers tell us, and what we tell sellers.' },
          { name: 'Files', description: 'Boletos, and documents of receivers.' },
          { name: 'Access', description: 'People, keys and platforms.' },
          { name: 'Service', description: 'The service itself.' },
        ],
        components: {
          securitySchemes: {
            apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' },
            session: { type: 'apiKey', in: 'cookie', name: 'trilho.session_token', description: "A person's session." },
          },
        },
      },
      refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`) },
      transform: ({ schema, url, route }) => {
        const access = route.config?.access ?? 'public'
        const security = access === 'public' ? [] : [{ apiKey: [] }, { session: [] }]
        return { schema: { ...schema, security, ...roleNote(access, schema?.description) }, url }
      },
    })
  },
  { name: 'swagger' },
)

function roleNote(access: string, description = '') {
  if (access === 'public') return description ? { description } : {}
  return { description: `${description}\n\nRole: ${access}.`.trim() }
}
