/** What the banks with the central bank's Pix API have of their own: keys, certificates, withdrawals over accounts, notices. */
import { describe, expect, test } from 'vitest'
import { defined } from '../../../domain/defined.ts'
import type { TransactionReading } from '../../../domain/transaction.ts'
import type { PlatformContext } from '../../../providers/contract.ts'
import { findProvider } from '../../../providers/index.ts'
import { loadFixture } from '../support/fixtures.ts'
import { resolveInput } from '../support/inputs.ts'
import { bodyOf, contextOf, play } from '../support/play.ts'
import { run, sentBody } from '../support/start.ts'

const BANKS = ['TREEAL', 'PODPAY', 'ONZ', 'VOLUTI', 'ZENET']
const PAYING = ['TREEAL', 'PODPAY', 'ONZ', 'VOLUTI']

const QUEUED = {
  endToEndId: 'E1',
  status: 'PENDING',
  payment: { currency: 'BRL', amount: 123.45 },
}

describe('keys', () => {
  test.each(['VOLUTI', 'ZENET'])('of %s hold a certificate part and a credential part', (code) => {
    const keys = { publicKey: 'certificate|client|pix-key', secretKey: 'certificate-key|client-secret' }
    expect(findProvider(code).parseCredentials(keys)).toEqual({
      certificate: 'certificate',
      clientId: 'client',
      pixKey: 'pix-key',
      certificateKey: 'certificate-key',
      clientSecret: 'client-secret',
    })
  })

  test.each([{}, { publicKey: '' }, { publicKey: ' ' }])('of ZENET with %j lack the public one', (keys) => {
    const packed = { ...keys, secretKey: 'certificate-key|client-secret' }
    expect(() => findProvider('ZENET').parseCredentials(packed)).toThrow('Public key is required')
  })

  test.each(['VOLUTI', 'ZENET'])('of %s without a credential part are refused', (code) => {
    expect(() => findProvider(code).parseCredentials({ publicKey: 'certificate', secretKey: 'a|b' })).toThrow(
      'clientId',
    )
  })
})

test.each(PAYING)("%s is only spoken to with the platform's cash-in certificate", (code) => {
  expect(findProvider(code).clientCertificate).toBe('certCashInUrl')
})

test('ZENET is only spoken to with the certificate of its keys', () => {
  expect(findProvider('ZENET').clientCertificate).toBe('credentials')
})

test.each(PAYING)("%s pays out on another host, with the platform's cash-out certificate", (code) => {
  const provider = findProvider(code)
  expect(provider.hosts.cashOut?.clientCertificate).toBe('certCashOutUrl')
  const { requests } = run(code, 'withdraw', 'withdrawPix')
  expect(requests.map(({ host }) => host)).toEqual(['cashOut'])
})

test.each(PAYING)("%s asks for a token of the accounts', on their host, to send and to read a Pix", (code) => {
  const fixture = loadFixture(code)
  const auth = findProvider(code).hosts.cashOut?.auth
  if (auth?.type !== 'token') throw new Error(`${code} has no such token`)
  const { requests } = play(auth.fetch(contextOf(fixture)), () => ({ status: 401, headers: {}, body: '{}' }))
  expect(requests).toMatchObject([{ host: 'cashOut', authenticated: false }])
  expect(requests[0]?.url.endsWith('/api/v2/oauth/token')).toBe(true)
  expect(requests.map(bodyOf)).toMatchObject([{ scope: 'pix.read pix.write' }])
})

test.each(PAYING)('%s charges in reais as text and pays out in reais as a number', (code) => {
  expect(sentBody(run(code, 'createTransaction', 'pix'))).toMatchObject({ valor: { original: '123.45' } })
  expect(sentBody(run(code, 'withdraw', 'withdrawPix'))).toMatchObject({ payment: { currency: 'BRL', amount: 123.45 } })
})

test.each([
  ['TREEAL', 'APPROVED'],
  ['PODPAY', 'APPROVED'],
  ['ONZ', 'APPROVED'],
  ['VOLUTI', 'PENDING'],
])('a withdrawal that %s has accepted is %s', (code, status) => {
  const { result } = run(code, 'withdraw', 'withdrawPix', { status: 202, body: QUEUED })
  expect(result).toMatchObject({ status, rawStatus: 'PENDING' })
})

test.each(PAYING)('%s cuts the text of a withdrawal at 140 characters', (code) => {
  const long = { like: 'withdrawPix', set: { description: 'x'.repeat(200) } } as const
  expect(sentBody(run(code, 'withdraw', long)).description).toBe('x'.repeat(140))
})

