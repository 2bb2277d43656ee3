/** Providers with several hosts: each request goes where it belongs, and an account's base URL replaces them by place. */
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import type { WireAnswer } from '../../../providers/contract.ts'
import { inCents } from '../../../providers/kit/amounts.ts'
import { bearer, headers, queryToken } from '../../../providers/kit/auth.ts'
import { secret } from '../../../providers/kit/credentials.ts'
import { defineProvider } from '../../../providers/kit/define-provider.ts'
import { play } from '../support/play.ts'

const provider = defineProvider({
  code: 'EXAMPLE',
  name: 'Example',
  evidence: 'specification',
  host: 'https://in.example.com/v1',
  hosts: {
    out: { url: 'https://out.example.com', auth: headers({ 'x-key': '{token}' }), clientCertificate: 'certCashOutUrl' },
    files: { url: 'https://files.example.com' },
  },
  clientCertificate: 'certCashInUrl',
  credentials: [secret('token', 'secretKey')],
  auth: bearer('{token}'),
  idempotency: { type: 'none' },
  lookup: null,
  amounts: inCents,
  expirySeconds: {},
  statuses: { known: {}, unknown: null },
  errors: { messages: ['message'] },
  *readTransaction({ transactionId }, { wire }) {
    yield* wire.get('/out', Type.Unknown(), undefined, { host: 'out' })
    yield* wire.get('/file', Type.Unknown(), undefined, { host: 'files' })
    yield* wire.publish('https://elsewhere.example.com/a.pdf', PUBLICATION)
    yield* wire.publish('/b.pdf', PUBLICATION, { host: 'files', authenticated: false })
    return { transactionId, rawStatus: 'paid' }
  },
})
const PUBLICATION = { folder: 'billets', name: 'a.pdf', contentType: 'application/pdf' }

const context = { credentials: { token: 'segredo' }, now: '2026-01-15T15:00:00.000Z', entropy: 'e' }
const answer: WireAnswer = { status: 200, headers: {}, body: '{"url":"https://files.example.com/a.pdf"}' }
const requestsTo = (baseUrl?: string) =>
  play(
    provider.readTransaction(
      { transactionId: 'a', paymentMethod: 'PIX' },
      { ...context, ...(baseUrl ? { baseUrl } : {}) },
    ),
    () => answer,
  ).requests

test.each([
  [undefined, 'https://out.example.com/out', 'https://files.example.com/file'],
  ['http://a/x|http://b/|http://c', 'http://b/out', 'http://c/file'],
  ['http://a/x', 'http://a/x/out', 'http://a/x/file'],
])('with the base URL %s', (baseUrl, out, file) => {
  const requests = requestsTo(baseUrl)
  expect(requests.map(({ url }) => url).slice(0, 3)).toEqual([out, file, 'https://elsewhere.example.com/a.pdf'])
  expect(requests.map(({ host }) => host)).toEqual(['out', 'files', undefined, 'files'])
})

test('what is to be published says so, and is only read', () => {
  const [, , published] = requestsTo()
  expect(published).toMatchObject({ risk: 'read', method: 'GET', publishAs: PUBLICATION })
})

test('each host has its own proof and certificate, or the provider’s', () => {
  const { auth, clientCertificate, hosts } = provider
  expect(clientCertificate).toBe('certCashInUrl')
  expect(hosts.out).toMatchObject({ clientCertificate: 'certCashOutUrl' })
  expect(hosts.out?.auth.type === 'headers' && hosts.out.auth.headers(context.credentials)).toEqual({
    'x-key': 'segredo',
  })
  expect(hosts.files).toEqual({ auth, clientCertificate })
  expect(hosts.files?.auth).toBe(auth)
})

test('a key that travels in the address is no header', () => {
  const auth = queryToken({ api_token: '{token}' })
  if (auth.type !== 'headers') throw new Error('It has no token of its own')
  expect(auth.headers({ token: 'segredo' })).toEqual({})
  expect(auth.query?.({ token: 'segredo' })).toEqual({ api_token: 'segredo' })
})
