/** Every route with the least role that may call it. `:other` stands for the id of something of the kind named. */
import type { AuditAction } from '../../domain/audit.ts'
import { PEOPLE_ROUTES } from './people-routes.ts'
import { BOOKS_ROUTES } from './routes-of-books.ts'
import { SELLING_ROUTES } from './selling-routes.ts'
import type { Role } from './support.ts'

export type Kind =
  | 'charge'
  | 'account'
  | 'event'
  | 'delivery'
  | 'apiKey'
  | 'user'
  | 'platform'
  | 'checkout'
  | 'refund'
  | 'withdrawal'
  | 'receiver'
  | 'card'
  | 'endpoint'
  | 'rule'
  | 'customer'
  | 'dispute'
  | 'product'
  | 'offer'
  | 'link'
  | 'difference'
  | 'entry'
  | 'export'
  | 'exam'
  | 'invitation'

interface Common {
  /** As OpenAPI has it. */
  path: string
  access: 'public' | Role
  kind?: Kind
  payload?: object
}
/** What changes something says what the audit log calls it; audit.test.ts does each once. Null: docs/decisions/0070 says why not. */
export type Route = Common & ({ method: 'GET' } | { method: 'POST' | 'PATCH' | 'DELETE'; audited: AuditAction | null })

const NEW_USER = { name: 'Ana', email: 'ana@example.com', password: 'a long password', role: 'seller' }

