/** What the banks with the central bank's Pix API say of money that went back, of one Pix or of several. */
import { describe, expect, test } from 'vitest'
import { cents } from '../../../domain/money.ts'
import type { RefundRequest } from '../../../domain/refund.ts'
import type { TransactionReading } from '../../../domain/transaction.ts'
import { findProvider } from '../../../providers/index.ts'
import { loadFixture } from '../support/fixtures.ts'
import { REFERENCE, resolveInput } from '../support/inputs.ts'
import { contextOf, play } from '../support/play.ts'

const BANKS = ['TREEAL', 'PODPAY', 'ONZ', 'VOLUTI', 'ZENET']

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
    { said: 'below nothing', payment: { amount: -1.5 }, refunds: [], returned: undefined },
    { said: 'in tenths of a centavo', payment: {}, refunds: [listed(1.234, 'LIQUIDATED')], returned: undefined },
  ])('is told with its sum, $said', ({ payment, refunds, returned }) => {
    const data = { txId: 'tx1', status: 'LIQUIDATED', payment, refunds }
    const body = JSON.stringify({ type: 'REFUND', data })
    const event = findProvider(code).translateWebhook({ headers: {}, query: {}, body })
    expect(event).toMatchObject({ status: 'CHARGEBACK', isReturn: true })
    expect('returned' in event ? event.returned : undefined).toBe(returned)
  })

  test.each([
    ['came', { valor: -10 }],
    ['came, in tenths of a centavo', { valor: 10.005 }],
    ['went back', { valor: 10, devolucoes: [{ valor: -4, status: 'DEVOLVIDO' }] }],
  ])('what %s without a readable amount is read', (_, pix) => {
    const body = JSON.stringify({ pix: [{ endToEndId: 'E1', txid: 'tx1', ...pix }] })
    const event = findProvider(code).translateWebhook({ headers: {}, query: {}, body })
    expect(event).toEqual({ type: 'TRANSACTION', transactionId: 'tx1', status: null })
  })

  const read = (devolucoes: object[], valor: string | number = '10.00') =>
    readPaid([{ endToEndId: 'E1', valor, devolucoes }])
  const readPaid = (pix: object[]) => {
    const fixture = loadFixture(code)
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
  const fixture = loadFixture(code)
  const refund = { transactionId: 'tx1', refundId: 'r2', amount: 1000 } as never
  const pix = [{ endToEndId: 'E1' }, { endToEndId: 'E2', devolucoes: [{ id: 'r2', status: 'DEVOLVIDO' }] }]
  const answer = { status: 200, headers: {}, body: JSON.stringify({ txid: 'tx1', pix }) }
  const { result } = play(findProvider(code).readRefund(refund, contextOf(fixture)), () => answer)
  expect(result).toMatchObject({ refundId: 'r2', status: true })
})

describe.each(['TREEAL', 'ONZ'])('a refund at %s that is of another amount', (code) => {
  const fixture = loadFixture(code)
  const provider = findProvider(code)
  const asked = { ...(resolveInput('refund') as RefundRequest), chargeAmount: cents(1_000), amount: cents(1_000) }
  const answered = (valor: unknown, status = 'DEVOLVIDO') => {
    const one = { id: REFERENCE, status, valor }
    const cob = { txid: 'tx1', pix: [{ endToEndId: 'E1', valor: '10.00', devolucoes: [one] }] }
    return ({ method }: { method: string }) => {
      const body = JSON.stringify(method === 'GET' ? cob : one)
      return { status: 200, headers: {}, body }
    }
  }

  test.each(['5.01', 5.01, '10.01'])('is not taken for ours: %s', (valor) => {
    const { error } = play(provider.refund(asked, contextOf(fixture)), answered(valor))
    expect(error?.kind).toBe('Mismatch')
    const { error: ofReading } = play(provider.readRefund(asked, contextOf(fixture)), answered(valor))
    expect(ofReading?.kind).toBe('Mismatch')
  })

  test.each(['10.00', 10, undefined, 'ten'])('is ours where the bank says the same or no amount: %s', (valor) => {
    const { result } = play(provider.refund(asked, contextOf(fixture)), answered(valor))
    expect(result).toMatchObject({ refundId: REFERENCE, status: true })
  })

  test('is refused whatever the amount', () => {
    const { result } = play(provider.refund(asked, contextOf(fixture)), answered('5.01', 'NAO_REALIZADO'))
    expect(result).toMatchObject({ status: false })
  })
})

