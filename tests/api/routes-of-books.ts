/** Routes about customers, disputes and reconciliation. */
import type { Route } from './routes.ts'

export const BOOKS_ROUTES = [
  { method: 'GET', path: '/v1/reconciliation/items', access: 'operator' },
  {
    method: 'POST',
    path: '/v1/reconciliation/items/{id}/resolve',
    access: 'operator',
    kind: 'difference',
    payload: { note: 'x' },
    audited: 'reconciliation.resolve',
  },
  { method: 'GET', path: '/v1/reconciliation/statements', access: 'operator' },
  {
    method: 'POST',
    path: '/v1/reconciliation/statements',
    access: 'operator',
    audited: 'reconciliation.import',
    payload: {},
  },
  {
    method: 'POST',
    path: '/v1/exports',
    access: 'seller',
    audited: 'export.create',
    payload: { resource: 'charges', filters: { status: 'NOTHING' } },
  },
  { method: 'GET', path: '/v1/exports', access: 'seller' },
  { method: 'GET', path: '/v1/exports/{id}', access: 'seller', kind: 'export' },
  { method: 'GET', path: '/v1/exports/{id}/download', access: 'seller', kind: 'export' },
  { method: 'GET', path: '/v1/customers', access: 'seller' },
  { method: 'GET', path: '/v1/customers/{id}', access: 'seller', kind: 'customer' },
  { method: 'DELETE', path: '/v1/customers/{id}', access: 'operator', kind: 'customer', audited: 'customer.erase' },
  { method: 'GET', path: '/v1/disputes', access: 'seller' },
  { method: 'GET', path: '/v1/disputes/{id}', access: 'seller', kind: 'dispute' },
  {
    method: 'POST',
    path: '/v1/disputes/{id}/resolve',
    access: 'operator',
    kind: 'dispute',
    payload: { state: 'LOST', note: 'x' },
    audited: 'dispute.resolve',
  },
  {
    method: 'POST',
    path: '/v1/disputes/{id}/evidence',
    access: 'seller',
    kind: 'dispute',
    payload: { url: 'https://files.example/x.pdf', name: 'x.pdf' },
    audited: 'dispute.evidence',
  },
  { method: 'GET', path: '/v1/disputes/{id}/evidence/{evidenceId}', access: 'seller', kind: 'dispute' },
] as const satisfies readonly Route[]
