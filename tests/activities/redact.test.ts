/** What people see of an exchange: enough to understand it, nothing to use. */
import { expect, test } from 'vitest'
import { redactExchange } from '../../activities/redact.ts'
import type { WireRequest } from '../../providers/contract.ts'

const SECRETS = ['sk_live_topsecret', 'webhook-token-of-the-account']
const request: WireRequest = {
  risk: 'money',
  method: 'POST',
  url: 'https://provider.example/transactions?key=sk_live_topsecret',
  headers: { authorization: 'Basic abc', 'x-api-key': 'k', 'user-agent': 'Trilho' },
  authenticated: true,
  body: {
    type: 'json',
    value: {
      amount: 5000,
      customer: { name: 'Maria Silva', email: 'maria@example.com', document: { number: '52998224725', type: 'cpf' } },
      payer: { identification: { type: 'CPF', number: '52998224725' } },
      devedor: { cpf: '52998224725', nome: 'Maria Silva' },
      card: { cardNumber: '4111111111111111', cvv: '123' },
      postbackUrl: 'https://trilho.example/webhooks/paguesafe/webhook-token-of-the-account',
      externalRef: '0199b5a2c3d44e5f8a1b2c3d4e5f6a7b',
    },
  },
}
const answer = { status: 200, headers: {}, body: JSON.stringify({ id: 1, payer: { cpf: '52998224725' } }) }

test('no credential, webhook token, card or personal data is kept; what explains the exchange is', () => {
  const shown = redactExchange(SECRETS, '2026-01-01T00:00:00.000Z', request, { answer })
  const text = JSON.stringify(shown)
  for (const hidden of [
    ...SECRETS,
    'Basic abc',
    '52998224725',
    'Maria Silva',
    'maria@example.com',
    '4111111111111111',
  ]) {
    expect(text).not.toContain(hidden)
  }
  for (const kept of ['5000', '0199b5a2c3d44e5f8a1b2c3d4e5f6a7b', 'cpf', 'Trilho']) expect(text).toContain(kept)
})
