/** What a seller says of the buyer's device and way in, and what becomes of it. */
import { expect, test } from 'vitest'
import type { TransactionRequest } from '../../../domain/transaction.ts'
import { findProvider } from '../../../providers/index.ts'
import { loadFixture } from '../support/fixtures.ts'
import { resolveInput } from '../support/inputs.ts'
import { contextOf, play } from '../support/play.ts'

const EXTRAS = {
  fingerPrints: [{ provider: 'pagarme', value: 'aparelho-1' }],
  referrerUrl: 'https://loja.example.com/?utm_source=news&utm_medium=email&x=1',
}

function firstRequest(code: string, extras: object) {
  const request = { ...(resolveInput('pix') as TransactionRequest), ...extras }
  const steps = findProvider(code).createTransaction(request, contextOf(loadFixture(code)))
  const { requests } = play(steps, () => ({ status: 500, headers: {}, body: '' }))
  const [first] = requests
  return first?.body?.type === 'json' ? first.body.value : undefined
}

test.each([
  ['PAGARME', { session_id: 'aparelho-1' }],
  ['HUNTERPAY', { utmQuery: 'utm_source=news&utm_medium=email&x=1' }],
  ['AXISBANK', { utmQuery: 'utm_source=news&utm_medium=email&x=1' }],
  ['UNICOPAY', { tracking: { utm_source: 'news', utm_medium: 'email' } }],
])('%s is told %j', (code, expected) => {
  expect(firstRequest(code, EXTRAS)).toMatchObject(expected)
})

test.each(['PAGARME', 'HUNTERPAY', 'UNICOPAY'])('%s is told nothing where nothing is known', (code) => {
  const body = JSON.stringify(firstRequest(code, { fingerPrints: [{ provider: 'OTHER', value: 'x' }] }))
  expect(body).not.toMatch(/session_id|utmQuery|tracking/)
})

test.each([
  [{ access_token: 't', expires_in: 300 }, 300],
  [{ accessToken: 't', expiresIn: 300 }, 300],
  [{ accessToken: 't', expiresAt: Date.parse('2026-01-15T15:00:00.000Z') / 1000 + 300 }, 300],
])('TREEAL reads the token answer %j', (body, expiresInSeconds) => {
  const { auth } = findProvider('TREEAL')
  if (auth.type !== 'token') throw new Error('It has a token')
  const answer = { status: 200, headers: {}, body: JSON.stringify(body) }
  const { result } = play(auth.fetch(contextOf(loadFixture('TREEAL'))), () => answer)
  expect(result).toEqual({ token: 't', expiresInSeconds })
})

test.each(['ZENET', 'VOLUTI'])('%s takes keys of a certificate part and a credential part', (code) => {
  const packed = { publicKey: 'certificado|cliente', secretKey: 'chave|segredo' }
  expect(findProvider(code).parseCredentials(packed)).toMatchObject({ certificate: 'certificado', clientId: 'cliente' })
})

test('FLOW2PAY takes both keys without a webhook secret, and then proves no webhook', () => {
  const { parseCredentials, verifyWebhook } = findProvider('FLOW2PAY')
  const credentials = parseCredentials({ publicKey: 'a', secretKey: 'b' })
  expect(verifyWebhook({ headers: {}, query: {}, body: '{"evento":"PixIn","token":""}' }, credentials)).toBe(false)
})
