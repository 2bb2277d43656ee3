/** Routes about people: how they sign in, and what is their own. */
import type { Route } from './routes.ts'

const SIGNING = { password: 'x', code: '123456' }

export const PEOPLE_ROUTES = [
  { method: 'GET', path: '/v1/me', access: 'seller' },
  {
    method: 'POST',
    path: '/v1/me/password',
    access: 'seller',
    audited: 'user.password',
    payload: { password: 'x', newPassword: 'a long password' },
  },
  { method: 'GET', path: '/v1/me/sessions', access: 'seller' },
  { method: 'DELETE', path: '/v1/me/sessions', access: 'seller', audited: 'session.end' },
  { method: 'DELETE', path: '/v1/me/sessions/{id}', access: 'seller', audited: 'session.end' },
  { method: 'GET', path: '/v1/me/second-factor', access: 'seller' },
  { method: 'POST', path: '/v1/me/second-factor', access: 'seller', audited: null, payload: { password: 'x' } },
  {
    method: 'POST',
    path: '/v1/me/second-factor/confirm',
    access: 'seller',
    audited: 'secondFactor.enable',
    payload: { code: '123456' },
  },
  {
    method: 'POST',
    path: '/v1/me/second-factor/recovery-codes',
    access: 'seller',
    audited: 'secondFactor.recoveryCodes',
    payload: SIGNING,
  },
  {
    method: 'POST',
    path: '/v1/me/second-factor/disable',
    access: 'seller',
    audited: 'secondFactor.disable',
    payload: SIGNING,
  },
  {
    method: 'DELETE',
    path: '/v1/users/{id}/second-factor',
    access: 'admin',
    kind: 'user',
    audited: 'secondFactor.reset',
  },
  {
    method: 'POST',
    path: '/v1/auth/sign-in',
    access: 'public',
    audited: 'sign-in',
    payload: { email: 'a@b.co', password: 'x' },
  },
  {
    method: 'POST',
    path: '/v1/auth/second-factor',
    access: 'public',
    audited: 'sign-in',
    payload: { code: '123456' },
  },
  { method: 'POST', path: '/v1/auth/sign-out', access: 'public', audited: 'sign-out' },
] as const satisfies readonly Route[]
