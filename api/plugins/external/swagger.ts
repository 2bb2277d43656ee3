import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'
import { defined } from '../../../domain/defined.ts'
import { SELLER_EVENT_KINDS } from '../../../domain/seller-event.ts'
import { operationIdOf } from '../../operation-id.ts'
import { REQUEST_EXAMPLES } from '../../request-examples.ts'
import { SELLER_EVENT_SCHEMAS } from '../../schemas/seller-event.ts'

/** Collects the schemas of the routes; plugins/external is loaded before any route. */
export default fp(
  async (app) => {
    // As better-auth names it.
    const cookie = `${app.settings.production ? '__Secure-' : ''}trilho.session_token`
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Trilho',
          version: '1',
          description:
            'Charges by Pix, card and boleto through many providers, each one durable. Amounts are integer cents, times ISO 8601 UTC, errors RFC 9457 problem documents. A name that is not known is refused, in a query as in a body. [Back to Trilho](/) · [Collection for Postman and Bruno](/collection.json)',
        },
        servers: [{ url: app.settings.publicUrl }],
        tags: [
          { name: 'Charges', description: "A buyer's payment." },
          { name: 'Cards', description: 'Cards that are charged more than once.' },
          { name: 'Refunds', description: "A charge's money, or a part of it, back to its buyer." },
          { name: 'Withdrawals', description: "A seller's money, out of a provider account." },
          { name: 'Customers', description: 'Who bought, and what their charges come to.' },
          { name: 'Disputes', description: 'Payments that a bank takes back.' },
          {
            name: 'Selling',
            description: 'Products, their offers, and payment links: each offer and link has a public page.',
          },
          { name: 'Reconciliation', description: "Where our books and a provider's differ." },
          { name: 'Checkout', description: "The buyer's page." },
          { name: 'Operations', description: 'What operators decide.' },
          { name: 'Receivers', description: 'Sub-accounts: who gets a share, and is paid out.' },
          { name: 'Providers', description: 'Who moves the money.' },
          { name: 'Routing', description: 'Which account takes which charge.' },
          { name: 'Webhooks', description: 'What providers tell us, and what we tell sellers.' },
          { name: 'Exports', description: 'Lists as files for a spreadsheet.' },
          { name: 'Files', description: 'Boletos, and documents of receivers.' },
          { name: 'Access', description: 'People, keys and platforms.' },
          { name: 'Service', description: 'The service itself.' },
        ],
        webhooks: sellerWebhooks(),
        components: {
          securitySchemes: {
            apiKey: { type: 'http', scheme: 'bearer', description: 'An API key.' },
            session: { type: 'apiKey', in: 'cookie', name: cookie, description: "A user's session." },
          },
        },
      },
      refResolver: { buildLocalReference: (json, _base, _fragment, i) => String(json.$id ?? `def-${i}`) },
      transform: ({ schema, url, route }) => {
        const access = route.config?.access ?? 'public'
        const security = access === 'public' ? [] : [{ apiKey: [] }, { session: [] }]
        const operationId = schema?.operationId ?? operationIdOf(String(route.method), url)
        const form = defined({ body: route.config?.form })
        const described = { ...schema, ...form, operationId, security, ...roleNote(access, schema?.description) }
        return { schema: withDistinct(withExample(described, operationId)), url }
      },
    })
  },
  { name: 'swagger' },
)

/** What we send, beside what we answer. Those that are reserved have no body yet. */
function sellerWebhooks() {
  const entries = SELLER_EVENT_KINDS.flatMap((kind) => {
    const schema = SELLER_EVENT_SCHEMAS[kind]
    return schema.properties.type.enum.map((name) => [name, { post: messageOf(name, schema) }])
  })
  return Object.fromEntries(entries)
}

const messageOf = (name: string, schema: object) => ({
  operationId: name,
  summary: name,
  description: 'Signed as Standard Webhooks says: `webhook-id`, `webhook-timestamp`, `webhook-signature`.',
  tags: ['Webhooks'],
  security: [],
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { '2XX': { description: 'Taken. Anything else is sent again, for 48 hours.' } },
})

function withExample<S extends { body?: unknown }>(schema: S, operationId: string): S {
  const example = REQUEST_EXAMPLES[operationId]
  return example ? { ...schema, body: { ...(schema.body as object), examples: [example] } } : schema
}

/** Says of each list of `DistinctWords` that its items are unique: what it is judged by, a refinement, is not serialised. */
function withDistinct<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withDistinct) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const told = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withDistinct(value)]))
  return ('~refine' in schema ? { ...told, uniqueItems: true } : told) as T
}

function roleNote(access: string, description = '') {
  if (access === 'public') return description ? { description } : {}
  return { description: `${description}\n\nRole: ${access}.`.trim() }
}
