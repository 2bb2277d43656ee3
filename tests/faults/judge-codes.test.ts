/** What a buyer is shown to pay by, held against the provider's books. */
import { expect, test } from 'vitest'
import { judgeCharge } from './judge-charges.ts'
import type { Observation } from './observe.ts'
import type { ChargeLife } from './plan.ts'
import type { Deed } from './world.ts'

const life = { kind: 'charge', key: 'life-0', index: 0, provider: 'ASAAS', amount: 1_000_000, cells: [], refunds: [] }
const deed = { life, asked: null, refunds: [], notes: [] } as never as Deed
const own = { id: 'own', provider: 'ASAAS', amount: life.amount, stage: 'pending', pixCode: 'own pix', boletoLine: '' }
const row = {
  id: 'a',
  orderId: life.key,
  provider: 'ASAAS',
  transactionId: 'own',
  status: 'PENDING',
  attentionReasons: [],
  refundedAmount: 0,
}

function judged(charge: object, transaction: object) {
  const books = { transactions: [{ ...own, ...transaction }], refunds: [] }
  const seen = { charges: [{ ...row, ...charge }], refunds: [], books } as never as Observation
  return judgeCharge(deed, life as never as ChargeLife, seen).violations.map(({ failing }) => failing)
}

const boleto = { pixCode: '', boletoLine: 'own line' }
test.each([
  ['its own Pix code', { pixCode: 'own pix', billetCode: null }, {}, []],
  ["another payment's Pix code", { pixCode: 'another pix', billetCode: null }, {}, ['wrongDestination']],
  ['its own boleto', { pixCode: null, billetCode: 'own line' }, boleto, []],
  ["another payment's boleto", { pixCode: null, billetCode: 'another line' }, boleto, ['wrongDestination']],
  ['neither yet', { pixCode: null, billetCode: null }, {}, []],
])('a charge that shows %s', (_, charge, transaction, failings) => {
  expect(judged(charge, transaction)).toEqual(failings)
})

test('once it is paid, nothing is paid by its code any more', () => {
  expect(judged({ status: 'APPROVED', pixCode: 'another pix', billetCode: null }, { stage: 'paid' })).toEqual([])
})