const TABLE = [
  { method: 'GET', path: '/v1/providers', access: 'seller' },
  { method: 'GET', path: '/v1/provider-accounts', access: 'seller' },
  { method: 'GET', path: '/v1/provider-accounts/{id}', access: 'seller', kind: 'account' },
  { method: 'GET', path: '/v1/provider-accounts/{id}/health', access: 'seller', kind: 'account' },
  { method: 'GET', path: '/v1/balances', access: 'seller' },
  { method: 'GET', path: '/v1/analytics', access: 'seller' },
  {
    method: 'POST',
    path: '/v1/provider-accounts',
    access: 'admin',
    audited: 'providerAccount.create',
    payload: { provider: 'ASAAS', secretKey: 'x' },
  },
  {
    method: 'PATCH',
    path: '/v1/provider-accounts/{id}',
    access: 'admin',
    audited: 'providerAccount.change',
    kind: 'account',
    payload: { name: 'x' },
  },
  {
    method: 'DELETE',
    path: '/v1/provider-accounts/{id}',
    access: 'admin',
    audited: 'providerAccount.delete',
    kind: 'account',
  },
  {
    method: 'POST',
    path: '/v1/provider-accounts/{id}/test',
    access: 'admin',
    audited: 'providerAccount.test',
    kind: 'account',
  },
  {
    method: 'POST',
    path: '/v1/provider-accounts/{id}/rotate-webhook-url',
    access: 'admin',
    audited: 'providerAccount.rotateWebhookUrl',
    kind: 'account',
  },
  { method: 'POST', path: '/v1/charges', access: 'seller', audited: null, payload: {} },
  { method: 'GET', path: '/v1/charges', access: 'seller' },
  { method: 'GET', path: '/v1/charges/totals', access: 'seller' },
  { method: 'GET', path: '/v1/charges/stream', access: 'seller' },
  { method: 'GET', path: '/v1/charges/{id}', access: 'seller', kind: 'charge' },
  { method: 'GET', path: '/v1/charges/{id}/events', access: 'seller', kind: 'charge' },
  { method: 'GET', path: '/v1/charges/{id}/routing', access: 'seller', kind: 'charge' },
  { method: 'GET', path: '/v1/charges/{id}/attempts', access: 'seller', kind: 'charge' },
  { method: 'GET', path: '/v1/charges/{id}/payments', access: 'seller', kind: 'charge' },
  { method: 'GET', path: '/v1/charges/{id}/mails', access: 'seller', kind: 'charge' },
  {
    method: 'POST',
    path: '/v1/charges/{id}/mails',
    access: 'seller',
    audited: 'charge.mail',
    kind: 'charge',
    payload: {},
  },
  { method: 'GET', path: '/v1/charges/{id}/stream', access: 'seller', kind: 'charge' },
  {
    method: 'POST',
    path: '/v1/charges/{id}/refunds',
    access: 'seller',
    audited: 'refund.create',
    kind: 'charge',
    payload: {},
  },
  {
    method: 'POST',
    path: '/v1/charges/{id}/simulate',
    access: 'seller',
    audited: null,
    kind: 'charge',
    payload: { action: 'pay' },
  },
  { method: 'GET', path: '/v1/charges/{id}/refunds', access: 'seller', kind: 'charge' },
  { method: 'GET', path: '/v1/attention', access: 'seller' },
  ...BOOKS_ROUTES,
  { method: 'GET', path: '/v1/refunds', access: 'seller' },
  { method: 'GET', path: '/v1/refunds/totals', access: 'seller' },
  { method: 'GET', path: '/v1/refunds/{id}', access: 'seller', kind: 'refund' },
  { method: 'GET', path: '/v1/refunds/{id}/events', access: 'seller', kind: 'refund' },
  { method: 'GET', path: '/v1/refunds/{id}/attempts', access: 'seller', kind: 'refund' },
  { method: 'POST', path: '/v1/withdrawals', access: 'seller', audited: 'withdrawal.create', payload: {} },
  { method: 'GET', path: '/v1/withdrawals', access: 'seller' },
  { method: 'GET', path: '/v1/withdrawals/totals', access: 'seller' },
  { method: 'GET', path: '/v1/withdrawals/{id}', access: 'seller', kind: 'withdrawal' },
  {
    method: 'POST',
    path: '/v1/withdrawals/{id}/simulate',
    access: 'seller',
    audited: null,
    kind: 'withdrawal',
    payload: { action: 'approve' },
  },
  { method: 'GET', path: '/v1/withdrawals/{id}/events', access: 'seller', kind: 'withdrawal' },
  { method: 'GET', path: '/v1/withdrawals/{id}/routing', access: 'seller', kind: 'withdrawal' },
  { method: 'GET', path: '/v1/withdrawals/{id}/attempts', access: 'seller', kind: 'withdrawal' },
  { method: 'POST', path: '/v1/operations/{workflowId}/retry', access: 'operator', audited: 'retry', kind: 'charge' },
  { method: 'POST', path: '/v1/operations/{workflowId}/cancel', access: 'operator', audited: 'cancel', kind: 'charge' },
  {
    method: 'POST',
    path: '/v1/operations/{workflowId}/resolve',
    access: 'operator',
    audited: 'resolve',
    kind: 'charge',
    payload: { outcome: 'notCreated' },
  },
  { method: 'GET', path: '/v1/webhook-events', access: 'operator' },
  { method: 'GET', path: '/v1/webhook-events/{id}', access: 'operator', kind: 'event' },
  { method: 'POST', path: '/v1/webhook-events/{id}/replay', access: 'operator', audited: 'replay', kind: 'event' },
  { method: 'GET', path: '/v1/webhook-deliveries', access: 'operator' },
  { method: 'GET', path: '/v1/webhook-deliveries/{id}', access: 'operator', kind: 'delivery' },
  { method: 'GET', path: '/v1/webhook-deliveries/{id}/attempts', access: 'operator', kind: 'delivery' },
  {
    method: 'POST',
    path: '/v1/webhook-deliveries/{id}/resend',
    access: 'operator',
    audited: 'resend',
    kind: 'delivery',
  },
  { method: 'GET', path: '/v1/webhook-endpoints', access: 'seller' },
  { method: 'GET', path: '/v1/webhook-endpoints/{id}', access: 'seller', kind: 'endpoint' },
  {
    method: 'POST',
    path: '/v1/webhook-endpoints',
    access: 'admin',
    audited: 'webhookEndpoint.create',
    payload: { url: 'https://shop.example', events: ['*'] },
  },
  {
    method: 'PATCH',
    path: '/v1/webhook-endpoints/{id}',
    access: 'admin',
    audited: 'webhookEndpoint.change',
    kind: 'endpoint',
    payload: { enabled: false },
  },
  {
    method: 'DELETE',
    path: '/v1/webhook-endpoints/{id}',
    access: 'admin',
    audited: 'webhookEndpoint.delete',
    kind: 'endpoint',
  },
  {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/rotate-secret',
    access: 'admin',
    audited: 'webhookEndpoint.rotateSecret',
    kind: 'endpoint',
  },
  {
    method: 'POST',
    path: '/v1/webhook-endpoints/{id}/test',
    access: 'admin',
    audited: 'webhookEndpoint.test',
    kind: 'endpoint',
  },
  { method: 'GET', path: '/v1/api-keys', access: 'admin' },
  { method: 'GET', path: '/v1/api-keys/{id}', access: 'admin', kind: 'apiKey' },
  {
    method: 'POST',
    path: '/v1/api-keys',
    access: 'admin',
    audited: 'apiKey.create',
    payload: { name: 'x', role: 'seller' },
  },
  {
    method: 'PATCH',
    path: '/v1/api-keys/{id}',
    access: 'admin',
    audited: 'apiKey.change',
    kind: 'apiKey',
    payload: { name: 'x' },
  },
  { method: 'DELETE', path: '/v1/api-keys/{id}', access: 'admin', audited: 'apiKey.revoke', kind: 'apiKey' },
  { method: 'GET', path: '/v1/users', access: 'admin' },
  { method: 'GET', path: '/v1/users/{id}', access: 'admin', kind: 'user' },
  { method: 'POST', path: '/v1/users', access: 'admin', audited: 'user.create', payload: NEW_USER },
  {
    method: 'PATCH',
    path: '/v1/users/{id}',
    access: 'admin',
    audited: 'user.change',
    kind: 'user',
    payload: { name: 'x' },
  },
  ...PEOPLE_ROUTES,
  { method: 'GET', path: '/v1/audit-log', access: 'admin' },
  { method: 'GET', path: '/v1/audit-log/{id}', access: 'admin', kind: 'entry' },
  { method: 'GET', path: '/v1/settings', access: 'public' },
  { method: 'GET', path: '/v1/checkout/{token}', access: 'public', kind: 'checkout' },
  { method: 'GET', path: '/v1/checkout/{token}/stream', access: 'public', kind: 'checkout' },
  { method: 'POST', path: '/webhooks/{provider}/{token}', access: 'public', audited: null },
  { method: 'POST', path: '/v1/cards', access: 'seller', audited: null, payload: {} },
  { method: 'GET', path: '/v1/cards', access: 'seller' },
  { method: 'DELETE', path: '/v1/cards/{id}', access: 'seller', audited: 'card.remove', kind: 'card' },
  { method: 'GET', path: '/v1/installments', access: 'seller' },
  { method: 'GET', path: '/v1/routing-rules', access: 'seller' },
  { method: 'POST', path: '/v1/routing-rules', access: 'admin', audited: 'routingRule.create', payload: {} },
  { method: 'POST', path: '/v1/routing-rules/simulate', access: 'seller', audited: null, payload: {} },
  { method: 'GET', path: '/v1/routing-rules/{id}', access: 'seller', kind: 'rule' },
  {
    method: 'PATCH',
    path: '/v1/routing-rules/{id}',
    access: 'admin',
    audited: 'routingRule.change',
    kind: 'rule',
    payload: { name: 'x' },
  },
  { method: 'DELETE', path: '/v1/routing-rules/{id}', access: 'admin', audited: 'routingRule.delete', kind: 'rule' },
  { method: 'POST', path: '/v1/receivers', access: 'seller', audited: 'receiver.create', payload: {} },
  ...SELLING_ROUTES,
  { method: 'GET', path: '/v1/receivers', access: 'seller' },
  { method: 'GET', path: '/v1/receivers/totals', access: 'seller' },
  { method: 'GET', path: '/v1/receivers/{id}', access: 'seller', kind: 'receiver' },
  { method: 'GET', path: '/v1/receivers/{id}/events', access: 'seller', kind: 'receiver' },
  { method: 'GET', path: '/v1/receivers/{id}/attempts', access: 'seller', kind: 'receiver' },
  { method: 'GET', path: '/v1/receivers/{id}/documents', access: 'seller', kind: 'receiver' },
  {
    method: 'DELETE',
    path: '/v1/receivers/{id}/documents/{name}',
    access: 'seller',
    audited: 'receiver.document.delete',
    kind: 'receiver',
  },
  { method: 'POST', path: '/v1/uploads', access: 'seller', audited: null, payload: {} },
  { method: 'GET', path: '/health/live', access: 'public' },
  { method: 'GET', path: '/health/ready', access: 'public' },
  { method: 'GET', path: '/metrics', access: 'public' },
  { method: 'POST', path: '/codec/encode', access: 'operator', audited: null, payload: { payloads: [] } },
  { method: 'POST', path: '/codec/decode', access: 'operator', audited: null, payload: { payloads: [] } },
] as const satisfies readonly Route[]

export const ROUTES: readonly Route[] = TABLE

type Named<R extends Route> = R extends { audited: AuditAction } ? `${R['method']} ${R['path']}` : never
/** Every route that leaves an entry in the audit log. */
export type AuditedRoute = Named<(typeof TABLE)[number]>

export const nameOf = ({ method, path }: Route) => `${method} ${path}`
