/** What the goldens cannot show of CELCOIN: an authorization whose answer was lost is captured when it is found. */
import { expect, test } from 'vitest'
import { MESSAGES } from '../../../domain/messages.ts'
import { cents } from '../../../domain/money.ts'
import { findProvider } from '../../../providers/index.ts'
import { REFERENCE } from '../support/inputs.ts'
import { bodyOf, play } from '../support/play.ts'

const celcoin = findProvider('CELCOIN')
const context = {
  credentials: { galaxId: 'id', galaxHash: 'hash' },
  now: '2026-01-15T15:00:00.000Z',
  entropy: 'e',
}
const attempt = { reference: REFERENCE, paymentMethod: 'CREDIT_CARD', createdAt: context.now } as const
const charge = (status: string) => ({ galaxPayId: 7, myId: REFERENCE, value: 100, Transactions: [{ status }] })

test.each([
  ['authorized', ['GET', 'PUT'], 'captured'],
  ['captured', ['GET'], 'captured'],
  ['denied', ['GET'], 'denied'],
])('a charge that is found %s takes %j and is %s', (found, methods, rawStatus) => {
  const { requests, result } = play(celcoin.findTransaction(attempt, context), (_, index) => ({
    status: 200,
    headers: {},
    body: JSON.stringify(index === 0 ? { Charges: [charge(found)] } : { type: true }),
  }))
  expect(requests.map(({ method }) => method)).toEqual(methods)
  expect(result).toMatchObject({ transactionId: '7', rawStatus })
})

test.each([
  ['payedBoleto', 100, 100],
  ['moreValueBoleto', 150, 150],
  ['paidDuplicityBoleto', 200, 200],
  ['moreValueBoleto', 100, undefined],
  ['paidDuplicityBoleto', undefined, undefined],
])('a boleto of 100 that is %s, its transaction of %j, states %j, read or told', (status, value, amount) => {
  const found = { ...charge(status), Transactions: [{ status, value }] }
  const read = celcoin.readTransaction({ transactionId: '7', paymentMethod: 'BILLET' }, context)
  const { result } = play(read, () => ({ status: 200, headers: {}, body: JSON.stringify({ Charges: [found] }) }))
  const notice = { event: 'transaction.updateStatus', Transaction: { status, value }, Charge: found }
  const told = celcoin.translateWebhook({ headers: {}, query: {}, body: JSON.stringify(notice) })
  for (const said of [result, told]) {
    expect(said).toMatchObject({ status: 'APPROVED' })
    expect((said as { amount?: number }).amount).toBe(amount)
  }
})

test.each([
  [60, 60],
  [100, 0],
  [undefined, 0],
])(
  'a boleto of 100 that is underpaid, its transaction of %j, waits with %j, and a notice of it is read',
  (value, came) => {
    const found = { ...charge('lessValueBoleto'), Transactions: [{ status: 'lessValueBoleto', value }] }
    const read = celcoin.readTransaction({ transactionId: '7', paymentMethod: 'BILLET' }, context)
    const { result } = play(read, () => ({ status: 200, headers: {}, body: JSON.stringify({ Charges: [found] }) }))
    expect(result).toMatchObject({ status: 'PENDING', partlyPaid: came })
    const body = { event: 'transaction.updateStatus', Transaction: { status: 'lessValueBoleto', value }, Charge: found }
    const told = celcoin.translateWebhook({ headers: {}, query: {}, body: JSON.stringify(body) })
    expect(told).toMatchObject({ type: 'TRANSACTION', transactionId: '7', status: null })
  },
)

test('a token is asked for with the scopes of all that the account may need', () => {
  if (celcoin.auth.type !== 'token') throw new TypeError('CELCOIN has a token')
  const answer = { status: 200, headers: {}, body: '{"access_token":"t","expires_in":600}' }
  const [request] = play(celcoin.auth.fetch(context), () => answer).requests
  if (!request) throw new Error('Nothing was sent')
  const { scope } = bodyOf(request) as { scope: string }
  const areas = new Set(scope.split(' ').map((one) => one.split('.')[0]))
  const wanted = 'customers plans transactions webhooks balance cards subscriptions charges boletos'.split(' ')
  for (const area of wanted) expect(areas).toContain(area)
})

test('a card goes back whole, and nothing that came another way', () => {
  const refund = { transactionId: '7', reference: REFERENCE, amount: cents(100), chargeAmount: cents(100) }
  const accept = () => ({ status: 200, headers: {}, body: '{"type":true}' })
  const { result, requests } = play(celcoin.refund({ ...refund, paymentMethod: 'CREDIT_CARD' }, context), accept)
  expect(result).toMatchObject({ queued: true })
  expect(requests).toHaveLength(1)
  const refused = [
    { ...refund, paymentMethod: 'PIX' },
    { ...refund, paymentMethod: 'BILLET' },
    { ...refund, paymentMethod: 'CREDIT_CARD', amount: cents(40) },
  ] as const
  for (const request of refused) {
    expect(() => celcoin.refund(request, context).next()).toThrow(MESSAGES.methodNotImplemented)
  }
})

test('nothing is withdrawn: no call for it is known', () => {
  expect(celcoin.capabilities.operations).not.toContain('withdraw')
})