describe('a refund at ONZ of a charge that was paid', () => {
  const fixture = loadFixture('ONZ')
  const askedFor = resolveInput('refund') as RefundRequest
  const reference = REFERENCE
  const pixOf = (place: number, devolucoes: object[] = []) => ({ endToEndId: `E${place}`, valor: '10.00', devolucoes })
  const backOf = (id: string, valor: string, status = 'DEVOLVIDO') => ({ id, valor, status })
  const refund = (pix: object[], beside: string[] = []) =>
    play(findProvider('ONZ').refund({ ...askedFor, beside }, contextOf(fixture)), ({ method }) => {
      const body = method === 'GET' ? { txid: 'tx1', pix } : { id: reference, status: 'EM_PROCESSAMENTO' }
      return { status: 200, headers: {}, body: JSON.stringify(body) }
    })
  const sentOf = ({ requests }: ReturnType<typeof refund>) =>
    requests.filter(({ method }) => method !== 'GET').map(({ url }) => new URL(url).pathname)

  test.each([
    { said: 'once', pix: [pixOf(1)], at: 'E1' },
    { said: 'once, and was given back', pix: [pixOf(1, [backOf('r1', '10.00')])], at: 'E1' },
    { said: 'twice, the first given back', pix: [pixOf(1, [backOf('r1', '10.00')]), pixOf(2)], at: 'E2' },
    {
      said: 'twice, the first on its way back',
      pix: [pixOf(1, [backOf('r1', '4.00'), backOf('r2', '6.00', 'EM_PROCESSAMENTO')]), pixOf(2)],
      at: 'E2',
    },
    {
      said: 'twice, and asked for before',
      pix: [pixOf(1), pixOf(2, [backOf(reference, '10.00', 'EM_PROCESSAMENTO')])],
      at: 'E2',
    },
  ])('$said goes against the Pix that holds the money', ({ pix, at }) => {
    expect(sentOf(refund(pix))).toEqual([`/pix/${at}/devolucao/${reference}`])
  })

  test.each([
    { said: 'twice', pix: [pixOf(1), pixOf(2)] },
    { said: 'twice, a part given back', pix: [pixOf(1, [backOf('r1', '4.00')]), pixOf(2)] },
    { said: 'twice, a return denied', pix: [pixOf(1, [backOf('r1', '10.00', 'NAO_REALIZADO')]), pixOf(2)] },
    { said: 'twice, of amounts that are not stated', pix: [{ endToEndId: 'E1' }, { endToEndId: 'E2' }] },
  ])('$said is refused: it does not say which Pix is meant', ({ pix }) => {
    const played = refund(pix)
    expect(played.error).toMatchObject({
      kind: 'InvalidRequest',
      message: expect.stringContaining('more than one Pix'),
    })
    expect(sentOf(played)).toEqual([])
  })

  test.each([
    { said: 'of which one is another payment', pix: [pixOf(1), pixOf(2)], at: 'E2' },
    {
      said: 'asked for before, against what is another payment by now',
      pix: [pixOf(1, [backOf(reference, '10.00', 'EM_PROCESSAMENTO')]), pixOf(2)],
      at: 'E1',
    },
    { said: 'of which one is a payment of another charge', pix: [pixOf(1)], other: 'tx9', at: 'E1' },
  ])('twice, $said, goes against one Pix', ({ pix, other = askedFor.transactionId, at }) => {
    expect(sentOf(refund(pix, [`${other}.E1`]))).toEqual([`/pix/${at}/devolucao/${reference}`])
  })

  test('twice and given back twice is refused', () => {
    const played = refund([pixOf(1, [backOf('r1', '10.00')]), pixOf(2, [backOf('r2', '10.00')])])
    expect(played.error).toMatchObject({ kind: 'InvalidRequest', message: 'Erro ao aprovar o reembolso.' })
    expect(sentOf(played)).toEqual([])
  })
})
