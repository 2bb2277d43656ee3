/** BMB, CRMCOIN and NOXPAY: the few rules that there are for them. */
import { describe, expect, test } from 'vitest'
import { ProviderError } from '../../../domain/provider-error.ts'
import { findProvider } from '../../../providers/index.ts'
import { run, sentBody } from '../support/start.ts'

describe('BMB', () => {
  test.each([
    [400, 'InvalidRequest'],
    [401, 'Unauthorized'],
    [402, 'Declined'],
    [422, 'InvalidRequest'],
  ])('says of a charge refused with %i that the method is not implemented', (status, kind) => {
    const answer = { status, body: { mensagem: 'qualquer coisa' } }
    const { error } = run('BMB', 'createTransaction', 'pix', answer)
    expect([error?.kind, error?.message]).toEqual([kind, 'Method not implemented.'])
  })

  test.each([
    ['no answer', new ProviderError('OutcomeUnknown', 'ECONNRESET'), 'OutcomeUnknown'],
    ['no connection', new ProviderError('NotSent', 'ECONNREFUSED'), 'NotSent'],
    ['an answer that cannot be read', { status: 200, body: '<html>' }, 'MalformedResponse'],
    ['an answer without what it should hold', { status: 200, body: { status: 'Paid' } }, 'MalformedResponse'],
    ['too many requests', { status: 429, headers: { 'retry-after': '7' } }, 'RateLimited'],
  ] as const)('says the same of %s, and what happened is its cause', (_what, answer, kind) => {
    const { error } = run('BMB', 'createTransaction', 'pix', answer)
    expect([error?.kind, error?.message]).toEqual([kind, 'Method not implemented.'])
    expect(error?.cause).toMatchObject({ kind, message: expect.not.stringContaining('not implemented') })
    if (kind === 'RateLimited') expect(error?.retryAfter).toBe(7)
  })

  test('does not say it of a request that we held back', () => {
    const held = new ProviderError('RateLimited', 'At its limit', { isHeldBack: true })
    expect(run('BMB', 'createTransaction', 'pix', held).error).toMatchObject({
      message: 'At its limit',
      isHeldBack: true,
    })
  })

  test.each([{ status: 'Expired' }, { status: undefined }, {}])(
    'takes a static code of which a webhook tells as paid, whatever it adds: %j',
    (more) => {
      const body = JSON.stringify({ estatico: true, txid: 'tx1', ...more })
      const event = findProvider('BMB').translateWebhook({ headers: {}, query: {}, body })
      expect(event).toMatchObject({ transactionId: 'tx1', status: 'APPROVED' })
    },
  )

  test('writes and reads reais', () => {
    const answer = { txid: 'tx1', status: 'Pending', valor: 0.07, qrCode: '000201' }
    const input = { like: 'pix', set: { amount: 7 } } as const
    const played = run('BMB', 'createTransaction', input, { status: 200, body: answer })
    expect(sentBody(played).valor).toBe(0.07)
    expect(played.result).toMatchObject({ amount: 7 })
  })
})

test('CRMCOIN gets 22 characters of our reference as the id of a transaction', () => {
  const { id } = sentBody(run('CRMCOIN', 'createTransaction', 'pix'))
  expect(id).toBe('0199b5a2c3d44e5f8a1b2c')
})

describe('NOXPAY', () => {
  test.each([['PIXOUT'], ['OTHER']])('does not take what it finds for a charge when it is a %s', (method) => {
    const found = { Method: method, TxID: 't', Code: 'r', Status: 'PAY' }
    const attempt = { reference: 'r', paymentMethod: 'PIX', createdAt: '2026-01-15T15:00:00.000Z' } as const
    const context = { credentials: { apiKey: 'k' }, now: attempt.createdAt, entropy: 'e' }
    const steps = findProvider('NOXPAY').findTransaction(attempt, context)
    steps.next()
    expect(steps.next({ status: 200, headers: {}, body: JSON.stringify(found) })).toEqual({ done: true, value: null })
  })

  test.each(['qrcodetext', 'qrCodeText', 'QRCodeText', 'QRCODETEXT'])('reads the code that it calls %s', (name) => {
    const body = { method: 'PIX', txid: 't', Status: 'WAITING_PAYMENT', amount: 123.45, [name]: '000201' }
    expect(run('NOXPAY', 'createTransaction', 'pix', { status: 201, body }).result).toMatchObject({ pixCode: '000201' })
  })
})
