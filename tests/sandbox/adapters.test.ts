/** The product's adapters and the fake providers share no code: here each is the other's examiner, over a real connection. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { createBulkhead } from '../../activities/bulkhead.ts'
import { createCertificateCache } from '../../activities/certificates.ts'
import { drive, type Line } from '../../activities/drive.ts'
import { createHttpClient } from '../../activities/send.ts'
import { createTokenCache } from '../../activities/tokens.ts'
import { cents } from '../../domain/money.ts'
import type { TransactionRequest } from '../../domain/transaction.ts'
import type { IncomingWebhook } from '../../providers/contract.ts'
import { findProvider } from '../../providers/index.ts'
import { AMOUNT, account, type Code, CPF, REFERENCE } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'
import { type Api, openReceiver, openSandbox, type Received } from './support.ts'

async function openLine(api: Api, code: Code): Promise<Line> {
  const http = createHttpClient()
  onTestFinished(() => http.close())
  const provider = findProvider(code)
  const { baseUrl, publicKey, secretKey, webhookSecret } = account(api, code)
  const credentials = provider.parseCredentials({
    secretKey,
    ...(publicKey === null ? {} : { publicKey }),
    ...(webhookSecret === null ? {} : { webhookSecret }),
  })
  const context = { credentials, baseUrl, now: new Date().toISOString(), entropy: 'entropy' }
  const metrics = { providerCall: () => {}, unmappedStatus: () => {} }
  const bulkhead = createBulkhead(10)
  const certificates = createCertificateCache(http)
  return {
    http,
    provider,
    context,
    metrics,
    bulkhead,
    accountId: 'account',
    tokens: createTokenCache(),
    identityFor: async (host) => {
      const { clientCertificate } = host === undefined ? provider : (provider.hosts[host] ?? provider)
      return clientCertificate && certificates.get(`${api.url}/_control/treeal/client.pem`)
    },
  }
}

function requestTo(webhookUrl: string): TransactionRequest {
  return {
    amount: cents(AMOUNT),
    currency: 'BRL',
    paymentMethod: 'PIX',
    items: [{ title: 'Curso', unitPrice: cents(AMOUNT), quantity: 1, tangible: false }],
    customer: { name: 'Ana Souza', email: 'ana@example.com', document: CPF, phone: '11999998888' },
    installments: 1,
    webhookUrl,
    reference: REFERENCE,
  }
}

function asIncoming({ path, headers, text }: Received): IncomingWebhook {
  return {
    headers: headers as Record<string, string>,
    query: Object.fromEntries(new URL(path, 'http://receiver').searchParams),
    body: text,
  }
}

describe.each(SCENARIOS)('$provider', ({ provider: code }) => {
  it('is created, found, paid, told and read', async () => {
    const api = await openSandbox()
    const { url, received } = await openReceiver()
    await api.control('PUT', `/webhook-addresses/${code}`, { url })
    const line = await openLine(api, code)
    const { provider, context } = line

    const createdAt = new Date().toISOString()
    const created = await drive(line, provider.createTransaction(requestTo(url), context))
    expect(created).toMatchObject({
      status: 'PENDING',
      amount: AMOUNT,
      pixCode: expect.stringContaining('br.gov.bcb.pix'),
    })
    expect(created.unmapped ?? false).toBe(false)
    const { transactionId } = created
    if (provider.lookup) {
      const attempt = { reference: REFERENCE, paymentMethod: 'PIX', createdAt } as const
      expect(await drive(line, provider.findTransaction(attempt, context))).toMatchObject({ transactionId })
    }

    await api.act(code, transactionId, 'pay')
    await expect.poll(() => received.length).toBe(1)
    const webhook = asIncoming(received[0] as Received)
    if (provider.webhookVerification !== 'none') {
      expect(provider.verifyWebhook(webhook, context.credentials)).toBe(true)
    }
    expect(provider.translateWebhook(webhook)).toMatchObject({ type: 'TRANSACTION', transactionId })
    const reading = await drive(line, provider.readTransaction({ transactionId, paymentMethod: 'PIX' }, context))
    expect(reading).toMatchObject({ transactionId, status: 'APPROVED', amount: AMOUNT })
    expect(await api.requests(code)).toEqual([{ provider: code, reference: REFERENCE, count: 1, committed: 1 }])
  })
})