describe.each(['TREEAL', 'PODPAY'])('%s', (code) => {
  const payOut = (receiverId: string | undefined, platform: PlatformContext) => {
    const fixture = loadFixture(code)
    const { receiverId: _named, ...withdrawal } = resolveInput('withdrawPix') as { receiverId: string }
    const request = { ...withdrawal, ...defined({ receiverId }) }
    const steps = findProvider(code).withdraw(request as never, { ...contextOf(fixture), platform })
    const { requests, error } = play(steps, () => ({ status: 202, headers: {}, body: JSON.stringify(QUEUED) }))
    return { sent: requests.length, refused: error && { kind: error.kind, message: error.message } }
  }
  const UNAUTHORIZED = { sent: 0, refused: { kind: 'Unauthorized', message: 'Unauthorized.' } }

  test.each([
    ['re2', { defaultReceiverId: 're1' }],
    ['re1', {}],
    [undefined, {}],
    [undefined, { defaultReceiverId: 're1' }],
  ])('pays no receiver when the receiver is %s and the platform is %j', (receiverId, platform) => {
    expect(payOut(receiverId, platform)).toEqual(UNAUTHORIZED)
  })

  test("pays when the platform's own receiver is named", () => {
    expect(payOut('re1', { defaultReceiverId: 're1' })).toEqual({ sent: 1, refused: undefined })
  })
})

describe.each(BANKS)('a notice of %s', (code) => {
  const eventOf = (type: string, status: string) =>
    findProvider(code).translateWebhook({
      headers: {},
      query: {},
      body: JSON.stringify({ type, data: { txId: 'tx1', status } }),
    })

  test.each([
    ['RECEIVE', 'LIQUIDATED', 'APPROVED'],
    ['RECEIVE', 'PROCESSING', 'PENDING'],
    ['REFUND', 'LIQUIDATED', 'CHARGEBACK'],
    ['REFUND', 'PROCESSING', 'CHARGEBACK'],
  ])('of type %s in status %s is %s', (type, status, expected) => {
    expect(eventOf(type, status)).toMatchObject({ type: 'TRANSACTION', status: expected })
  })

  test.each([
    ['RECEIVE', 'CANCELED'],
    ['REFUND', 'CANCELED'],
    ['CANCELED', 'LIQUIDATED'],
    ['TRANSFER', 'LIQUIDATED'],
    ['CASHOUT', 'LIQUIDATED'],
    ['ACCOUNT', 'LIQUIDATED'],
  ])('of type %s in status %s is ignored', (type, status) => {
    expect(eventOf(type, status).type).toBe('IGNORED')
  })

  test('a bank that asks for a Pix is a reason to read its charge', () => {
    expect(eventOf('INFRACTION', 'OPEN')).toEqual({ type: 'TRANSACTION', transactionId: 'tx1', status: null })
  })
})

test.each(PAYING.flatMap((code) => ['TRANSFER', 'CASHOUT'].map((type) => ({ code, type }))))(
  'a notice of $code of type $type in status CANCELED says that the withdrawal was not paid',
  ({ code, type }) => {
    const data = { endToEndId: 'E1', idempotencyKey: 'w1', status: 'CANCELED', payment: { amount: '1.00' } }
    const body = JSON.stringify({ type, data })
    expect(findProvider(code).translateWebhook({ headers: {}, query: {}, body })).toEqual({
      type: 'WITHDRAW',
      withdrawId: 'E1',
      reference: 'w1',
      status: 'REJECTED',
      rawStatus: 'CANCELED',
      amount: 100,
    })
  },
)

test.each(BANKS)('%s is searched from the attempt to the moment of asking, however long that is', (code) => {
  const fixture = loadFixture(code)
  const attempt = { reference: '0'.repeat(32), paymentMethod: 'PIX', createdAt: '2026-01-10T12:00:00.000Z' } as const
  const steps = findProvider(code).findTransaction(attempt, { ...contextOf(fixture), now: '2026-01-15T15:00:00.000Z' })
  const [sent] = play(steps, () => ({ status: 500, headers: {}, body: '' })).requests
  const { searchParams } = new URL(sent?.url ?? '')
  expect(searchParams.get('inicio')).toBe('2026-01-10T11:50:00.000Z')
  expect(searchParams.get('fim')).toBe('2026-01-15T15:10:00.000Z')
})

describe('what was paid', () => {
  const cob = (pix?: unknown) => ({
    txid: 'a',
    status: pix ? 'CONCLUIDA' : 'ATIVA',
    valor: { original: '12.34' },
    calendario: { criacao: '2026-01-15T15:00:01.250Z', expiracao: 86400 },
    pix,
  })
  test.each(
    BANKS.flatMap((code) => [
      { code, of: 'one Pix of less', pix: [{ valor: '0.01' }], amount: 1 },
      { code, of: 'two Pix', pix: [{ valor: '12.34' }, { valor: '0.01' }], amount: 1235 },
      { code, of: 'one as text and one as a number', pix: [{ valor: '10.00' }, { valor: 50 }], amount: 6000 },
      { code, of: 'a Pix that is stated as a number', pix: [{ valor: 12.3 }], amount: 1230 },
      { code, of: 'a Pix without an amount, which is what was asked for', pix: [{ endToEndId: 'E1' }], amount: 1234 },
      { code, of: 'none yet, which is what was asked for', pix: undefined, amount: 1234 },
    ]),
  )('at $code is $of: $amount', ({ code, pix, amount }) => {
    const fixture = loadFixture(code)
    const steps = findProvider(code).readTransaction({ transactionId: 'a', paymentMethod: 'PIX' }, contextOf(fixture))
    const { result } = play(steps, () => ({ status: 200, headers: {}, body: JSON.stringify(cob(pix)) }))
    expect((result as TransactionReading).amount).toBe(amount)
  })
})
