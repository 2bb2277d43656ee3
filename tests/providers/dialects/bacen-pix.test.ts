/** What the banks with the central bank's Pix API have of their own: keys, certificates, withdrawals over accounts, notices. */

import { describe, expect, test } from 'vitest'
import { defined } from '../../../domain/defined.ts'
import type { TransactionReading } from '../../../domain/transaction.ts'
import type { PlatformContext } from '../../../providers/contract.ts'
import { findProvider } from '../../../providers/index.ts'
import { loadFixtures } from '../support/fixtures.ts'
import { resolveInput } from '../support/inputs.ts'
import { contextOf, play } from '../support/play.ts'
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

test.each(PAYING)("%s asks for a token of the accounts', on their host", (code) => {
  const fixture = loadFixtures().find(({ provider }) => provider === code)
  const auth = findProvider(code).hosts.cashOut?.auth
  if (!fixture || auth?.type !== 'token') throw new Error(`${code} has no such token`)
  const { requests } = play(auth.fetch(contextOf(fixture)), () => ({ status: 401, headers: {}, body: '{}' }))
  expect(requests).toMatchObject([{ host: 'cashOut', authenticated: false }])
  expect(requests[0]?.url.endsWith('/api/v2/oauth/token')).toBe(true)
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
    const fixture = loadFixtures().find(({ provider }) => provider === code)
    if (!fixture) throw new Error(`No fixture of ${code}`)
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
  ])('pays nobody when the receiver is %s and the platform is %j', (receiverId, platform) => {
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

describe.each(BANKS)('money that went back at %s', (code) => {
  const listed = (amount: unknown, status: string) => ({ status, pixRefundAmount: { currency: 'BRL', amount } })

  test.each([
    { said: 'of its own', payment: { amount: '1.50' }, refunds: [], returned: 150 },
    { said: 'as a number', payment: { amount: 1.5 }, refunds: [], returned: 150 },
    { said: 'listed', payment: { amount: '123.45' }, refunds: [listed('1.50', 'LIQUIDATED')], returned: 150 },
    {
      said: 'listed twice',
      payment: { amount: '123.45' },
      refunds: [listed(1.5, 'LIQUIDATED'), listed('2.00', 'LIQUIDATED'), listed('4.00', 'CANCELED')],
      returned: 350,
    },
    { said: 'unreadably', payment: {}, refunds: [], returned: undefined },
    { said: 'unreadably in a list', payment: { amount: '1.50' }, refunds: [{}], returned: undefined },
  ])('is told with its sum, $said', ({ payment, refunds, returned }) => {
    const data = { txId: 'tx1', status: 'LIQUIDATED', payment, refunds }
    const body = JSON.stringify({ type: 'REFUND', data })
    const event = findProvider(code).translateWebhook({ headers: {}, query: {}, body })
    expect(event).toMatchObject({ status: 'CHARGEBACK', isReturn: true })
    expect('returned' in event ? event.returned : undefined).toBe(returned)
  })

  const read = (devolucoes: object[], valor: string | number = '10.00') =>
    readPaid([{ endToEndId: 'E1', valor, devolucoes }])
  const readPaid = (pix: object[]) => {
    const fixture = loadFixtures().find(({ provider }) => provider === code)
    if (!fixture) throw new Error(`No ${code} fixture`)
    const cob = {
      txid: 'tx1',
      status: 'CONCLUIDA',
      valor: { original: '10.00' },
      calendario: { criacao: '2026-01-15T15:00:00.000Z', expiracao: 3600 },
      pix,
    }
    const asked = { transactionId: 'tx1', paymentMethod: 'PIX' } as const
    const steps = findProvider(code).readTransaction(asked, contextOf(fixture))
    return play(steps, () => ({ status: 200, headers: {}, body: JSON.stringify(cob) })).result
  }
  const back = (valor: string | number, status = 'DEVOLVIDO', natureza = 'ORIGINAL') => ({ valor, status, natureza })

  test.each([
    { said: 'none', devolucoes: [], is: { status: 'APPROVED', isReturn: undefined, returned: 0, takenBack: 0 } },
    {
      said: 'only on its way',
      devolucoes: [back('10.00', 'EM_PROCESSAMENTO')],
      is: { status: 'APPROVED', isReturn: undefined, returned: 0, takenBack: 0 },
    },
    {
      said: 'a part',
      devolucoes: [back('4.00'), back('6.00', 'NAO_REALIZADO')],
      is: { status: 'APPROVED', isReturn: undefined, returned: 400, takenBack: 0 },
    },
    {
      said: 'a part, of which the banks took some',
      devolucoes: [back('1.00'), back('3.00', 'DEVOLVIDO', 'MED_FRAUDE'), back('0.50', 'DEVOLVIDO', 'MED_OPERACIONAL')],
      is: { status: 'APPROVED', isReturn: undefined, returned: 100, takenBack: 350 },
    },
    {
      said: 'all',
      devolucoes: [back('4.00'), back('6.00')],
      is: { status: 'CHARGEBACK', isReturn: true, returned: 1000, takenBack: 0 },
    },
    {
      said: 'all, some of it taken back by the banks',
      devolucoes: [back('4.00'), back('6.00', 'DEVOLVIDO', 'MED_FRAUDE')],
      is: { status: 'CHARGEBACK', isReturn: undefined, returned: 400, takenBack: 600 },
    },
    {
      said: 'a part, as numbers',
      devolucoes: [back(1.5), back('0.50'), back(3, 'DEVOLVIDO', 'MED_FRAUDE')],
      is: { status: 'APPROVED', isReturn: undefined, returned: 200, takenBack: 300 },
    },
  ])('is read off the charge: $said', ({ devolucoes, is }) => {
    const { status, isReturn, returned, takenBack } = read(devolucoes) as Partial<TransactionReading>
    expect({ status, isReturn, returned, takenBack }).toEqual(is)
  })

  test.each([
    {
      said: 'one of them whole',
      returns: [[], [back('10.00')]],
      is: { status: 'APPROVED', isReturn: undefined, returned: 1000, takenBack: 0, amount: 2000 },
    },
    {
      said: 'the first of them whole',
      returns: [[back('10.00')], []],
      is: { status: 'APPROVED', isReturn: undefined, returned: 1000, takenBack: 0, amount: 2000 },
    },
    {
      said: 'a part of each, one by the banks',
      returns: [[back('1.00')], [back('2.00', 'DEVOLVIDO', 'MED_FRAUDE')]],
      is: { status: 'APPROVED', isReturn: undefined, returned: 100, takenBack: 200, amount: 2000 },
    },
    {
      said: 'both',
      returns: [[back('10.00')], [back('4.00'), back('6.00')]],
      is: { status: 'CHARGEBACK', isReturn: true, returned: 2000, takenBack: 0, amount: 2000 },
    },
  ])('is read off a charge that was paid by two Pix: $said', ({ returns, is }) => {
    const pix = returns.map((devolucoes, place) => ({ endToEndId: `E${place}`, valor: '10.00', devolucoes }))
    const { status, isReturn, returned, takenBack, amount } = readPaid(pix) as Partial<TransactionReading>
    expect({ status, isReturn, returned, takenBack, amount }).toEqual(is)
  })

  test('is not called all of it while one of the Pix cannot be read', () => {
    const said = readPaid([{ endToEndId: 'E1', valor: '10.00', devolucoes: [back('10.00')] }, { endToEndId: 'E2' }])
    expect(said).toMatchObject({ status: 'APPROVED', returned: 1000 })
  })

  test('is read off a charge that is stated as a number, all taken back by the banks', () => {
    const said = read([back(10, 'DEVOLVIDO', 'MED_FRAUDE')], 10) as Partial<TransactionReading>
    expect(said).toMatchObject({ status: 'CHARGEBACK', returned: 0, takenBack: 1000 })
  })

  test.each([
    { said: 'paid', pix: { valor: 10 }, is: { status: 'APPROVED', amount: 1000 } },
    {
      said: 'taken back by the banks',
      pix: { valor: 10, devolucoes: [back(10, 'DEVOLVIDO', 'MED_FRAUDE')] },
      is: { status: 'CHARGEBACK' },
    },
  ])('is told by the bank in numbers: $said', ({ pix, is }) => {
    const body = JSON.stringify({ pix: [{ txid: 'tx1', endToEndId: 'E1', ...pix }] })
    expect(findProvider(code).translateWebhook({ headers: {}, query: {}, body })).toMatchObject(is)
  })
})

test.each(['TREEAL', 'ONZ'])('a refund at %s is found with whichever Pix of the charge it is of', (code) => {
  const fixture = loadFixtures().find(({ provider }) => provider === code)
  if (!fixture) throw new Error(`No ${code} fixture`)
  const refund = { transactionId: 'tx1', refundId: 'r2', amount: 1000 } as never
  const pix = [{ endToEndId: 'E1' }, { endToEndId: 'E2', devolucoes: [{ id: 'r2', status: 'DEVOLVIDO' }] }]
  const answer = { status: 200, headers: {}, body: JSON.stringify({ txid: 'tx1', pix }) }
  const { result } = play(findProvider(code).readRefund(refund, contextOf(fixture)), () => answer)
  expect(result).toMatchObject({ refundId: 'r2', status: true })
})

test.each(BANKS)('%s is searched from the attempt to the moment of asking, however long that is', (code) => {
  const fixture = loadFixtures().find(({ provider }) => provider === code)
  if (!fixture) throw new Error(`No ${code} fixture`)
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
    const fixture = loadFixtures().find(({ provider }) => provider === code)
    if (!fixture) throw new Error(`${code} has no fixture`)
    const steps = findProvider(code).readTransaction({ transactionId: 'a', paymentMethod: 'PIX' }, contextOf(fixture))
    const { result } = play(steps, () => ({ status: 200, headers: {}, body: JSON.stringify(cob(pix)) }))
    expect((result as TransactionReading).amount).toBe(amount)
  })
})
